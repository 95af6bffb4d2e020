import type { Issue } from '../../../errors.ts'
import type { LaunchAd } from '../../../platforms/contract/launch.ts'
import { sharedFields } from '../../../platforms/contract/launch-fields.ts'
import type { Elsewhere } from '../../../platforms/contract/launch-fields.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { MergedField } from '../../../platforms/merge-fields.ts'
import type { Platforms } from '../../../platforms/registry.ts'

/** A field that was given and that the ad is made without. */
interface Unused {
  field: MergedField
  /** Below the ad. */
  path: string
  value: unknown
}

/** What keeps nobody from launching an ad. */
export interface Warning extends Issue {
  /** unused: the platform makes no use of the field. Absent: the message alone tells. */
  reason?: 'unused'
}

type Values = Readonly<Record<string, unknown>>

/** What was given of the fields of one kind. */
function givenFields({ fields }: Platforms, elsewhere: Elsewhere, given: Partial<LaunchAd>): Unused[] {
  const pick = (from: typeof fields.ad, values: object, place: string): Unused[] =>
    [...from.values()]
      .filter((field) => field.elsewhere === elsewhere)
      .map((field) => ({ field, path: place + field.name, value: (values as Values)[field.name] }))
  const ofMedia = (given.media ?? []).flatMap((media, index) => pick(fields.media, media, `media.${index}.`))
  return [...pick(fields.ad, given, ''), ...ofMedia].filter(({ value }) => isGiven(value))
}

export function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isGiven)
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null && value !== false
}

/** What of the given fields the platform makes no use of, by what its driver says that it uses for this ad. */
export function unusedFields(
  platforms: Platforms,
  driver: Platform,
  ad: LaunchAd,
  given: Partial<LaunchAd> = ad,
): Unused[] {
  const used = usedBy(driver, ad)
  return givenFields(platforms, 'warned', given).filter(({ field }) => !used.has(field.name))
}

export function usedBy(driver: Platform, ad: LaunchAd): Set<string> {
  return new Set(driver.usedFields?.(ad) ?? [...Object.keys(sharedFields.ad), ...declaredBy(driver)])
}

function declaredBy({ launchFields: { ad = {}, media = {} } = {} }: Platform): string[] {
  return [...Object.keys(ad), ...Object.keys(media)]
}

/** A word that only other platforms have for a field that all have: what was given by it is that field, where that is empty. */
export function inOwnWords<Ad extends object>({ fields }: Platforms, driver: Platform, given: Ad): Ad {
  const values = { ...given } as Values
  const moved: Record<string, unknown> = {}
  for (const { name, otherwise, platforms } of fields.ad.values()) {
    if (otherwise === undefined || platforms.includes(driver.name)) continue
    if (!isGiven(values[name]) || isGiven(values[otherwise])) continue
    const renamed = { [otherwise]: values[name], [name]: undefined }
    // Where the ad has no use for that one either, the caller is told by the word that they gave.
    const ad = { type: 'single', media: [], ...given, ...renamed } as unknown as LaunchAd
    if (usedBy(driver, ad).has(otherwise)) Object.assign(moved, renamed)
  }
  return { ...given, ...moved }
}

/** Said before the ad is made: left out in silence, the caller would look for it in the ad. */
export function unusedWarnings(
  platforms: Platforms,
  driver: Platform,
  { ad, given, path }: { ad: LaunchAd; given: Partial<LaunchAd>; path: string },
): Warning[] {
  const message = `is not used in this ad on ${driver.name}: the ad is made without it`
  const reason = 'unused' as const
  return unusedFields(platforms, driver, ad, given).map((unused) => ({
    path: `${path}.${unused.path}`,
    message,
    reason,
  }))
}

/** A field that the platform does not know is refused: left out in silence, the ad would not be what was asked for. */
export function refusedFields(platforms: Platforms, driver: Platform, ad: LaunchAd, path: string): Issue[] {
  return givenFields(platforms, 'refused', ad)
    .filter(({ field }) => field.platforms.length > 0 && !field.platforms.includes(driver.name))
    .map(({ field, path: place }) => ({
      path: `${path}.${place}`,
      message: `is not possible on ${driver.name}, only on ${field.platforms.join(', ')}`,
    }))
}
