import { refusal } from '../errors.ts'
import { objectOf } from '../graph/params.ts'
import type { Campaign } from './objects.ts'

/** Ads for these may not choose people by who they are. */
const protectedCategories = new Set(['HOUSING', 'EMPLOYMENT', 'CREDIT', 'FINANCIAL_PRODUCTS_SERVICES'])
/** Where, as far as the platform names countries: the United States with what belongs to them, and Canada. */
const protectedCountries = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM', 'CA'])

type Special = Pick<Campaign, 'special_ad_categories' | 'special_ad_category_country'>

/** The limits of special ad categories: every age of adults, every gender, no postal codes, no places left out. */
export function checkSpecialTargeting(campaign: Special, targeting: Record<string, unknown>): void {
  const category = campaign.special_ad_categories.find((each) => protectedCategories.has(each))
  const geo = objectOf(targeting['geo_locations']) ?? {}
  const reached = [
    ...(campaign.special_ad_category_country ?? []),
    ...listed(geo['countries']),
    ...listed(geo['zips']).map((zip) => (objectOf(zip)?.['key'] ?? zip) as string),
  ]
  if (!category || !reached.some((place) => protectedCountries.has(String(place).slice(0, 2)))) return
  const refuse = (field: string, what: string) =>
    refusal(
      undefined,
      'Audience is limited',
      `${what} cannot be chosen in a campaign of the special ad category ${category}.`,
      'targeting',
      field,
    )
  const range = listed(targeting['age_range'])
  if (Number(targeting['age_min'] ?? range[0] ?? 18) !== 18) throw refuse('age_min', 'A minimum age')
  if (Number(targeting['age_max'] ?? range[1] ?? 65) !== 65) throw refuse('age_max', 'A maximum age')
  const genders = listed(targeting['genders']).map(Number)
  if (genders.length > 0 && new Set(genders).size < 2) throw refuse('genders', 'A gender')
  if (listed(geo['zips']).length > 0) throw refuse('geo_locations', 'Postal codes')
  const excluded = objectOf(targeting['excluded_geo_locations']) ?? {}
  if (Object.values(excluded).some((places) => listed(places).length > 0))
    throw refuse('excluded_geo_locations', 'Places to leave out')
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
