import { z } from 'zod'

/** A day whose figures the platform counts anew, of one ad or of all: `factor` 1.1 makes them a tenth larger. */
export interface Correction {
  day: string
  factor: number
  adId?: string
}

/** A platform's switch `corrections`; an empty list takes them all back. */
export const correctionsInput = z
  .array(z.strictObject({ day: z.iso.date(), factor: z.number().min(0).max(5), adId: z.string().optional() }))
  .max(1000)

export function factorOn(corrections: Correction[], day: string, adId?: string): number {
  const isMeant = (correction: Correction) =>
    correction.day === day && (correction.adId === undefined || correction.adId === adId)
  return corrections.findLast(isMeant)?.factor ?? 1
}

/** A platform's switch `unlistedAds`: ads that no report below the whole account shows, though the account's totals have them. */
export const unlistedAdsInput = z.array(z.string().max(40)).max(100)
