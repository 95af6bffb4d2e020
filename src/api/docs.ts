import { z } from 'zod'
import { assetAnswers } from '../http/docs/reference/assets.ts'
import { answerPage } from '../http/docs/reference/page.ts'
import { fileReply, operation } from '../call/operation.ts'
import type { Operation } from '../call/operation.ts'
import { llmsOperations } from './llms.ts'
import { openApiOperation } from './openapi.ts'
import { CachedTag, cachedTagHeader } from './cached-tag.ts'

const page = operation({
  name: 'read_reference',
  rest: { method: 'GET', path: '/docs' },
  section: 'Open',
  summary: 'The reference of this interface, to browse and to try',
  scope: null,
  effect: 'reads',
  reply: fileReply('text/html'),
  example: {},
  handle: async ({ version, publicUrl, sandboxUrl }) => answerPage({ version, publicUrl: publicUrl(), sandboxUrl }),
})

function assetOperation(): Operation {
  const answer = assetAnswers()
  return operation({
    name: 'read_reference_file',
    rest: { method: 'GET', path: '/docs/{file}', headers: { ...cachedTagHeader, 'accept-encoding': 'encodings' } },
    section: 'Open',
    summary: 'A script, style sheet or picture of the reference',
    scope: null,
    effect: 'reads',
    input: z.object({
      file: z.string().meta({ description: 'The name of the file.' }),
      knownTag: CachedTag,
      encodings: z.string().optional().meta({ description: 'How it may be packed; gzip is understood.' }),
    }),
    reply: fileReply('*/*'),
    example: { file: 'page.js' },
    handle: (_deps, _call, asked) => answer(asked),
  })
}

/** All documents that are read from the table; the table is asked for late, because it holds these operations too. */
export function docsOperations(table: () => Operation[]): Operation[] {
  return [page, assetOperation(), openApiOperation(table), ...llmsOperations(table)]
}
