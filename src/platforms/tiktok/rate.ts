import { setTimeout as delay } from 'node:timers/promises'

export type Gate = (signal?: AbortSignal) => Promise<void>

/** Lets at most `most` calls through in any `windowMs`; the platform tells nobody how near the limit is. */
export function createGate(most: number, windowMs: number): Gate {
  const leavings: number[] = []
  return async (signal) => {
    const now = Date.now()
    const earliest = leavings.length < most ? now : Math.max(now, leavings[0]! + windowMs)
    leavings.push(earliest)
    if (leavings.length > most) leavings.shift()
    if (earliest > now) await delay(earliest - now, undefined, { signal })
  }
}

/** Which of its limits was broken the platform does not say: the wait grows with every refusal in a row. */
const waitsMs = [1_000, 5_000, 30_000, 300_000]

export function createThrottleWaits() {
  const refusals = new Map<string, number>()
  return {
    refused(accountId: string): number {
      const before = refusals.get(accountId) ?? 0
      refusals.set(accountId, before + 1)
      return waitsMs[Math.min(before, waitsMs.length - 1)]!
    },
    passed(accountId: string): void {
      refusals.delete(accountId)
    },
  }
}
