import { z } from 'zod'
import { answerCached } from '../http/docs/docs.ts'
import { defineEndpoint } from '../call/endpoint.ts'
import type { Endpoint } from '../call/endpoint.ts'
import { buildLlms, buildLlmsFull } from '../http/docs/llms.ts'
import { writtenOnce } from './openapi.ts'

const markdown = 'text/markdown; charset=utf-8'

export function llmsEndpoints(table: () => Endpoint[]): Endpoint[] {
  const overview = writtenOnce((facts) => buildLlms(table(), facts))
  const everything = writtenOnce((facts) => buildLlmsFull(table(), facts))
  return [
    defineEndpoint({
      method: 'GET',
      path: '/llms.txt',
      section: 'Open',
      summary: 'An overview of this interface for language models',
      scope: null,
      replyType: 'text/markdown',
      reply: z.string(),
      handle: async ({ services, headers }) => answerCached(overview(services), markdown, headers),
    }),
    defineEndpoint({
      method: 'GET',
      path: '/llms-full.txt',
      section: 'Open',
      summary: 'Every operation of this interface with all its fields, for language models',
      scope: null,
      replyType: 'text/markdown',
      reply: z.string(),
      handle: async ({ services, headers }) => answerCached(everything(services), markdown, headers),
    }),
  ]
}
