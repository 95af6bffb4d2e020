import type { ReportingVerbs } from '../../contract/report.ts'
import { readCountries } from './countries.ts'
import { readDays, readTotals } from './days.ts'
import { readEntities } from './entities.ts'
import { reportDaysBack } from './question.ts'
import type { Deps } from './question.ts'

/** How long background reading may wait for its turn. */
const maxWaitMs = 60_000

export function reportingVerbs(deps: Deps): ReportingVerbs {
  return {
    attribution: 'revenue within 7 days',
    calendar: 'utc',
    // A day less than there is: midnight may pass between our look at the clock and the platform's.
    historyDays: reportDaysBack - 1,
    daysAtOnce: 15,
    days: (accountId, range, signal) => readDays(deps, range, { accountId, signal, maxWaitMs }),
    entities: ({ id: accountId }, signal) => readEntities(deps, { accountId, signal, maxWaitMs }),
    totals: (accountId, range, signal) => readTotals(deps, range, { accountId, signal, maxWaitMs }),
    countries: (accountId, question) =>
      readCountries(deps, question, { accountId, signal: question.signal, maxWaitMs }),
  }
}
