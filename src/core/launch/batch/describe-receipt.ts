import type { LaunchAd, ReceiptComparison } from '../../../platforms/contract/launch.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { fatesOf } from '../plan/requested-fields.ts'
import type { RequestedFields, FieldFate } from '../plan/requested-fields.ts'
import { destinationsOf } from '../plan/destinations.ts'
import type { Destination } from '../plan/destinations.ts'
import { enhancementFates, strayEnhancements } from '../plan/enhancements.ts'
import type { EnhancementFate } from '../plan/enhancements.ts'
import type { Difference } from './value-differences.ts'

/** What a receipt tells in the caller's words. */
export interface ReceiptDescription {
  fields: FieldFate[]
  destinations: Destination[]
  enhancements: EnhancementFate[]
}

interface LaunchedAd {
  ad: LaunchAd
  given: object | null
  account_id: string
  ad_set_id: string
  client_ref: string | null
}

export function describeReceipt(
  { platform: driver, platforms }: { platform: Platform; platforms: Platforms },
  { ad, given, account_id: adAccountId, ad_set_id: adSetId, client_ref: clientRef }: LaunchedAd,
  receipt: ReceiptComparison,
  stored: Record<string, unknown>,
): { told: ReceiptDescription; stray: Difference[] } {
  const { asked: sent, decided = [], sentFields } = receipt
  const read = { asked: sent, stored, unlisted: receipt.unlisted?.(stored) ?? [] }
  const enhancements = enhancementFates(driver, ad.enhancements, read)
  const asked: RequestedFields = {
    ...{ platforms, driver, ad, decided, enhancements },
    given: { ...given, adAccountId, adSets: [adSetId], ...(clientRef === null ? {} : { clientRef }) },
    sent: { asked: sent, stored, fields: sentFields },
  }
  const told = { fields: fatesOf(asked), destinations: destinationsOf(asked), enhancements }
  return { told, stray: strayEnhancements(driver, enhancements, sent) }
}
