import { daysIn } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { AdDay, CountryQuestion, CountryRow, EntityLevel, ReachQuestion, ReachRow } from '../../contract/report.ts'
import type { ReportingVerbs } from '../../contract/report.ts'
import type { Graph, Params } from '../client.ts'
import { numberOf, sumFields, sumsOf } from './map-insights.ts'
import type { InsightsRowWire } from './map-insights.ts'
import { nodeId } from '../map.ts'
import { reportEntities } from './entities.ts'
import { reportRows } from './rows.ts'
import type { RowsGround } from './rows.ts'
import { allStatuses } from './statuses.ts'

/** The platform keeps 37 months, and nothing tells us here which day it is where the account is. */
const historyDays = 1120
const daysAtOnce = 90
/** Longer stretches of single ads and days are prepared in the background. */
const askedDays = 31
/** As are figures of whole stretches from this length on, and parts by country that lie further back than this. */
const longDays = 186
const oldCountryDays = 390
const dayMs = 24 * 3600_000
/** Nobody waits in front of a screen: better to pause than to give up. */
const patienceMs = 60_000

const attribution = 'as set on each ad set; unless changed there, 7 days after a click or 1 day after a view'

export function reportingVerbs(graph: Graph, { isSandbox, now }: Surroundings): ReportingVerbs {
  const groundOf = (accountId: string, signal?: AbortSignal): RowsGround => {
    const account = nodeId(accountId)
    return { graph, account, isSandbox, options: { accountId: account, signal, maxWaitMs: patienceMs } }
  }
  return {
    attribution,
    calendar: 'account',
    historyDays,
    daysAtOnce,
    days: (accountId, range, signal) => adDays(groundOf(accountId, signal), range),
    entities: ({ id, currency }, signal) => reportEntities(groundOf(id, signal), currency),
    reach: (accountId, question) => reachOf(groundOf(accountId, question.signal), question),
    countries: (accountId, question) => countriesOf(groundOf(accountId, question.signal), question, now()),
  }
}

async function* adDays(deps: RowsGround, range: DayRange): AsyncGenerator<AdDay[]> {
  const params = { fields: `ad_id,adset_id,campaign_id,${sumFields}`, ...ofLevel('ad') }
  const question = { range, params, isLarge: daysIn(range) > askedDays, isDaily: true }
  for await (const rows of reportRows(deps, question)) {
    yield rows.map((row) => ({
      day: row.date_start,
      adId: textIn(row, 'ad_id'),
      adSetId: textIn(row, 'adset_id'),
      campaignId: textIn(row, 'campaign_id'),
      ...sumsOf(row),
    }))
  }
}

async function reachOf(deps: RowsGround, { level, range, isDaily }: ReachQuestion): Promise<ReachRow[]> {
  const params = { fields: `${idFields(level)}reach,frequency,impressions`, ...ofLevel(level) }
  const question = { range, params, isLarge: isLong(range, level, isDaily), isDaily }
  const found: ReachRow[] = []
  for await (const rows of reportRows(deps, question)) {
    for (const row of rows) {
      const reach = numberOf(row.reach)
      const perPerson = reach ? (numberOf(row.impressions) ?? 0) / reach : null
      found.push({ ...placeOf(row, level, isDaily), reach, frequency: numberOf(row.frequency) ?? perPerson })
    }
  }
  return found
}

async function countriesOf(deps: RowsGround, asked: CountryQuestion, today: Date): Promise<CountryRow[]> {
  const { level, range, isDaily } = asked
  const fields = `${idFields(level)}${sumFields},reach`
  const params = { fields, ...ofLevel(level), breakdowns: ['country'] }
  // Reach by country that is older than 13 months comes only with reports that were prepared.
  const isOld = Date.parse(range.from) < today.getTime() - oldCountryDays * dayMs
  const question = { range, params, isLarge: isOld || isLong(range, level, isDaily), isDaily }
  const found: CountryRow[] = []
  for await (const rows of reportRows(deps, question)) {
    for (const row of rows) {
      const country = textIn(row, 'country')
      found.push({
        country: /^[A-Z]{2}$/.test(country) ? country : 'unknown',
        ...placeOf(row, level, isDaily),
        ...sumsOf(row),
        reach: numberOf(row.reach),
      })
    }
  }
  return found
}

function isLong(range: DayRange, level: ReachQuestion['level'], isDaily: boolean): boolean {
  return daysIn(range) > (isDaily && level !== 'account' ? askedDays : longDays)
}

/** Without naming every status, what is archived or deleted would be left out. */
function ofLevel(level: ReachQuestion['level']): Params {
  if (level === 'account') return { level }
  return { level, filtering: [{ field: `${level}.effective_status`, operator: 'IN', value: allStatuses(level) }] }
}

const idField: Record<EntityLevel, string> = { campaign: 'campaign_id', adset: 'adset_id', ad: 'ad_id' }

function idFields(level: ReachQuestion['level']): string {
  return level === 'account' ? '' : `${idField[level]},`
}

function placeOf(row: InsightsRowWire, level: ReachQuestion['level'], isDaily: boolean) {
  return {
    id: level === 'account' ? null : textIn(row, idField[level]),
    day: isDaily ? row.date_start : null,
  }
}

function textIn(row: InsightsRowWire, field: string): string {
  const value = row[field]
  return typeof value === 'string' ? value : ''
}
