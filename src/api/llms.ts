import { z } from 'zod'
import { answerCached } from '../http/docs/docs.ts'
import { fileReply, operation } from '../call/operation.ts'
import type { Operation } from '../call/operation.ts'
import { AppError } from '../errors.ts'
import { chaptersOf } from '../http/docs/chapters.ts'
import { buildLlms, buildLlmsFull, buildLlmsSection } from '../http/docs/llms.ts'
import type { Services } from '../services.ts'
import { CachedTag, cachedTagHeader } from './cached-tag.ts'
import { writtenOnce } from './openapi.ts'

const markdown = 'text/markdown; charset=utf-8'

export function llmsOperations(table: () => Operation[]): Operation[] {
  const overview = writtenOnce((facts) => buildLlms(table(), facts))
  const everything = writtenOnce((facts) => buildLlmsFull(table(), facts))
  const section = sectionPages(table)
  return [
    operation({
      name: 'read_overview_for_models',
      rest: { method: 'GET', path: '/llms.txt', headers: cachedTagHeader },
      section: 'Open',
      summary: 'An overview of this interface for language models',
      scope: null,
      effect: 'reads',
      input: z.object({ knownTag: CachedTag }),
      reply: fileReply('text/markdown'),
      example: {},
      handle: async (deps, _call, { knownTag }) => answerCached(overview(deps), markdown, knownTag),
    }),
    operation({
      name: 'read_everything_for_models',
      rest: { method: 'GET', path: '/llms-full.txt', headers: cachedTagHeader },
      section: 'Open',
      summary: 'Every operation of this interface with all its fields, for language models',
      scope: null,
      effect: 'reads',
      input: z.object({ knownTag: CachedTag }),
      reply: fileReply('text/markdown'),
      example: {},
      handle: async (deps, _call, { knownTag }) => answerCached(everything(deps), markdown, knownTag),
    }),
    operation({
      name: 'read_section_for_models',
      rest: { method: 'GET', path: '/llms/{file}', headers: cachedTagHeader },
      section: 'Open',
      summary: 'The operations of one section with all their fields, for language models',
      scope: null,
      effect: 'reads',
      input: z.object({
        file: z.string().meta({ description: 'The name of the section, such as launching.txt: /llms.txt lists them.' }),
        knownTag: CachedTag,
      }),
      reply: fileReply('text/markdown'),
      example: { file: 'launching.txt' },
      handle: async (deps, _call, { file, knownTag }) => answerCached(section(deps, file), markdown, knownTag),
    }),
  ]
}

/** Each section is written when somebody first asks for it. */
function sectionPages(table: () => Operation[]): (services: Services, file: string) => string {
  let pages: Map<string, (services: Services) => string> | null = null
  return (services, file) => {
    pages ??= new Map(
      chaptersOf(table()).map((chapter) => [
        `${chapter.slug}.txt`,
        writtenOnce((facts) => buildLlmsSection(chapter, facts)),
      ]),
    )
    const page = pages.get(file)
    if (page) return page(services)
    throw new AppError('not_found', `There is no such section. There are ${[...pages.keys()].join(', ')}.`)
  }
}
