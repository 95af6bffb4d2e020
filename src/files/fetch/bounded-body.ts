import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'

export interface BodyLimits {
  maxBytes: number
  idleTimeoutMs: number
}

export interface BodyEvents {
  tooLarge(seen: number): Error
  /** The server stayed silent for too long. */
  idle(): Error
  failed(error: unknown): Error
  /** The body has ended, failed, or is no longer wanted. */
  closed(): void
}

/** A body that ends in an error when it grows past its limit or stops coming, whatever its headers promised. */
export function boundBody(body: Readable, limits: BodyLimits, events: BodyEvents): Readable {
  let seen = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh()
      seen += chunk.length
      if (seen > limits.maxBytes) done(events.tooLarge(seen))
      else done(null, chunk)
    },
  })
  const timer = setTimeout(() => {
    // While the reader of this body is the slow one, the server has nothing to answer for.
    if (bounded.writableNeedDrain) timer.refresh()
    else bounded.destroy(events.idle())
  }, limits.idleTimeoutMs)
  body.on('error', (error) => bounded.destroy(events.failed(error)))
  // A body that nobody reads any more may still fail; without a listener that would end the process.
  bounded.on('error', () => undefined)
  bounded.once('close', () => {
    clearTimeout(timer)
    body.destroy()
    events.closed()
  })
  return body.pipe(bounded)
}
