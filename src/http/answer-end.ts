import type { FastifyReply } from 'fastify'

/** How an answer came to its end. */
interface AnswerEnd {
  status: number
  /** Its caller left before it was out. */
  hungUp: boolean
  ms: number
}

/** What proxies write down for a caller who left before there was an answer. */
const hungUpStatus = 499

/** Tells once: when the last byte is out, or when the caller hangs up, of whom the server's own hook says nothing: they are who waited too long. */
export function whenEnded({ raw }: FastifyReply, notify: (end: AnswerEnd) => void): void {
  const from = performance.now()
  // It comes once: listening for it once would cost a wrapper around this, and its removal.
  raw.on('close', () => {
    const hungUp = !raw.writableFinished
    const status = hungUp && !raw.headersSent ? hungUpStatus : raw.statusCode
    notify({ status, hungUp, ms: performance.now() - from })
  })
}
