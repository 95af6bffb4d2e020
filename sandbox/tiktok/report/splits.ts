import { optionalObject, textOf } from '../call.ts'
import type { Cell, Counts } from './delivery.ts'
import { splitCounts } from './parts.ts'

/** The places that seeded ad groups are shown in; what is elsewhere has no country here. */
const countryOf: Record<string, string> = { '6252001': 'US', '6251999': 'CA', '1861060': 'JP' }

function countriesOf({ adgroup }: Cell): string[] {
  const { location_ids: places = optionalObject(adgroup.more, 'targeting_spec')['location_ids'] } = adgroup.more
  const known = Array.isArray(places) ? (places as unknown[]) : []
  const countries = [...new Set(known.map((place) => countryOf[textOf(place)] ?? 'NONE'))]
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

export interface Part {
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
  const shares = splitCounts(counts, names.length)
  return names.flatMap((name, index): [string, Counts][] => {
    const part = shares[index]
    return part && (part.impressions > 0 || part.spend > 0) ? [[name, { ...part, results: null }]] : []
  })
}
