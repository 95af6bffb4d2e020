import { budgetFacts, createdAt } from '../../kit/entity-facts.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { AdDay, ReachQuestion, ReachRow, ReportEntity, ReportingVerbs } from '../../contract/report.ts'
import type { CallOptions, Snap } from '../client.ts'
import { fromMicro, statusOf } from '../map.ts'
import { readCountries } from './countries.ts'
import { createFamilies, everyPage } from './family.ts'
import type { Families, Family } from './family.ts'
import { daysAtOnce, readRows } from './rows.ts'
import type { Row } from './rows.ts'
import type { RunPace } from './run.ts'
import { ReportAdSquadWire, ReportAdWire, ReportCampaignWire } from './wire.ts'
import { countFields, resultFieldOf } from './stats.ts'

/** How long background reading may wait for its turn. */
const patienceMs = 60_000
/** Figures of more ads and days than this are prepared in the background. */
const usualLargestAnswer = 20_000
/** So many rows are handed on at once. */
const handful = 5_000
const fields = [...countFields, 'conversion_purchases_value']

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
      const options = { accountId, signal, maxWaitMs: patienceMs }
      const most = Math.floor(largestAnswer / Math.min(daysIn(range), daysAtOnce))
      return readDays(snap, families, { range, paceFor: (ads) => (ads > most ? pace : undefined) }, options)
    },
    entities: ({ id: accountId }, signal) => readEntities(snap, { accountId, signal, maxWaitMs: patienceMs }),
    reach: (accountId, question) => readReach(snap, families, question, { accountId, signal: question.signal }),
    countries: (accountId, question) => readCountries(snap, families, question, { accountId, signal: question.signal }),
  }
}

async function* readDays(
  snap: Snap,
  families: Families,
  { range, paceFor }: { range: DayRange; paceFor: (ads: number) => RunPace | undefined },
  options: CallOptions,
): AsyncGenerator<AdDay[]> {
  const { accountId } = options
  let family = await families.of(accountId, options)
  let isFresh = false
  const background = paceFor(family.adSetOf.size)
  const timeZone = await families.timeZoneOf(accountId, options)
  const question = { accountId, level: 'ad', ...range, timeZone, isDaily: true, fields, background } as const
  for await (const rows of readRows(snap, question, options)) {
    if (!isFresh && rows.some(({ id }) => !family.adSetOf.has(id))) {
      family = await families.anew(accountId, options)
      isFresh = true
    }
    for (let start = 0; start < rows.length; start += handful)
      yield rows.slice(start, start + handful).map((row) => adDayOf(row, family))
  }
}

function adDayOf({ id, day, stats }: Row, family: Family): AdDay {
  const adSetId = family.adSetOf.get(id)
  const adSet = adSetId === undefined ? undefined : family.adSets.get(adSetId)
  const field = resultFieldOf(adSet?.goal)
  return {
    day: day ?? '',
    adId: id,
    // Money is never dropped, even when the platform no longer tells where the ad belonged.
    adSetId: adSetId ?? 'unknown',
    campaignId: adSet?.campaignId ?? 'unknown',
    spendMicros: Math.round(stats.spend ?? 0),
    impressions: stats.impressions ?? 0,
    clicks: stats.swipes ?? 0,
    conversions: stats.conversion_purchases ?? 0,
    conversionValueMicros: Math.round(stats.conversion_purchases_value ?? 0),
    results: field === undefined ? null : (stats[field] ?? 0),
  }
}

function stateOf({ status, deleted, created_at: created }: { status: string; deleted?: boolean; created_at?: string }) {
  const state = deleted ? ('deleted' as const) : statusOf(status).status
  return { status: deleted ? 'DELETED' : status, state, createdTime: createdAt(created) }
}

async function* readEntities(snap: Snap, options: CallOptions): AsyncGenerator<ReportEntity[]> {
  const { accountId } = options
  for await (const page of everyPage(snap, { kind: 'campaign', schema: ReportCampaignWire }, accountId, options))
    yield page.map((campaign) => ({
      level: 'campaign',
      id: campaign.id,
      name: campaign.name,
      ...stateOf(campaign),
      ...budgetFacts({
        dailyBudget: fromMicro(campaign.daily_budget_micro),
        lifetimeBudget: fromMicro(campaign.lifetime_spend_cap_micro),
      }),
      campaignId: null,
      adSetId: null,
    }))
  const campaignOf = new Map<string, string>()
  for await (const page of everyPage(snap, { kind: 'adsquad', schema: ReportAdSquadWire }, accountId, options)) {
    for (const squad of page) campaignOf.set(squad.id, squad.campaign_id)
    yield page.map((squad) => ({
      level: 'adset',
      id: squad.id,
      name: squad.name,
      ...stateOf(squad),
      ...budgetFacts({
        dailyBudget: fromMicro(squad.daily_budget_micro),
        lifetimeBudget: fromMicro(squad.lifetime_budget_micro),
      }),
      campaignId: squad.campaign_id,
      adSetId: null,
    }))
  }
  for await (const page of everyPage(snap, { kind: 'ad', schema: ReportAdWire }, accountId, options))
    yield page.map((ad) => ({
      level: 'ad',
      id: ad.id,
      name: ad.name,
      ...stateOf(ad),
      campaignId: campaignOf.get(ad.ad_squad_id) ?? null,
      adSetId: ad.ad_squad_id,
    }))
}

async function readReach(
  snap: Snap,
  families: Families,
  { level, range, isDaily }: ReachQuestion,
  options: CallOptions,
): Promise<ReachRow[]> {
  // Of a whole account the platform tells nothing but its spend, and people of several campaigns do not add up.
  if (level === 'account') return []
  const { accountId } = options
  const timeZone = await families.timeZoneOf(accountId, options)
  const question = { accountId, level, ...range, timeZone, isDaily, fields: ['uniques', 'frequency'] }
  const found: ReachRow[] = []
  for await (const rows of readRows(snap, question, options))
    for (const { id, day, stats } of rows)
      found.push({ id, day, reach: stats.uniques ?? null, frequency: stats.frequency ?? null })
  return found
}
