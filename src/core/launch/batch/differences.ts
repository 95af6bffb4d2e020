import { textFields } from '../../../platforms/contract/launch.ts'
import type { Comparison, LaunchAd } from '../../../platforms/contract/launch.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import { unusedFields } from '../plan/unused-fields.ts'

export interface Difference {
  field: string
  asked: unknown
  stored: unknown
  /** Where it is our doing: why what was asked for was not sent as it was. */
  reason?: string
}

/**
 * Where what is stored is not what was asked. Only what was asked for is compared: platforms add fields of their own. Lists are
 * compared place by place.
 */
export function differencesBetween(asked: unknown, stored: unknown, path = ''): Difference[] {
  if (asked === undefined) return []
  if (Array.isArray(asked)) {
    const other = Array.isArray(stored) ? (stored as unknown[]) : []
    const differences = asked.flatMap((value, index) =>
      differencesBetween(value, other[index], join(path, String(index))),
    )
    if (Array.isArray(stored) && other.length > asked.length) differences.push({ field: path, asked, stored })
    return differences
  }
  if (typeof asked === 'object' && asked !== null) {
    const other = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
    return Object.entries(asked).flatMap(([name, value]) => differencesBetween(value, other[name], join(path, name)))
  }
  // Platforms answer numbers and flags as text now and then.
  return asked === stored ||
    JSON.stringify(asked) === `"${JSON.stringify(stored)}"` ||
    `"${JSON.stringify(asked)}"` === JSON.stringify(stored)
    ? []
    : [{ field: path, asked, stored: stored ?? null }]
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** Who speaks: where a platform has other words for that, these come from defaults that are meant for other platforms. */
const speakers = new Set(['page', 'secondary'])

/**
 * Where what was sent is not what the caller asked for: fields that the platform makes no use of, and words that are called
 * otherwise there.
 */
export function differencesFromRequest(
  driver: Platform,
  ad: LaunchAd,
  { asked, places = {} }: Pick<Comparison, 'asked' | 'places'>,
  stored: object,
): Difference[] {
  const left = unusedFields(driver, ad)
    .filter(({ path }) => !speakers.has(path))
    .map(({ path, value }) => ({ field: path, asked: value, stored: null, reason: `not used on ${driver.name}` }))
  const renamed = textFields.flatMap((field) => {
    const place = places[field as keyof typeof places]
    const value = ad[field as keyof LaunchAd]
    if (place === undefined || typeof value !== 'string' || value === '') return []
    const sent = valueAt(asked, place)
    if (typeof sent === 'string' && sent.trim() === value.trim()) return []
    const reason = `sent as ${JSON.stringify(sent ?? null)}`
    return [{ field: field, asked: value, stored: valueAt(stored, place) ?? null, reason }]
  })
  return [...left, ...renamed]
}

function valueAt(value: object, place: string): unknown {
  return place.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
}
