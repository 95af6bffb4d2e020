import type { Issue } from '../../../errors.ts'
import { textFields, textFieldsOfMedia } from '../../../platforms/contract/launch.ts'
import type { LaunchAd, TextField } from '../../../platforms/contract/launch.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'

/** A field that was given and that the ad is made without. */
interface Unused {
  /** Below the ad. */
  path: string
  value: unknown
}

/** What of the given fields the platform makes no use of, by what its driver says that it uses for this ad. */
export function unusedFields(driver: Platform, ad: LaunchAd, given: Partial<LaunchAd> = ad): Unused[] {
  if (!driver.usedFields) return []
  const used = new Set<TextField>(driver.usedFields(ad))
  const own = textFields.map((field) => ({ field, path: field, value: given[field] }))
  const ofMedia = (given.media ?? []).flatMap((media, index) =>
    textFieldsOfMedia.map((field) => ({ field, path: `media.${index}.${field}`, value: media[field] })),
  )
  return [...own, ...ofMedia].filter(({ field, value }) => isGiven(value) && !used.has(field))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** Said before the ad is made: left out in silence, the caller would look for it in the ad. */
export function unusedWarnings(driver: Platform, ad: LaunchAd, given: Partial<LaunchAd>, path: string): Issue[] {
  const message = `is not used in this ad on ${driver.name}: the ad is made without it`
  return unusedFields(driver, ad, given).map((unused) => ({ path: `${path}.${unused.path}`, message }))
}
