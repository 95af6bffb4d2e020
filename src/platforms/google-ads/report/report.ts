import type { ReportingVerbs } from '../../contract/report.ts'
import type { Api } from '../client.ts'
import { readCountries } from './countries.ts'
import { readDays, readTotals } from './days.ts'
import { readEntities } from './entities.ts'

/** How long background reading may wait for its turn. */
const maxWaitMs = 60_000
/** Daily figures are kept for 37 months. */
const historyDays = 1_120
/** Two queries for each stretch of days: longer ones cost less of the day's operations. */
const daysAtOnce = 30

export function reportingVerbs(api: Api): ReportingVerbs {
  return {
    attribution: 'as set for each conversion action in the account, counted on the day of the click',
    calendar: 'account',
    historyDays,
    daysAtOnce,
    days: (accountId, range, signal) => readDays(api, range, { accountId, signal, maxWaitMs }),
    entities: ({ id: accountId }, signal) => readEntities(api, { accountId, signal, maxWaitMs }),
    totals: (accountId, range, signal) => readTotals(api, range, { accountId, signal, maxWaitMs }),
    countries: (accountId, question) => readCountries(api, question, { accountId, signal: question.signal }),
  }
}
