import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import type { SpecialCategories, Spec } from '../../contract/manage.ts'
import { isObject } from './targeting-location.ts'

/** What the platform offers for new campaigns. */
export const categories = [
  'NONE',
  'EMPLOYMENT',
  'FINANCIAL_PRODUCTS_SERVICES',
  'HOUSING',
  'ISSUES_ELECTIONS_POLITICS',
  'ONLINE_GAMBLING_AND_GAMING',
]

/** Older names, which callers still use; the platform gave them up on 2025-01-14. */
export const olderCategories: Readonly<Record<string, string>> = { CREDIT: 'FINANCIAL_PRODUCTS_SERVICES' }

/** Each once, under its name of today. */
export function todaysCategories(given: string[]): string[] {
  return [...new Set(given.map((category) => olderCategories[category] ?? category))]
}

export const specialFields = 'special_ad_categories,special_ad_category_country'

export const SpecialWire = {
  special_ad_categories: z.array(z.string()).optional(),
  special_ad_category_country: z.array(z.string()).optional(),
}

export function specialOf(campaign: z.output<z.ZodObject<typeof SpecialWire>>): SpecialCategories {
  return {
    specialAdCategories: campaign.special_ad_categories ?? [],
    specialAdCategoryCountry: campaign.special_ad_category_country ?? [],
  }
}

/** Offers of these kinds must not choose whom they reach by who people are, or by where exactly they live. */
const protective = new Set([
  'HOUSING',
  'EMPLOYMENT',
  ...Object.values(olderCategories),
  ...Object.keys(olderCategories),
])

/** Where that is the law or the platform's rule: the United States with their territories, and Canada. */
const protectedCountries = new Set(['US', 'AS', 'GU', 'MP', 'PR', 'UM', 'VI', 'CA'])

const everyAge = { min: 18, max: 65 } as const

/** What such a campaign does not let an ad set choose. `targeting` is as it is sent. */
export function specialIssues(campaign: SpecialCategories, targeting: Spec, path = 'targeting'): Issue[] {
  const category = campaign.specialAdCategories.find((each) => protective.has(each))
  if (!category || !reachesProtected(campaign, targeting)) return []
  const because = `: the campaign is of the special category ${category}`
  const wrong = (field: string, message: string): Issue => ({ path: `${path}.${field}`, message: message + because })
  const geo = isObject(targeting.geo_locations) ? targeting.geo_locations : {}
  const excluded = isObject(targeting.excluded_geo_locations) ? targeting.excluded_geo_locations : {}
  return [
    ...ageFields(targeting).map((field) =>
      wrong(field, `must leave in everybody from ${everyAge.min} to ${everyAge.max} years`),
    ),
    ...(choosesGender(targeting.genders) ? [wrong('genders', 'must be left out, or name all')] : []),
    ...(isFilled(geo.zips) ? [wrong('geo_locations.zips', 'must be left out')] : []),
    ...(Object.values(excluded).some(isFilled) ? [wrong('excluded_geo_locations', 'must be left out')] : []),
  ]
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}

function choosesGender(genders: unknown): boolean {
  return Array.isArray(genders) && genders.length > 0 && !(genders.includes(1) && genders.includes(2))
}

function ageFields({ age_min: youngest, age_max: oldest, age_range: range }: Spec): string[] {
  const differs = (age: unknown, from: number) => age !== undefined && age !== null && Number(age) !== from
  const [first, last] = Array.isArray(range) ? (range as unknown[]) : []
  return [
    ...(differs(youngest, everyAge.min) ? ['age_min'] : []),
    ...(differs(oldest, everyAge.max) ? ['age_max'] : []),
    ...(differs(first, everyAge.min) || differs(last, everyAge.max) ? ['age_range'] : []),
  ]
}

/** Where the category is said to hold, and where the ads would be shown. A place without a country may be anywhere. */
function reachesProtected({ specialAdCategoryCountry: countries }: SpecialCategories, targeting: Spec): boolean {
  const geo = isObject(targeting.geo_locations) ? targeting.geo_locations : {}
  const named = Array.isArray(geo.countries) ? geo.countries.map(String) : []
  const zips = Array.isArray(geo.zips) ? geo.zips.filter(isObject).map(({ key }) => String(key).slice(0, 2)) : []
  return [...countries, ...named, ...zips].some((country) => protectedCountries.has(country))
}
