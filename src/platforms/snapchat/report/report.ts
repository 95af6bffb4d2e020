import { daysIn } from '../../kit/time/days.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { ReportingVerbs } from '../../contract/report.ts'
import type { Snap } from '../client.ts'
import { readCountries } from './countries.ts'
import { readDays, readTotals } from './days.ts'
import { readEntities } from './entities.ts'
import { createFamilies } from './family.ts'
import { daysAtOnce } from './question.ts'
import { readReach } from './reach.ts'

/** How long background reading may wait for its turn. */
const maxWaitMs = 60_000
/** Figures of more ads and days than this are prepared in the background. */
const usualLargestAnswer = 20_000

export function reportingVerbs(
  snap: Snap,
  { isSandbox, timeoutMs }: Pick<Surroundings, 'isSandbox' | 'timeoutMs'>,
  largestAnswer = usualLargestAnswer,
): ReportingVerbs {
  const families = createFamilies(snap)
  const pace = { lookMs: isSandbox ? 200 : 3_000, timeoutMs }
  return {
    attribution: '28 days after a swipe, 1 day after a view',
    calendar: 'account',
    // The platform names no limit; nobody may ask us for more than three years.
    historyDays: 1096,
    daysAtOnce,
    days(accountId, range, signal) {
      const options = { accountId, signal, maxWaitMs }
      const max = Math.floor(largestAnswer / Math.min(daysIn(range), daysAtOnce))
      return readDays(snap, families, { range, paceFor: (ads) => (ads > max ? pace : undefined) }, options)
    },
    entities: ({ id: accountId }, signal) => readEntities(snap, { accountId, signal, maxWaitMs }),
    totals: (accountId, range, signal) => readTotals(snap, families, range, { accountId, signal, maxWaitMs }),
    reach: (accountId, question) => readReach(snap, families, question, { accountId, signal: question.signal }),
    countries: (accountId, question) => readCountries(snap, families, question, { accountId, signal: question.signal }),
  }
}
