import { setTimeout as pause } from 'node:timers/promises'

/** Short enough that nobody waits for it, long enough that what is waited for gets the processor meanwhile. */
const pauseMs = 20

/** Asks until it is so. */
export async function untilTrue(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await askUntil(async () => (await isSo()) || null)
}

/** Asks until there is an answer. */
export async function askUntil<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    await pause(pauseMs)
  }
}
