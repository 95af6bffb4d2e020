import { pause, pauseBefore } from '../call/retries.ts'
import type { Patience, Tries } from '../call/retries.ts'
import { FlightdeckUnreachable } from '../errors/errors.ts'
import { readMessages } from './event-stream.ts'
import type { Message } from './event-stream.ts'

export interface Followed {
  open: (headers: Record<string, string>) => Promise<Response>
  /** Asked whenever the stream has ended or could not be had; true: there is nothing left to follow. */
  isOver?: () => Promise<boolean>
  lastEventId?: string
  signal?: AbortSignal
  /** How long it may go without any answer. */
  maxWaitSeconds: number
  address: string
}

/** The messages of a stream that is opened again, where it stopped, however often it breaks off. */
export async function* follow(followed: Followed): AsyncGenerator<Message, void, undefined> {
  const { open, isOver, signal, address } = followed
  const patience: Patience = { retries: Infinity, maxWaitSeconds: followed.maxWaitSeconds }
  let lastEventId = followed.lastEventId
  let tries: Tries = { failed: 0, waitedMs: 0 }
  const seen = () => (tries = { failed: 0, waitedMs: 0 })
  for (;;) {
    let broken: unknown = new FlightdeckUnreachable(address, 'the stream ended')
    try {
      const headers = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
      for await (const message of readMessages(await open(headers))) {
        seen()
        lastEventId = message.id
        yield message
      }
    } catch (error) {
      signal?.throwIfAborted()
      broken = error instanceof TypeError ? new FlightdeckUnreachable(address, error) : error
    }
    signal?.throwIfAborted()
    tries.failed += 1
    const wait = pauseBefore(broken, tries, patience)
    if (wait === null) throw broken
    tries.waitedMs += wait
    await pause(wait, signal)
    if (!isOver) continue
    const answered = await isOver().then(
      (over) => ({ over }),
      (error: unknown) => (pauseBefore(error, tries, patience) === null ? Promise.reject(error as Error) : null),
    )
    signal?.throwIfAborted()
    if (answered?.over) return
    // Somebody is there, although not by stream: asking goes on for as long as it takes.
    if (answered) seen()
  }
}
