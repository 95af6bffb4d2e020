/** What happens often is told at once the first time, then at most once an hour with how often it happened meanwhile. */
export interface Hourly<Of extends object> {
  note(of: Of, ms: number): void
  /** Tells what is left. */
  close(): Promise<void>
}

export interface HourlyCount {
  times: number
  /** Together. */
  ms: number
}

interface Entry<Of> extends HourlyCount {
  of: Of
  notifiedAt: number
}

const hourMs = 60 * 60_000
const lookEveryMs = 60_000
/** Beyond so many, what is new is not told apart: whoever has more of it has other worries. */
const maxKnown = 10_000

export function createHourly<Of extends object>(
  notify: (of: Of, count: HourlyCount) => void,
  now: () => number = () => performance.now(),
): Hourly<Of> {
  const known = new Map<string, Entry<Of>>()
  const notifyEntry = (entry: Entry<Of>) => {
    const { of, times, ms } = entry
    notify(of, { times, ms: Math.round(ms) })
    Object.assign(entry, { times: 0, ms: 0, notifiedAt: now() })
  }
  const look = () => {
    for (const [key, entry] of known) {
      if (now() - entry.notifiedAt < hourMs) continue
      if (entry.times === 0) known.delete(key)
      else notifyEntry(entry)
    }
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return {
    note(of, ms) {
      const key = JSON.stringify(of)
      const entry = known.get(key)
      if (entry) {
        entry.times += 1
        entry.ms += ms
      } else if (known.size < maxKnown) {
        const first = { of, times: 1, ms, notifiedAt: 0 }
        known.set(key, first)
        notifyEntry(first)
      }
    },
    async close() {
      clearInterval(timer)
      for (const entry of known.values()) if (entry.times > 0) notifyEntry(entry)
    },
  }
}
