import { countryOf, sumCounts } from '../../kit/figures.ts'
import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import type { Deps } from './question.ts'
import { figureOf, micros, placeOf, readAllRows } from './rows.ts'

/** People, results and values are not split by country. */
export async function readCountries(deps: Deps, question: CountryQuestion): Promise<CountryRow[]> {
  const { level, range, isDaily } = question
  const metrics = ['spend', 'impressions', 'clicks', 'conversion']
  const found = new Map<string, CountryRow>()
  for (const row of await readAllRows(deps, { level, range, isDaily, metrics, byCountry: true })) {
    const place = { country: countryOf(row.dimensions.country_code), ...placeOf(row, question), reach: null }
    const counts = {
      spendMicros: micros(figureOf(row, 'spend') ?? 0),
      impressions: figureOf(row, 'impressions') ?? 0,
      clicks: figureOf(row, 'clicks') ?? 0,
      conversions: figureOf(row, 'conversion'),
      conversionValueMicros: null,
      results: null,
    }
    const key = JSON.stringify(place)
    const before = found.get(key)
    found.set(key, { ...place, ...(before ? sumCounts(before, counts) : counts) })
  }
  return [...found.values()]
}
