import type { ReceiptComparison, LaunchAd } from '../../../platforms/contract/launch.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { MergedField } from '../../../platforms/merge-fields.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { valueAt } from '../../../platforms/kit/enhancements.ts'
import { LaunchDefaultFields } from '../../launch-defaults/fields.ts'
import { reasonOf } from '../plan/decided.ts'
import { unusedFields } from '../plan/unused-fields.ts'
import type { Difference } from './value-differences.ts'

/**
 * Where what was sent is not what the caller asked for: fields that the platform makes no use of, words that are called
 * otherwise there, and what something else decides.
 */
export function differencesFromRequest(
  { platform, platforms }: { platform: Platform; platforms: Platforms },
  ad: LaunchAd,
  { asked, places = {}, decided = [] }: Pick<ReceiptComparison, 'asked' | 'places' | 'decided'>,
  stored: object,
): Difference[] {
  const elsewhere = new Set(decided.map(({ field }) => field))
  const overruled = decided
    .filter(({ isAsked }) => !isAsked)
    .map(({ field, ...decision }) => ({
      field,
      asked: (ad as unknown as Record<string, unknown>)[field],
      stored: decision.value ?? null,
      reason: reasonOf(decision),
    }))
  const left = unusedFields(platforms, platform, ad)
    .filter(({ field, path }) => !isMeantForOthers(field, platform) && !elsewhere.has(path))
    .map(({ path, value }) => ({ field: path, asked: value, stored: null, reason: `not used on ${platform.name}` }))
  const renamed = Object.entries(places).flatMap(([field, place]) => {
    const value = (ad as unknown as Record<string, unknown>)[field]
    if (typeof value !== 'string' || value === '') return []
    const sent = valueAt(asked, place)
    if (typeof sent === 'string' && sent.trim() === value.trim()) return []
    const reason = `sent as ${JSON.stringify(sent ?? null)}`
    return [{ field: field, asked: value, stored: valueAt(stored, place) ?? null, reason }]
  })
  return [...left, ...renamed, ...overruled]
}

/** What a platform does not know at all, and a default may have filled in for those that do. */
function isMeantForOthers({ name, platforms }: MergedField, { name: platform }: Platform): boolean {
  const isDefault = name in LaunchDefaultFields.shape
  return isDefault && platforms.length > 0 && !platforms.includes(platform)
}
