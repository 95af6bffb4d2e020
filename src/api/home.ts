import { z } from 'zod'
import { fileReply, operation } from '../call/operation.ts'
import { answerHome } from '../http/docs/home.ts'
import { CachedTag, cachedTagHeader } from './cached-tag.ts'

export const home = operation({
  name: 'read_home',
  rest: { method: 'GET', path: '/', headers: cachedTagHeader },
  section: 'Open',
  summary: 'A page that says what this is and where its documents are',
  scope: null,
  effect: 'reads',
  input: z.object({ knownTag: CachedTag }),
  reply: fileReply('text/html'),
  example: {},
  handle: async ({ version, publicUrl, sandboxUrl }, _call, { knownTag }) =>
    answerHome({ version, publicUrl: publicUrl(), sandboxUrl }, knownTag),
})
