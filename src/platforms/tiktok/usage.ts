/** Which of its limits was broken the platform does not say: the wait grows with every refusal in a row. */
const waitsMs = [1_000, 5_000, 30_000, 300_000]

interface Refusals {
  count: number
  until: number
}

export function createThrottleWaits(now = () => performance.now()) {
  const refusals = new Map<string, Refusals>()
  return {
    /** How long the account is to be left alone. */
    refused(accountId: string): number {
      const before = refusals.get(accountId)
      // Calls that were on their way together are refused together: that is one refusal.
      if (before && now() < before.until) return before.until - now()
      const count = (before?.count ?? 0) + 1
      const waitMs = waitsMs[Math.min(count, waitsMs.length) - 1]!
      refusals.set(accountId, { count, until: now() + waitMs })
      return waitMs
    },
    passed(accountId: string): void {
      refusals.delete(accountId)
    },
  }
}
