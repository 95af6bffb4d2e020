import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { MetricsQuery, MetricsRow, NetworkMetric, Pivot } from '../../contract/network.ts'
import type { AccountRef, EntityType } from '../../contract/manage.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { Api, CallOptions } from '../client.ts'
import { readCampaigns, readCreatives, readGroups } from '../manage/read.ts'
import { entityUrn, idIn, isId, microsIn } from '../map.ts'
import type { FigureRow } from '../wire.ts'
import { maxReachDays } from './reach.ts'
import { dayOf, figureIn, lastDayOf, readRows } from './rows.ts'
import type { Filter, Question } from './question.ts'

/** What the platform is asked for a figure; ratios are made of two. */
const columnsOf: Record<NetworkMetric, string[]> = {
  spend: ['costInLocalCurrency'],
  impressions: ['impressions'],
  clicks: ['clicks'],
  ctr: ['clicks', 'impressions'],
  cpc: ['costInLocalCurrency', 'clicks'],
  cpm: ['costInLocalCurrency', 'impressions'],
  landingPageClicks: ['landingPageClicks'],
  conversions: ['externalWebsiteConversions'],
  conversionValue: ['conversionValueInLocalCurrency'],
  leads: ['oneClickLeads'],
  leadFormOpens: ['oneClickLeadFormOpens'],
  engagements: ['totalEngagements'],
  likes: ['likes'],
  comments: ['comments'],
  shares: ['shares'],
  follows: ['follows'],
  videoStarts: ['videoStarts'],
  videoViews: ['videoViews'],
  videoCompletions: ['videoCompletions'],
  reach: ['approximateMemberReach'],
  frequency: ['impressions', 'approximateMemberReach'],
}

/** By how much a ratio is larger than its two figures: percent, and the price of a thousand. */
const ratios: Partial<Record<NetworkMetric, number>> = { ctr: 100, cpc: 1, cpm: 1000, frequency: 1 }
const people: NetworkMetric[] = ['reach', 'frequency']

/** What has ids of its own here. */
const levels: Partial<Record<Pivot, { level: EntityType; filter: Filter['name'] }>> = {
  CAMPAIGN_GROUP: { level: 'campaign', filter: 'campaignGroups' },
  CAMPAIGN: { level: 'adset', filter: 'campaigns' },
  CREATIVE: { level: 'ad', filter: 'creatives' },
}

export async function readMetrics(api: Api, { id: accountId }: AccountRef, query: MetricsQuery): Promise<MetricsRow[]> {
  const issues = issuesOf(query)
  if (issues.length > 0) throw brokenRules(issues)
  const { pivot, entityIds, range, granularity, metrics } = query
  const place = levels[pivot]
  const options = { accountId }
  const question: Question = {
    pivots: [pivot],
    range,
    granularity,
    columns: [...new Set(metrics.flatMap((metric) => columnsOf[metric]))],
    of:
      place && entityIds ? { name: place.filter, urns: entityIds.map((id) => entityUrn(place.level, id)) } : undefined,
  }
  const rows: FigureRow[] = []
  for await (const some of readRows(api, question, options)) rows.push(...some)
  const valueOf = ({ pivotValues: [value = ''] }: FigureRow) => (place || pivot === 'ACCOUNT' ? idIn(value) : value)
  const names = place ? await namesOf(api, place.level, rows.map(valueOf), options) : new Map<string, string>()
  return rows.map((row) => ({
    value: valueOf(row),
    name: names.get(valueOf(row)) ?? null,
    from: granularity === 'ALL' ? range.from : dayOf(row),
    to: granularity === 'ALL' ? range.to : lastDayOf(row),
    metrics: Object.fromEntries(metrics.map((metric) => [metric, figureOf(row, metric)])),
  }))
}

function issuesOf({ pivot, entityIds, metrics, range }: MetricsQuery): Issue[] {
  const issues: Issue[] = []
  if (entityIds && !levels[pivot])
    issues.push({
      path: 'entityIds',
      message: `go with a pivot of ${Object.keys(levels).join(', ')}, not with ${pivot}`,
    })
  for (const id of entityIds ?? [])
    if (!isId(id)) issues.push({ path: 'entityIds', message: `${id} is no id: ids are made of digits` })
  if (!metrics.some((metric) => people.includes(metric))) return issues
  if (pivot.startsWith('MEMBER_'))
    issues.push({ path: 'metrics', message: `${people.join(' and ')} cannot be split by what people are` })
  if (daysIn(range) > maxReachDays)
    issues.push({ path: 'metrics', message: `${people.join(' and ')} are counted over at most ${maxReachDays} days` })
  return issues
}

async function namesOf(api: Api, level: EntityType, ids: string[], options: CallOptions): Promise<Map<string, string>> {
  const read = { campaign: readGroups, adset: readCampaigns, ad: readCreatives }[level]
  const found = await read(api, [...new Set(ids)], options)
  return new Map([...found].flatMap(([id, { name }]) => (name ? [[id, name] as const] : [])))
}

function figureOf(row: FigureRow, metric: NetworkMetric): number | null {
  const [first = '', second] = columnsOf[metric]
  if (second === undefined) return valueIn(row, first)
  const divisor = valueIn(row, second)
  if (divisor === 0) return null
  return Math.round(((valueIn(row, first) * (ratios[metric] ?? 1)) / divisor) * 10_000) / 10_000
}

function valueIn(row: FigureRow, column: string): number {
  const value = row[column]
  // Money comes as text, and is as exact as the text.
  return typeof value === 'string' ? microsIn(value) / 1_000_000 : figureIn(row, column)
}
