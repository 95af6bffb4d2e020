import { apportion } from '../../core/figures/apportion.ts'
import { textOf } from '../call.ts'
import type { Cell, Counts } from './delivery.ts'

/** The places that seeded ad groups are shown in; what is elsewhere has no country here. */
const countryOf: Record<string, string> = { '6252001': 'US', '6251999': 'CA', '1861060': 'JP' }

function countriesOf({ adgroup }: Cell): string[] {
  const places = Array.isArray(adgroup.more['location_ids']) ? (adgroup.more['location_ids'] as unknown[]) : []
  const countries = [...new Set(places.map((place) => countryOf[textOf(place)] ?? 'NONE'))]
  return countries.length > 0 ? countries : ['NONE']
}

/** What an audience can be split by, and into what. */
const parts = {
  country_code: countriesOf,
  gender: () => ['FEMALE', 'MALE', 'NONE'],
  age: () => ['AGE_25_34', 'AGE_18_24', 'AGE_35_44', 'AGE_45_54', 'AGE_55_100'],
  platform: () => ['ANDROID', 'IPHONE', 'IPAD'],
}
export type Split = keyof typeof parts

/** Which of them go together: each alone, and people by both age and gender. */
export const splitSets: Split[][] = [['country_code'], ['gender'], ['age'], ['gender', 'age'], ['platform']]

interface Part {
  values: Partial<Record<Split, string>>
  counts: Counts
}

/** The parts add up to the cell again. */
export function splitCell(cell: Cell, splits: readonly Split[]): Part[] {
  return splits.reduce<Part[]>(
    (all, split) =>
      all.flatMap(({ values, counts }) =>
        apart(counts, parts[split](cell)).map(([value, part]) => ({
          values: { ...values, [split]: value },
          counts: part,
        })),
      ),
    [{ values: {}, counts: cell.counts }],
  )
}

function apart(counts: Counts, names: string[]): [string, Counts][] {
  const weights = names.map((_name, index) => 10 / (index + 1))
  const shares = (total: number) => apportion(total, weights)
  const split = {
    impressions: shares(counts.impressions),
    clicks: shares(counts.clicks),
    spend: shares(counts.spend),
    conversions: shares(counts.conversions),
    conversionValue: shares(counts.conversionValue),
  }
  return names.flatMap((name, index): [string, Counts][] => {
    const part = {
      impressions: split.impressions[index] ?? 0,
      clicks: split.clicks[index] ?? 0,
      spend: split.spend[index] ?? 0,
      conversions: split.conversions[index] ?? 0,
      conversionValue: split.conversionValue[index] ?? 0,
      results: null,
    }
    return part.impressions > 0 ? [[name, part]] : []
  })
}
