import { z } from 'zod'
import { answerAsset, answerPage } from '../http/docs/docs.ts'
import { fileReply, operation } from '../call/operation.ts'
import type { Operation } from '../call/operation.ts'
import { llmsOperations } from './llms.ts'
import { openApiOperation } from './openapi.ts'
import { KnownTag, knownTagHeader } from './known-tag.ts'

const page = operation({
  name: 'read_reference',
  rest: { method: 'GET', path: '/docs', headers: knownTagHeader },
  section: 'Open',
  summary: 'The reference of this interface, to browse and to try',
  scope: null,
  effect: 'reads',
  input: z.object({ knownTag: KnownTag }),
  reply: fileReply('text/html'),
  example: {},
  handle: async ({ version, publicUrl, sandboxUrl }, _call, { knownTag }) =>
    answerPage({ version, publicUrl: publicUrl(), sandboxUrl }, knownTag),
})

const asset = operation({
  name: 'read_reference_file',
  rest: { method: 'GET', path: '/docs/{file}', headers: knownTagHeader },
  section: 'Open',
  summary: 'A script, style sheet or picture of the reference',
  scope: null,
  effect: 'reads',
  input: z.object({ file: z.string().meta({ description: 'The name of the file.' }), knownTag: KnownTag }),
  reply: fileReply('*/*'),
  example: { file: 'page.js' },
  handle: (_deps, _call, { file, knownTag }) => answerAsset(file, knownTag),
})

/** All documents that are read from the table; the table is asked for late, because it holds these operations too. */
export function docsOperations(table: () => Operation[]): Operation[] {
  return [page, asset, openApiOperation(table), ...llmsOperations(table)]
}
