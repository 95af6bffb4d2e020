import type { DayRange } from '../../contract/insights.ts'
import { standInFor } from '../../contract/report.ts'
import type { AdDay, CountryQuestion, CountryRow, ReportEntity, ReportingVerbs } from '../../contract/report.ts'
import type { CallOptions } from '../client.ts'
import { budgetFacts } from '../../kit/entity-facts.ts'
import { adIdOf, dailyBudgetOf, statusOf, timeOf } from '../map.ts'
import type { Campaign } from '../wire.ts'
import { adIn } from './family.ts'
import type { Family } from './family.ts'
import { addCounts, readRows, reportDaysBack } from './rows.ts'
import type { Counts, Deps, Row } from './rows.ts'

/** How long background reading may wait for its turn. */
const patienceMs = 60_000

export function reportingVerbs(deps: Deps): ReportingVerbs {
  return {
    attribution: 'revenue within 7 days',
    calendar: 'utc',
    // A day less than there is: midnight may pass between our look at the clock and the platform's.
    historyDays: reportDaysBack - 1,
    daysAtOnce: 15,
    days: (accountId, range, signal) => readDays(deps, accountId, range, { signal, maxWaitMs: patienceMs }),
    entities: ({ id: accountId }, signal) => readEntities(deps, { accountId, signal, maxWaitMs: patienceMs }),
    countries: (accountId, question) => readCountries(deps, accountId, question),
  }
}

type Waiting = Omit<CallOptions, 'accountId'>

async function* readDays(deps: Deps, accountId: string, range: DayRange, options: Waiting): AsyncGenerator<AdDay[]> {
  const family = await deps.families.of(accountId, { ...options, accountId })
  const question = { accountId, range, by: ['day' as const, 'creative_set_id' as const] }
  for await (const rows of readRows(deps, question, options)) {
    const days = rows.map((row) => adDayOf(row, family))
    if (days.length > 0) yield days
  }
}

function adDayOf({ day, campaignId, setTold, counts }: Row, family: Family): AdDay {
  const adId = adIn(family, setTold, campaignId) ?? standInFor(campaignId)
  return { day, adId, adSetId: campaignId, campaignId, ...counts }
}

/** Campaigns are told as ad sets too: they are what ads stand in. */
async function* readEntities({ families }: Deps, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  const { campaigns, sets } = await families.of(options.accountId, options)
  const all = [...campaigns.values()]
  yield all.map((campaign) => ({ level: 'campaign', ...toldOf(campaign), campaignId: null, adSetId: null }))
  yield all.map((campaign) => ({ level: 'adset', ...toldOf(campaign), campaignId: campaign.id, adSetId: null }))
  yield [...sets.values()].flatMap((set) =>
    set.campaignIds.map((campaignId) => ({
      level: 'ad' as const,
      id: adIdOf(set, campaignId),
      name: set.name || set.id,
      status: set.status,
      state: statusOf(set.status).status,
      createdTime: timeOf(set.created_at),
      campaignId,
      adSetId: campaignId,
    })),
  )
}

function toldOf(campaign: Campaign) {
  const { id, name, status, created_at: created } = campaign
  const budgets = budgetFacts({ dailyBudget: dailyBudgetOf(campaign), lifetimeBudget: null })
  return { id, name, status, state: statusOf(status).status, ...budgets, createdTime: timeOf(created) }
}

async function readCountries(
  deps: Deps,
  accountId: string,
  { level, range, isDaily, signal }: CountryQuestion,
): Promise<CountryRow[]> {
  const options = { signal, maxWaitMs: patienceMs }
  const family = await deps.families.of(accountId, { ...options, accountId })
  const by = [
    'country' as const,
    ...(isDaily ? (['day'] as const) : []),
    ...(level === 'ad' ? (['creative_set_id'] as const) : []),
  ]
  const sums = new Map<string, { row: Omit<CountryRow, keyof Counts>; counts: Counts }>()
  for await (const rows of readRows(deps, { accountId, range, by }, options))
    for (const { country, day, campaignId, setTold, counts } of rows) {
      const ad = () => adIn(family, setTold, campaignId) ?? standInFor(campaignId)
      const id = level === 'account' ? null : level === 'ad' ? ad() : campaignId
      const row = { country, id, day: isDaily ? day : null, reach: null }
      const key = JSON.stringify(row)
      sums.set(key, { row, counts: addCounts(sums.get(key)?.counts, counts) })
    }
  return [...sums.values()].map(({ row, counts }) => ({ ...row, ...counts }))
}
