import type { Decided } from '../../../platforms/contract/launch.ts'
import type { PlannedAd } from './planned-ad.ts'

/**
 * Says of every field that the caller gave, and over which something else decides, what the ad will have instead. Whoever looked
 * at what decides knows better than the rule that the field is not used.
 */
export function warnOfDecided(planned: PlannedAd, decided: Decided[]): void {
  const { index, given, warnings } = planned
  if (decided.length > 0) planned.decided = decided
  for (const { field, isAsked, ...decision } of decided) {
    const path = `ads.${index}.${field}`
    const known = warnings.findIndex((warning) => warning.path === path)
    if (known >= 0) warnings.splice(known, 1)
    if (!isAsked && given.has(field)) warnings.push({ path, message: messageOf(decision) })
  }
}

function messageOf({ by, value }: Pick<Decided, 'by' | 'value'>): string {
  if (value === undefined) return `is decided by ${by}, which could not be read: see there that it says the same`
  if (value === null) return `is decided by ${by}, which has none: the ad has none either`
  return `is decided by ${by}: the ad has ${value}, which stands there`
}

/** Why what was asked for is not what the ad has. */
export function reasonOf({ by, value }: Pick<Decided, 'by' | 'value'>): string {
  return value === undefined ? `decided by ${by}, which could not be read` : `decided by ${by}`
}
