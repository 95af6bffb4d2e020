import type { Surroundings } from '../../contract/platform.ts'
import type { ReportingVerbs } from '../../contract/report.ts'
import type { Api } from '../client.ts'
import { readCountries } from './countries.ts'
import { readDays, readTotals } from './days.ts'
import type { Deps } from './days.ts'
import { readEntities } from './entities.ts'
import { createFamilies, freshMs } from './family.ts'
import { readReach } from './reach.ts'
import { reportDaysBack } from './run.ts'

/** How long background reading may wait for its turn. */
const maxWaitMs = 60_000

export function reportingVerbs(api: Api, { now, isSandbox }: Pick<Surroundings, 'now' | 'isSandbox'>): ReportingVerbs {
  const pace = { lookMs: isSandbox ? 200 : 3_000, maxWaitMs: 5 * 60_000 }
  const families = createFamilies(api)
  const clock = () => ({ today: now().toISOString().slice(0, 10), pace })
  const deps: Deps = { api, families, clock }
  return {
    attribution: '30 days after a click or an engagement, 1 day after a view',
    calendar: 'utc',
    historyDays: reportDaysBack - 1,
    daysAtOnce: 30,
    days: (accountId, range, signal) => readDays(deps, range, { accountId, signal, maxWaitMs }),
    entities: ({ id: accountId }, signal) => readEntities(api, { accountId, signal, maxWaitMs }),
    totals: (accountId, range, signal) => readTotals(deps, range, { accountId, signal, maxWaitMs }),
    reach: (accountId, question) => readReach(deps, question, { accountId, signal: question.signal }),
    async countries(accountId, question) {
      const options = { accountId, signal: question.signal }
      const family = await families.of(accountId, freshMs, options)
      return readCountries(api, { family, today: clock().today }, question, options)
    },
  }
}
