import { brokenRules, PlatformError } from '../../../errors.ts'
import type { BreakdownName, InsightsQuery, InsightsRow } from '../../contract/insights.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { CallOptions, Graph, Params } from '../client.ts'
import { InsightsRowWire, metricFields, metricsOf, resultsByType } from './map-insights.ts'
import { nodeId } from '../map.ts'
import { runReport } from './run.ts'
import { isOneOf } from '../duplicate/codes.ts'

const tooMuch = [1487534]
const tooOld = [3018]

/** With a breakdown, reach that lies further back is left out of reports that are made while we wait. */
const oldMonths = 13
/** From this length on the platform is asked to prepare the report, instead of making it while we wait. */
const longDays = 186
const dayMs = 86_400_000
const maxRows = 100_000
/** Many ranges in one question make it heavy. */
const maxRangesAtOnce = 20

const wireBreakdowns: Record<BreakdownName, string[]> = {
  country: ['country'],
  age: ['age'],
  gender: ['gender'],
  publisher_platform: ['publisher_platform'],
  placement: ['publisher_platform', 'platform_position'],
  device: ['device_platform'],
  region: ['region'],
}

const nameFields = 'ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name'

export async function insights(
  graph: Graph & Pick<Surroundings, 'isSandbox' | 'now'>,
  accountId: string,
  query: InsightsQuery,
): Promise<InsightsRow[]> {
  const account = nodeId(accountId)
  const options = { accountId: account, signal: query.signal }
  const reports: Report = { graph, account, isSandbox: graph.isSandbox, options, today: graph.now() }
  const parts = chunks(query.ranges, maxRangesAtOnce)
  const rows = await Promise.all(parts.map((ranges) => readRanges(reports, { ...query, ranges })))
  return rows.flat().map((row) => toRow(row, query.by))
}

interface Report {
  graph: Graph
  account: string
  isSandbox: boolean
  options: CallOptions
  today: Date
}

async function readRanges(report: Report, query: InsightsQuery): Promise<InsightsRowWire[]> {
  const params = wireParams(query)
  try {
    return isLong(query) || isOld(query, report.today) ? await prepared(report, params) : await asked(report, params)
  } catch (error) {
    if (isOneOf(error, tooOld)) throw tooLongAgo(error)
    if (!isOneOf(error, tooMuch) || query.ranges.length < 2) throw error
    // Every range is a question of its own, so half of them is a smaller question with the same answers.
    const half = Math.ceil(query.ranges.length / 2)
    const halves = [query.ranges.slice(0, half), query.ranges.slice(half)]
    return (await Promise.all(halves.map((ranges) => readRanges(report, { ...query, ranges })))).flat()
  }
}

/** While we wait; what is too much for that is prepared in the background. */
async function asked(report: Report, params: Params): Promise<InsightsRowWire[]> {
  const { graph, account, options } = report
  try {
    return await graph.list(InsightsRowWire, `${account}/insights`, params, { ...options, limit: maxRows })
  } catch (error) {
    const isSlow = error instanceof PlatformError && error.kind === 'transient'
    if (!isSlow && !isOneOf(error, tooMuch)) throw error
    return prepared(report, params)
  }
}

function prepared({ graph, account, options, isSandbox }: Report, params: Params): Promise<InsightsRowWire[]> {
  return runReport(graph, `${account}/insights`, params, { options, isSandbox, maxRows: maxRows })
}

function wireParams({ level, ranges, by, isDaily }: InsightsQuery): Params {
  const wire = ranges.map(({ from, to }) => ({ since: from, until: to }))
  return {
    level,
    fields: level === 'account' ? metricFields : `${nameFields},${metricFields}`,
    ...(wire.length === 1 ? { time_range: wire[0] } : { time_ranges: wire }),
    ...(by ? { breakdowns: wireBreakdowns[by] } : {}),
    ...(isDaily ? { time_increment: 1 } : {}),
  }
}

function isLong({ ranges }: InsightsQuery): boolean {
  return ranges.some(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs >= longDays)
}

function isOld({ ranges, by }: InsightsQuery, today: Date): boolean {
  const limit = new Date(today)
  limit.setUTCMonth(limit.getUTCMonth() - oldMonths)
  return by !== undefined && ranges.some(({ from }) => Date.parse(from) < limit.getTime())
}

function tooLongAgo(error: PlatformError): Error {
  return brokenRules([{ path: 'startDate', message: `lies too far back: ${error.failure.message}` }])
}

function chunks<T>(items: T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

function toRow(row: InsightsRowWire, by: BreakdownName | undefined): InsightsRow {
  return {
    from: row.date_start,
    to: row.date_stop,
    by: by ? splitBy(row, by) : null,
    adId: textIn(row, 'ad_id'),
    adName: textIn(row, 'ad_name'),
    adSetId: textIn(row, 'adset_id'),
    adSetName: textIn(row, 'adset_name'),
    campaignId: textIn(row, 'campaign_id'),
    campaignName: textIn(row, 'campaign_name'),
    metrics: metricsOf(row),
    resultsByType: resultsByType(row),
  }
}

function textIn(row: InsightsRowWire, field: string): string | null {
  const value = row[field]
  return typeof value === 'string' ? value : null
}

const networks: Record<string, string> = { facebook: 'primary', instagram: 'secondary' }

/** In our own words: `secondary`, `secondary:reels`. */
function splitBy(row: InsightsRowWire, by: BreakdownName): string {
  const [first, second] = wireBreakdowns[by].map((field) => textIn(row, field) ?? 'unknown')
  const value = networks[first!] ?? first!
  if (second === undefined) return value
  return `${value}:${second.replace(/^(facebook|instagram)_/, '')}`
}
