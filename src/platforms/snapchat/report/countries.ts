import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import { countryOf, sumCounts } from '../../kit/figures.ts'
import type { DayCounts } from '../../kit/figures.ts'
import type { CallOptions, Snap } from '../client.ts'
import type { Families } from './family.ts'
import { countFields, resultFieldOf } from './question.ts'
import type { Question } from './question.ts'
import { countsOf, readRows } from './rows.ts'
import type { Row } from './rows.ts'

/** The platform counts these, but not by country. */
const indivisible = ['native_leads']
const fields = [...countFields.filter((field) => !indivisible.includes(field)), 'conversion_purchases_value']

/** What counts as a result is the ad set's to say, so what stands above ad sets is added up from them. */
export async function readCountries(
  snap: Snap,
  families: Families,
  { level, range, isDaily }: CountryQuestion,
  options: CallOptions,
): Promise<CountryRow[]> {
  const { accountId } = options
  const timeZone = await families.timeZoneOf(accountId, options)
  const family = await families.of(accountId, options)
  const question = { accountId, ...range, timeZone, isDaily, byCountry: true }
  const countLevel = level === 'ad' ? 'ad' : 'adset'
  const isSame = level === 'ad' || level === 'adset'
  const rows = new Map<string, CountryRow>()
  const counted = { ...question, level: countLevel, fields: isSame ? [...fields, 'uniques'] : fields } as const
  await forEachRow(snap, counted, options, (row) => {
    const adSet = family.adSets.get(countLevel === 'ad' ? (family.adSetOf.get(row.id) ?? '') : row.id)
    const id = isSame ? row.id : level === 'campaign' ? (adSet?.campaignId ?? 'unknown') : null
    const reach = isSame ? (row.stats.uniques ?? null) : null
    const found = rows.get(keyOf(id, row))
    const counts = dividedCounts(row, adSet?.goal ?? null)
    const place = { country: countryOf(row.country), id, day: row.day, reach }
    rows.set(keyOf(id, row), found ? { ...found, ...sumCounts(found, counts) } : { ...place, ...counts })
  })
  if (level === 'campaign') {
    await forEachRow(snap, { ...question, level, fields: ['uniques'] }, options, (row) => {
      const found = rows.get(keyOf(row.id, row))
      if (found) found.reach = row.stats.uniques ?? null
    })
  }
  return [...rows.values()]
}

async function forEachRow(
  snap: Snap,
  question: Question,
  options: CallOptions,
  take: (row: Row) => void,
): Promise<void> {
  for await (const rows of readRows(snap, question, options)) rows.forEach(take)
}

function keyOf(id: string | null, row: Row): string {
  return `${id} ${row.day} ${countryOf(row.country)}`
}

function dividedCounts(row: Row, goal: string | null): DayCounts {
  const counts = countsOf(row, goal)
  return indivisible.includes(resultFieldOf(goal) ?? '') ? { ...counts, results: null } : counts
}
