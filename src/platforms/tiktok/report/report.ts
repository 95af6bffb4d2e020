import { addDays } from '../../kit/time/days.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { ReportingVerbs } from '../../contract/report.ts'
import type { Api } from '../client.ts'
import { adDays } from './days.ts'
import { reportEntities } from './entities.ts'
import { countryRows, reachRows } from './people.ts'
import type { ReportDeps } from './question.ts'

/** As far back as anybody asks here; the platform names no end. */
const historyDays = 1096
const daysAtOnce = 90
/** Nobody waits in front of a screen: better to pause than to give up. */
const patienceMs = 60_000

const attribution = 'as set for the account; unless changed there, 7 days after a click or 1 day after a view'

export function reportingVerbs(api: Api, { isSandbox, now }: Surroundings): ReportingVerbs {
  const groundOf = (accountId: string, signal?: AbortSignal): ReportDeps => ({
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
    days: (accountId, range, signal) => adDays(groundOf(accountId, signal), range),
    entities: ({ id }, signal) => reportEntities(groundOf(id, signal)),
    reach: (accountId, question) => reachRows(groundOf(accountId, question.signal), question),
    countries: (accountId, question) => countryRows(groundOf(accountId, question.signal), question),
  }
}
