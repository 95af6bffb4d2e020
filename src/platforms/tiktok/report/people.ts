import { PlatformError } from '../../../errors.ts'
import { daysIn, stretchesOf } from '../../kit/time/days.ts'
import type { CountryQuestion, CountryRow, ReachQuestion, ReachRow } from '../../contract/report.ts'
import { platformName } from '../name.ts'
import { askedRows, figureOf, micros, maxDays, placeOf } from './question.ts'
import type { Question, ReportDeps, ReportRow } from './question.ts'
import { taskRows } from './run.ts'

export async function reachRows(deps: ReportDeps, question: ReachQuestion): Promise<ReachRow[]> {
  const { level, range, isDaily } = question
  const asked = { level, range, isDaily, metrics: ['reach', 'frequency', 'impressions'] }
  const rows = await reachFrom(deps, asked)
  return rows.map((row) => {
    const reach = figureOf(row, 'reach')
    const impressions = figureOf(row, 'impressions')
    return { ...placeOf(row, question), reach, frequency: reach && impressions !== null ? impressions / reach : null }
  })
}

/** People of a whole range cannot be pieced together: what is too long to be asked for is made in the background. */
async function reachFrom(deps: ReportDeps, question: Question): Promise<ReportRow[]> {
  if (question.isDaily || daysIn(question.range) <= maxDays.whole) return allRows(deps, question)
  const rows = await taskRows(deps, question)
  if (rows) return rows
  throw new PlatformError({
    platform: platformName,
    kind: 'transient',
    code: 'REPORT_FAILED',
    message: 'The platform could not make the report. Ask for fewer days.',
  })
}

async function allRows(deps: ReportDeps, question: Question): Promise<ReportRow[]> {
  const found: ReportRow[] = []
  const most = question.isDaily ? maxDays.daily : maxDays.whole
  for (const range of stretchesOf(question.range, most)) {
    for await (const rows of askedRows(deps, { ...question, range })) found.push(...rows)
  }
  return found
}

/** People, results and values are not split by country. */
export async function countryRows(deps: ReportDeps, question: CountryQuestion): Promise<CountryRow[]> {
  const { level, range, isDaily } = question
  const metrics = ['spend', 'impressions', 'clicks', 'conversion']
  const found = new Map<string, CountryRow>()
  for (const row of await allRows(deps, { level, range, isDaily, metrics, byCountry: true })) {
    const code = row.dimensions.country_code ?? ''
    const country = /^[A-Z]{2}$/.test(code) ? code : 'unknown'
    const place = placeOf(row, question)
    const key = `${country} ${place.id} ${place.day}`
    const before = found.get(key)
    found.set(key, {
      country,
      ...place,
      spendMicros: (before?.spendMicros ?? 0) + micros(figureOf(row, 'spend') ?? 0),
      impressions: (before?.impressions ?? 0) + (figureOf(row, 'impressions') ?? 0),
      clicks: (before?.clicks ?? 0) + (figureOf(row, 'clicks') ?? 0),
      conversions: added(before ? before.conversions : 0, figureOf(row, 'conversion')),
      conversionValueMicros: null,
      results: null,
      reach: null,
    })
  }
  return [...found.values()]
}

function added(sum: number | null, more: number | null): number | null {
  return sum === null || more === null ? null : sum + more
}
