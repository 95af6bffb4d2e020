import { MustWait } from '../kit/http/pacer.ts'
import type { Gate } from '../kit/http/gate.ts'

export const dailySetting = 'GOOGLE_ADS_DAILY_OPERATIONS'
/** What the usual access level allows: a query is one operation, and so is each thing that is written. */
export const usualDaily = 15_000

/** Where the platform's day of operations begins and ends. */
const zone = 'America/Los_Angeles'

/** Counts the operations of a day, so that the last ones are not spent on calls that would be refused. */
export interface DailyOperations {
  /** Lets so many operations through, or says when there are some again. */
  gate(operations: number): Gate
  percent(): number
}

/** `most` 0: the access level has no limit. */
export function countOperations(max: number, now: () => Date): DailyOperations {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  let day = ''
  let used = 0

  function today(): { secondsLeft: number } {
    const [date = '', time = ''] = clock.format(now()).split(' ')
    if (date !== day) {
      day = date
      used = 0
    }
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
    return { secondsLeft: 86_400 - (hours * 3600 + minutes * 60 + seconds) }
  }

  return {
    gate: (operations) => async () => {
      const { secondsLeft } = today()
      if (max > 0 && used + operations > max) throw new MustWait(secondsLeft * 1000)
      used += operations
    },
    percent: () => (max > 0 ? Math.min(100, Math.round((used / max) * 100)) : 0),
  }
}
