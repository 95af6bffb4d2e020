import type { Surroundings } from '../../contract/platform.ts'
import type { ReportingVerbs } from '../../contract/report.ts'
import type { Graph } from '../client.ts'
import { nodeId } from '../map.ts'
import { readCountries } from './countries.ts'
import { readDays, readTotals } from './days.ts'
import { readEntities } from './entities.ts'
import type { Deps } from './question.ts'
import { readReach } from './reach.ts'

/** The platform keeps 37 months, and nothing tells us here which day it is where the account is. */
const historyDays = 1120
const daysAtOnce = 90
/** Nobody waits in front of a screen: better to pause than to give up. */
const patienceMs = 60_000

const attribution = 'as set on each ad set; unless changed there, 7 days after a click or 1 day after a view'

export function reportingVerbs(graph: Graph, { isSandbox, now }: Surroundings): ReportingVerbs {
  const depsOf = (accountId: string, signal?: AbortSignal): Deps => {
    const account = nodeId(accountId)
    return { graph, account, isSandbox, options: { accountId: account, signal, maxWaitMs: patienceMs } }
  }
  return {
    attribution,
    calendar: 'account',
    historyDays,
    daysAtOnce,
    days: (accountId, range, signal) => readDays(depsOf(accountId, signal), range),
    entities: ({ id, currency }, signal) => readEntities(depsOf(id, signal), currency),
    totals: (accountId, range, signal) => readTotals(depsOf(accountId, signal), range),
    reach: (accountId, question) => readReach(depsOf(accountId, question.signal), question),
    countries: (accountId, question) => readCountries(depsOf(accountId, question.signal), question, now()),
  }
}
