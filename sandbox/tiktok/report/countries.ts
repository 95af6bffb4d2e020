import { apportion } from '../../core/figures/apportion.ts'
import { textOf } from '../call.ts'
import type { Cell, Counts } from './delivery.ts'

/** The places that seeded ad groups are shown in; what is elsewhere has no country here. */
const countryOf: Record<string, string> = { '6252001': 'US', '6251999': 'CA', '1861060': 'JP' }

/** The parts add up to the cell again. */
export function splitByCountry({ adgroup, counts }: Cell): { country: string; counts: Counts }[] {
  const places = Array.isArray(adgroup.more['location_ids']) ? (adgroup.more['location_ids'] as unknown[]) : []
  const countries = [...new Set(places.map((place) => countryOf[textOf(place)] ?? 'NONE'))]
  const names = countries.length > 0 ? countries : ['NONE']
  const weights = names.map((_name, index) => 10 / (index + 1))
  const parts = (total: number) => apportion(total, weights)
  const split = {
    impressions: parts(counts.impressions),
    clicks: parts(counts.clicks),
    spend: parts(counts.spend),
    conversions: parts(counts.conversions),
    conversionValue: parts(counts.conversionValue),
  }
  return names.flatMap((country, index) => {
    const part = {
      impressions: split.impressions[index] ?? 0,
      clicks: split.clicks[index] ?? 0,
      spend: split.spend[index] ?? 0,
      conversions: split.conversions[index] ?? 0,
      conversionValue: split.conversionValue[index] ?? 0,
      results: null,
    }
    return part.impressions > 0 ? [{ country, counts: part }] : []
  })
}
