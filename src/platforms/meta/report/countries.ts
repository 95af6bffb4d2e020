import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import { countryOf } from '../../kit/figures.ts'
import { numberOf, sumFields, sumsOf } from './map-insights.ts'
import { idFields, isLong, ofLevel } from './question.ts'
import type { Deps } from './question.ts'
import { placeOf, readRows, textIn } from './rows.ts'

/** Parts by country that lie further back than this are prepared in the background. */
const oldCountryDays = 390
const dayMs = 24 * 3600_000

export async function readCountries(deps: Deps, asked: CountryQuestion, today: Date): Promise<CountryRow[]> {
  const { level, range, isDaily } = asked
  const fields = `${idFields(level)}${sumFields},reach`
  const params = { fields, ...ofLevel(level), breakdowns: ['country'] }
  // Reach by country that is older than 13 months comes only with reports that were prepared.
  const isOld = Date.parse(range.from) < today.getTime() - oldCountryDays * dayMs
  const question = { range, params, isLarge: isOld || isLong(range, level, isDaily), isDaily }
  const found: CountryRow[] = []
  for await (const rows of readRows(deps, question)) {
    for (const row of rows) {
      found.push({
        country: countryOf(textIn(row, 'country')),
        ...placeOf(row, level, isDaily),
        ...sumsOf(row),
        reach: numberOf(row.reach),
      })
    }
  }
  return found
}
