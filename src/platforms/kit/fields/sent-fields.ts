import type { SentField } from '../../contract/launch-fields.ts'

/** Sent in whatever form the platform has for it. */
export const at = (...places: string[]): SentField => ({ at: places })

/** Sent as a word of the platform's own. */
export const as = (word: string | undefined, ...places: string[]): SentField => ({ at: places, as: word ?? null })

/** Said to us: what becomes of it is seen in other fields. */
export const heeded: SentField = { at: [] }

/** What no ad is made of, on any platform. */
export const labels = { adCopyDescription: null, platform: null }

/** Flags that say which post is meant. */
export const postFlags = { existingAd: heeded, existingPrimaryAd: heeded, isExistingPost: heeded, carouselIndex: null }
