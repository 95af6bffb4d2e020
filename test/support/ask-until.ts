import { setTimeout as pause } from 'node:timers/promises'

/** Short enough that nobody waits for it, long enough that what is waited for gets the processor meanwhile. */
const pauseMs = 20

/** Just before the runner would end the test without a word (`--test-timeout` in test/run.ts). */
const maxWaitMs = 220_000

/** Asks until it is so. */
export async function untilTrue(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await askedUntil(async () => (await isSo()) || null, isSo)
}

/** Asks until there is an answer. */
export async function askUntil<T>(ask: () => Promise<T | null>): Promise<T> {
  return askedUntil(ask, ask)
}

async function askedUntil<T>(ask: () => Promise<T | null>, question: () => unknown): Promise<T> {
  const from = performance.now()
  for (let times = 1; ; times += 1) {
    const answer = await ask()
    if (answer !== null) return answer
    const ms = performance.now() - from
    if (ms > maxWaitMs)
      throw new Error(
        `Asked ${times} times within ${Math.round(ms / 1000)} s, and never was it so: ${String(question)}`,
      )
    await pause(pauseMs)
  }
}
