import type { StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import { callsToAction } from './cta.ts'

/** What makes the ad, once there is a pin for it. */
export function adFields(
  { ad, adSetId, media }: OwnItem,
  results: Record<string, StepResult>,
  disclosureField: string | null,
): Record<string, unknown> {
  return {
    ad_group_id: adSetId,
    name: ad.adName,
    status: ad.launchPaused ? 'PAUSED' : 'ACTIVE',
    creative_type: media[0]?.kind === 'video' ? 'VIDEO' : 'REGULAR',
    destination_url: taggedLink(ad),
    customizable_cta_type: callsToAction.buttonFor(ad.cta),
    pin_id: results.creative?.id,
    ...(disclosureField === null || ad.aiDisclosure === undefined ? {} : { [disclosureField]: ad.aiDisclosure }),
  }
}
