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
  const { signal, address } = followed
  const patience: Patience = { retries: Infinity, maxWaitSeconds: followed.maxWaitSeconds }
  const tries: Tries = { failed: 0, waitedMs: 0 }
  let { lastEventId } = followed
  for (;;) {
    let broken: unknown = new FlightdeckUnreachable(address, 'the stream ended')
    try {
      const headers = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
      const response = await followed.open(headers)
      tries.waitedMs = 0
      for await (const message of readMessages(response)) {
        tries.failed = 0
        if (message === 'still here') continue
        lastEventId = message.id
        yield message
      }
    } catch (error) {
      // A body that breaks off says so in the words of fetch.
      broken = error instanceof TypeError ? new FlightdeckUnreachable(address, error) : error
    }
    signal?.throwIfAborted()
    tries.failed += 1
    const wait = pauseBefore(broken, tries, patience)
    if (wait === null) throw broken
    tries.waitedMs += wait
    await pause(wait, signal)
    if (await endedMeanwhile(followed, tries, patience)) return
  }
}

/** Somebody who answers is there, although not by stream: then it goes on for as long as it takes, but not more often. */
async function endedMeanwhile({ isOver, signal }: Followed, tries: Tries, patience: Patience): Promise<boolean> {
  if (!isOver) return false
  try {
    const over = await isOver()
    tries.waitedMs = 0
    return over
  } catch (error) {
    signal?.throwIfAborted()
    if (pauseBefore(error, tries, patience) === null) throw error
    return false
  }
}
