import type { DayRange } from '../../contract/insights.ts'
import { budgetFacts, createdAt } from '../../kit/entity-facts.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { AdDay, ReachQuestion, ReachRow, ReportEntity, ReportingVerbs } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { readCountries } from './countries.ts'
import { createFamilies, everyPage, idsAt, ReportAdWire } from './family.ts'
import type { Families, Family } from './family.ts'
import { columns, countsOf } from './figures.ts'
import { readRows } from './rows.ts'
import type { Row } from './rows.ts'
import { reportDays, reportDaysBack } from './run.ts'
import type { RunPace } from './run.ts'
import { fromMicro, groupBudgets, statusOf } from '../map.ts'
import { AdGroupWire, CampaignWire } from '../wire.ts'

/** How long background reading may wait for its turn. */
const patienceMs = 60_000
/** Ads have to be named, so those that were made a moment ago have to be known. */
const freshMs = 60_000
const reachColumns = ['TOTAL_IMPRESSION_USER', 'TOTAL_IMPRESSION_FREQUENCY']

interface Deps {
  api: Api
  families: Families
  /** Today, where the platform counts days, and how patiently reports are waited for. */
  clock: () => { today: string; pace: RunPace }
}

export function reportingVerbs(api: Api, { now, isSandbox }: Pick<Surroundings, 'now' | 'isSandbox'>): ReportingVerbs {
  const pace = { lookMs: isSandbox ? 200 : 3_000, longestWaitMs: 5 * 60_000 }
  const families = createFamilies(api)
  const clock = () => ({ today: now().toISOString().slice(0, 10), pace })
  const deps = { api, families, clock }
  return {
    attribution: '30 days after a click or an engagement, 1 day after a view',
    calendar: 'utc',
    historyDays: reportDaysBack - 1,
    daysAtOnce: 30,
    days: (accountId, range, signal) => readDays(deps, range, { accountId, signal, maxWaitMs: patienceMs }),
    entities: ({ id: accountId }, signal) => readEntities(api, { accountId, signal, maxWaitMs: patienceMs }),
    reach: (accountId, question) => readReach(deps, question, { accountId, signal: question.signal }),
    async countries(accountId, question) {
      const options = { accountId, signal: question.signal }
      const family = await families.of(accountId, freshMs, options)
      return readCountries(api, { family, today: clock().today }, question, options)
    },
  }
}

async function* readDays(
  { api, families, clock }: Deps,
  range: DayRange,
  options: CallOptions,
): AsyncGenerator<AdDay[]> {
  const family = await families.of(options.accountId, freshMs, options)
  const question = { level: 'ad', range, isDaily: true, columns, ids: idsAt('ad', family) } as const
  for await (const rows of readRows(api, clock(), question, options)) {
    const days = rows.filter(isSomething).map((row) => adDayOf(row, family))
    if (days.length > 0) yield days
  }
}

function isSomething({ figures }: Row): boolean {
  return Object.values(figures).some((figure) => figure !== 0)
}

function adDayOf({ id, day, figures }: Row, { ads, objectives }: Family): AdDay {
  // Money is never dropped, even when the platform no longer tells where the ad belonged.
  const { adSetId, campaignId } = ads.get(id) ?? { adSetId: 'unknown', campaignId: 'unknown' }
  return { day: day ?? '', adId: id, adSetId, campaignId, ...countsOf(figures, objectives.get(campaignId)) }
}

function stateOf({ status, created_time: seconds }: { status: string; created_time?: number | null }) {
  return { status, state: statusOf(status).status, createdTime: createdAt(seconds && seconds * 1000) }
}

async function* readEntities(api: Api, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  for await (const page of everyPage(api, 'campaigns', CampaignWire, options))
    yield page.map(({ id, name, daily_spend_cap: daily, lifetime_spend_cap: lifetime, ...campaign }) => ({
      level: 'campaign',
      id,
      name,
      ...stateOf(campaign),
      ...budgetFacts({ dailyBudget: fromMicro(daily), lifetimeBudget: fromMicro(lifetime) }),
      campaignId: null,
      adSetId: null,
    }))
  const campaignOf = new Map<string, string>()
  for await (const page of everyPage(api, 'ad_groups', AdGroupWire, options)) {
    for (const { id, campaign_id: campaignId } of page) campaignOf.set(id, campaignId)
    yield page.map(({ id, name, campaign_id: campaignId, ...group }) => ({
      level: 'adset',
      id,
      name,
      ...stateOf(group),
      ...budgetFacts(groupBudgets(group)),
      campaignId,
      adSetId: null,
    }))
  }
  for await (const page of everyPage(api, 'ads', ReportAdWire, options))
    yield page.map(({ id, name, ad_group_id: adSetId, campaign_id: campaignId, ...ad }) => ({
      level: 'ad',
      id,
      // Ads need no name here.
      name: name || id,
      ...stateOf(ad),
      campaignId: campaignId ?? campaignOf.get(adSetId) ?? null,
      adSetId,
    }))
}

async function readReach(
  { api, families, clock }: Deps,
  { level, range, isDaily }: ReachQuestion,
  options: CallOptions,
): Promise<ReachRow[]> {
  const { today, pace } = clock()
  const isTooLong = !isDaily && daysIn(range) > reportDays
  const isTooOld = daysIn({ from: range.from, to: today }) > reportDaysBack
  // People of two stretches do not add up: what cannot be asked for in one piece is not known.
  if (isTooLong || (!isDaily && isTooOld)) return []
  const ids = level === 'account' ? [] : idsAt(level, await families.of(options.accountId, freshMs, options))
  const question = { level, range, isDaily, columns: reachColumns, ids }
  const found: ReachRow[] = []
  for await (const rows of readRows(api, { today, pace }, question, options))
    for (const row of rows.filter(isSomething))
      found.push({
        id: level === 'account' ? null : row.id,
        day: row.day,
        reach: row.figures['TOTAL_IMPRESSION_USER'] ?? null,
        frequency: row.figures['TOTAL_IMPRESSION_FREQUENCY'] ?? null,
      })
  return found
}
