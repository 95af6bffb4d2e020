import { z } from 'zod'
import { answerCached } from '../http/docs/docs.ts'
import { fileReply, operation } from '../call/operation.ts'
import type { Operation } from '../call/operation.ts'
import { buildLlms, buildLlmsFull } from '../http/docs/llms.ts'
import { KnownTag, knownTagHeader } from './known-tag.ts'
import { writtenOnce } from './openapi.ts'

const markdown = 'text/markdown; charset=utf-8'

export function llmsOperations(table: () => Operation[]): Operation[] {
  const overview = writtenOnce((facts) => buildLlms(table(), facts))
  const everything = writtenOnce((facts) => buildLlmsFull(table(), facts))
  return [
    operation({
      name: 'read_overview_for_models',
      rest: { method: 'GET', path: '/llms.txt', headers: knownTagHeader },
      section: 'Open',
      summary: 'An overview of this interface for language models',
      scope: null,
      effect: 'reads',
      input: z.object({ knownTag: KnownTag }),
      reply: fileReply('text/markdown'),
      example: {},
      handle: async (deps, _call, { knownTag }) => answerCached(overview(deps), markdown, knownTag),
    }),
    operation({
      name: 'read_everything_for_models',
      rest: { method: 'GET', path: '/llms-full.txt', headers: knownTagHeader },
      section: 'Open',
      summary: 'Every operation of this interface with all its fields, for language models',
      scope: null,
      effect: 'reads',
      input: z.object({ knownTag: KnownTag }),
      reply: fileReply('text/markdown'),
      example: {},
      handle: async (deps, _call, { knownTag }) => answerCached(everything(deps), markdown, knownTag),
    }),
  ]
}
