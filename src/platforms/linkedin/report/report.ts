import type { Surroundings } from '../../contract/platform.ts'
import type { ReportingVerbs } from '../../contract/report.ts'
import type { Api } from '../client.ts'
import { readDays, readTotals } from './days.ts'
import { readEntities } from './entities.ts'
import { readReach } from './reach.ts'

/** How long background reading may wait for its turn. */
const maxWaitMs = 60_000
/** Figures are kept for ten years. */
const historyDays = 3_650

export function reportingVerbs(api: Api, { now }: Pick<Surroundings, 'now'>): ReportingVerbs {
  const today = () => now().toISOString().slice(0, 10)
  return {
    attribution: 'as set for each conversion in the account, after a click or a view',
    calendar: 'utc',
    historyDays,
    daysAtOnce: 30,
    days: (accountId, range, signal) => readDays(api, { ...range, today: today() }, { accountId, signal, maxWaitMs }),
    entities: ({ id: accountId }, signal) => readEntities(api, { accountId, signal, maxWaitMs }),
    totals: (accountId, range, signal) =>
      readTotals(api, { ...range, today: today() }, { accountId, signal, maxWaitMs }),
    reach: (accountId, question) => readReach(api, question, { accountId, signal: question.signal }),
  }
}
