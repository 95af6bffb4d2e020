import type { CountryQuestion, CountryRow } from '../../contract/report.ts'
import type { CallOptions, Snap } from '../client.ts'
import type { Families } from './family.ts'
import { readRows } from './rows.ts'
import type { Row, RowsQuestion } from './rows.ts'
import { countFields, resultFieldOf } from './stats.ts'

/** The platform counts these, but not by country. */
const indivisible = ['native_leads']
const fields = [...countFields.filter((field) => !indivisible.includes(field)), 'conversion_purchases_value']

type Counts = Omit<CountryRow, 'country' | 'id' | 'day' | 'reach'>

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
    const counts = countsOf(row, adSet?.goal ?? null)
    const place = { country: countryOf(row), id, day: row.day, reach }
    rows.set(keyOf(id, row), found ? { ...found, ...sum(found, counts) } : { ...place, ...counts })
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
  question: RowsQuestion,
  options: CallOptions,
  take: (row: Row) => void,
): Promise<void> {
  for await (const rows of readRows(snap, question, options)) rows.forEach(take)
}

function keyOf(id: string | null, row: Row): string {
  return `${id} ${row.day} ${countryOf(row)}`
}

function countryOf({ country }: Row): string {
  return /^[a-z]{2}$/i.test(country ?? '') ? country!.toUpperCase() : 'unknown'
}

function countsOf({ stats }: Row, goal: string | null): Counts {
  const field = resultFieldOf(goal)
  return {
    spendMicros: Math.round(stats.spend ?? 0),
    impressions: stats.impressions ?? 0,
    clicks: stats.swipes ?? 0,
    conversions: stats.conversion_purchases ?? 0,
    conversionValueMicros: Math.round(stats.conversion_purchases_value ?? 0),
    results: field === undefined || indivisible.includes(field) ? null : (stats[field] ?? 0),
  }
}

function sum(one: Counts, other: Counts): Counts {
  const both = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  return {
    spendMicros: one.spendMicros + other.spendMicros,
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    conversions: both(one.conversions, other.conversions),
    conversionValueMicros: both(one.conversionValueMicros, other.conversionValueMicros),
    results: both(one.results, other.results),
  }
}
