import { z } from 'zod'
import { answerCached } from '../http/docs/docs.ts'
import { asItRuns } from '../http/docs/as-it-runs.ts'
import type { DocsFacts } from '../http/docs/words.ts'
import { fileReply, operation } from '../call/operation.ts'
import type { Operation } from '../call/operation.ts'
import { buildOpenApi } from '../http/docs/openapi.ts'
import type { Services } from '../services.ts'
import { CachedTag, cachedTagHeader } from './cached-tag.ts'

export function openApiOperation(table: () => Operation[]): Operation {
  const written = writtenOnce((facts) => JSON.stringify(buildOpenApi(table(), facts)))
  return operation({
    name: 'read_openapi',
    rest: { method: 'GET', path: '/openapi.json', headers: cachedTagHeader },
    section: 'Open',
    summary: 'This interface as an OpenAPI 3.1 document',
    scope: null,
    effect: 'reads',
    input: z.object({ knownTag: CachedTag }),
    reply: fileReply('application/json'),
    example: {},
    handle: async (deps, _call, { knownTag }) =>
      answerCached(written(deps), 'application/json; charset=utf-8', knownTag),
  })
}

/** A document is written once a day and kept: the table does not change, and the address only when we listen anew. */
export function writtenOnce(write: (facts: DocsFacts) => string): (services: Services) => string {
  let kept: { name: string; text: string } | null = null
  return ({ version, publicUrl, sandboxUrl }) => {
    const facts = { version, publicUrl: publicUrl(), sandboxUrl }
    const now = new Date()
    const name = JSON.stringify([facts, now.toDateString()])
    if (kept?.name !== name) kept = { name, text: asItRuns(write(facts), sandboxUrl, now) }
    return kept.text
  }
}
