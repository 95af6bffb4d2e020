import { z } from 'zod'
import { answerAsset, answerPage } from '../http/docs/docs.ts'
import { defineEndpoint } from '../call/endpoint.ts'
import type { Endpoint } from '../call/endpoint.ts'
import { llmsEndpoints } from './llms.ts'
import { openApiEndpoint } from './openapi.ts'

const page = defineEndpoint({
  method: 'GET',
  path: '/docs',
  section: 'Open',
  summary: 'The reference of this interface, to browse and to try',
  scope: null,
  replyType: 'text/html',
  reply: z.string(),
  handle: async ({ services, headers }) =>
    answerPage(
      { version: services.version, publicUrl: services.publicUrl(), sandboxUrl: services.sandboxUrl },
      headers,
    ),
})

const asset = defineEndpoint({
  method: 'GET',
  path: '/docs/{file}',
  section: 'Open',
  summary: 'A script, style sheet or picture of the reference',
  scope: null,
  params: z.object({ file: z.string().meta({ description: 'The name of the file.' }) }),
  replyType: '*/*',
  reply: z.unknown(),
  handle: async ({ params, headers }) => answerAsset(params.file, headers),
})

/** All documents that are read from the table; the table is asked for late, because it holds these endpoints too. */
export function docsEndpoints(table: () => Endpoint[]): Endpoint[] {
  return [page, asset, openApiEndpoint(table), ...llmsEndpoints(table)]
}
