import { PlatformError } from '../../../errors.ts'

/** More objects than can be copied at once: two while we wait, 51 in the background. */
export const tooLarge = [1885194]

/** The placement rules of a creative name labels that its assets do not have. */
export const brokenLabels = [2446173]

/**
 * Refusals to copy an ad that do not keep us from making it anew: two that the platform does not explain, and two about
 * settings of old creatives that are left out then (bundled enhancements, a crop that no longer exists).
 */
export const adNotCopyable = [1634013, 3390001, 3858504, 2490085]

/**
 * Refusals to copy an ad set that do not keep us from making it anew: again the unexplained two, the old explore
 * placement without its successor, and a missing yes or no to the automated audience.
 */
export const adSetNotCopyable = [1634013, 3390001, 2490392, 1870227]

/** The platform failed on its side. */
export const passing = [1, 2]

/** A reason is found in the code of a refusal or in its subcode, depending on where it happened. */
export function isOneOf(error: unknown, reasons: number[]): error is PlatformError {
  if (!(error instanceof PlatformError)) return false
  const { code, subcode } = error.failure
  return reasons.includes(Number(code)) || reasons.includes(Number(subcode))
}
