import { z } from 'zod'
import { answerCached } from '../http/docs/docs.ts'
import { exampleSandboxUrl } from '../http/docs/words.ts'
import type { DocsFacts } from '../http/docs/words.ts'
import { fileReply, operation } from '../call/operation.ts'
import type { Operation } from '../call/operation.ts'
import { buildOpenApi } from '../http/docs/openapi.ts'
import type { Services } from '../services.ts'
import { KnownTag, knownTagHeader } from './known-tag.ts'

export function openApiOperation(table: () => Operation[]): Operation {
  const written = writtenOnce((facts) => JSON.stringify(buildOpenApi(table(), facts)))
  return operation({
    name: 'read_openapi',
    rest: { method: 'GET', path: '/openapi.json', headers: knownTagHeader },
    section: 'Open',
    summary: 'This interface as an OpenAPI 3.1 document',
    scope: null,
    effect: 'reads',
    input: z.object({ knownTag: KnownTag }),
    reply: fileReply('application/json'),
    example: {},
    handle: async (deps, _call, { knownTag }) =>
      answerCached(written(deps), 'application/json; charset=utf-8', knownTag),
  })
}

/** A document is written on first request and kept: the table does not change, and the address only when we listen anew. */
export function writtenOnce(write: (facts: DocsFacts) => string): (services: Services) => string {
  let kept: { publicUrl: string; version: string; text: string } | null = null
  return ({ version, publicUrl, sandboxUrl }) => {
    const facts = { version, publicUrl: publicUrl(), sandboxUrl }
    if (kept?.publicUrl === facts.publicUrl && kept.version === version) return kept.text
    // Examples are to work as they stand, wherever the sandbox listens.
    const text = write(facts).replaceAll(exampleSandboxUrl, sandboxUrl ?? 'https://example.com')
    kept = { ...facts, text }
    return text
  }
}
