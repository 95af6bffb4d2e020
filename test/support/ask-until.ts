import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Short enough that nobody waits for it, long enough that what is waited for gets the processor meanwhile. */
const pauseMs = 20

/** Just before the runner would end the test without a word (`--test-timeout` in test/run.ts). */
const maxWaitMs = 220_000

const maxSeenLength = 600

interface Seen {
  answer?: string
  error?: string
}

const waits = new AsyncLocalStorage<Seen>()

/** Tells the wait that asks this, if one does, what came back: a wait that fails says what it saw last. */
export function see(what: string, answer: unknown): void {
  const wait = waits.getStore()
  if (!wait) return
  wait.answer = `${what}: ${shorten(typeof answer === 'string' ? answer : JSON.stringify(answer))}`
}

/** The same for what did not come back. */
export function seeError(what: string, error: unknown): void {
  const wait = waits.getStore()
  if (wait) wait.error = `${what}: ${shorten(String(error))}`
}

/** Asks until it is so. */
export async function untilTrue(isSo: () => Promise<boolean> | boolean, maxMs = maxWaitMs): Promise<void> {
  await askedUntil(async () => (await isSo()) || null, { question: isSo, maxMs })
}

/** Asks until there is an answer. */
export async function askUntil<T>(ask: () => Promise<T | null>, maxMs = maxWaitMs): Promise<T> {
  return askedUntil(ask, { question: ask, maxMs })
}

interface Wait {
  question: () => unknown
  maxMs: number
}

function askedUntil<T>(ask: () => Promise<T | null>, { question, maxMs }: Wait): Promise<T> {
  const seen: Seen = {}
  return waits.run(seen, async () => {
    const ends = performance.now() + maxMs
    for (let times = 1; ; times += 1) {
      const answer = await beforeEnd(ask(), ends)
      if (answer === late)
        throw new Error(
          `${times} times asked, and after ${seconds(maxMs)} s still no answer${describe(seen)}: ${String(question)}`,
        )
      if (answer !== null) return answer
      if (performance.now() > ends)
        throw new Error(
          `Asked ${times} times within ${seconds(maxMs)} s, and never was it so${describe(seen)}: ${String(question)}`,
        )
      await pause(pauseMs)
    }
  })
}

const late = Symbol('late')

/** A question that is never answered would take the wait's last word with it. */
async function beforeEnd<T>(answer: Promise<T>, ends: number): Promise<T | typeof late> {
  const timer = new AbortController()
  const end = pause(Math.max(0, ends - performance.now()) + pauseMs, late, { signal: timer.signal }).catch(() => late)
  try {
    return await Promise.race([answer, end as Promise<typeof late>])
  } finally {
    timer.abort()
  }
}

function describe({ answer, error }: Seen): string {
  const said = [answer && `The last answer was ${answer}`, error && `The last error was ${error}`].filter(Boolean)
  return said.length === 0 ? '' : `. ${said.join('. ')}. Asked for`
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

function shorten(text: string): string {
  return text.length > maxSeenLength ? `${text.slice(0, maxSeenLength)} ... (${text.length} characters)` : text
}
