import { Answer, fileReply, operation } from '../call/operation.ts'
import { live, readyAnswer } from '../probes/readiness.ts'
import type { ProbeAnswer } from '../probes/readiness.ts'

const open = { section: 'Open', scope: null, effect: 'reads', example: {}, reply: fileReply('text/plain') } as const

function answerOf({ status, text }: ProbeAnswer): Answer {
  return new Answer(status, text, { 'content-type': 'text/plain; charset=utf-8' })
}

export const checkLive = operation({
  ...open,
  name: 'check_live',
  rest: { method: 'GET', path: '/live' },
  summary: 'Whether the process is alive: it answers, whatever else is well',
  handle: async () => answerOf(live),
})

export const checkReady = operation({
  ...open,
  name: 'check_ready',
  rest: { method: 'GET', path: '/ready' },
  summary: 'Whether calls should be sent here',
  description:
    '503 with "not ready" and why, in a few words: the database, files, a schema that is newer than this process, work that stands still, a restore that holds it, a start or a stop.',
  handle: async ({ readiness }) => answerOf(await readyAnswer(readiness)),
})
