import { addDays } from '../../kit/time/days.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { ReportingVerbs } from '../../contract/report.ts'
import type { Api } from '../client.ts'
import { readCountries } from './countries.ts'
import { readDays, readTotals } from './days.ts'
import { readEntities } from './entities.ts'
import type { Deps } from './question.ts'
import { readReach } from './reach.ts'

/** As far back as anybody asks here; the platform names no end. */
const historyDays = 1096
const daysAtOnce = 90
/** Nobody waits in front of a screen: better to pause than to give up. */
const patienceMs = 60_000

const attribution = 'as set for the account; unless changed there, 7 days after a click or 1 day after a view'

export function reportingVerbs(api: Api, { isSandbox, now }: Surroundings): ReportingVerbs {
  const depsOf = (accountId: string, signal?: AbortSignal): Deps => ({
    api,
    accountId,
    isSandbox,
    settledDay: addDays(now().toISOString().slice(0, 10), -2),
    options: { accountId, signal, maxWaitMs: patienceMs },
  })
  return {
    attribution,
    calendar: 'account',
    historyDays,
    daysAtOnce,
    days: (accountId, range, signal) => readDays(depsOf(accountId, signal), range),
    entities: ({ id }, signal) => readEntities(depsOf(id, signal)),
    totals: (accountId, range, signal) => readTotals(depsOf(accountId, signal), range),
    reach: (accountId, question) => readReach(depsOf(accountId, question.signal), question),
    countries: (accountId, question) => readCountries(depsOf(accountId, question.signal), question),
  }
}
