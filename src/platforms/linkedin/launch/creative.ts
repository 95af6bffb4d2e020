import type { StepResult } from '../../contract/launch.ts'
import { entityUrn } from '../map.ts'
import { postIn } from './check-ad.ts'
import type { OwnItem } from './fields.ts'

/**
 * What makes the ad, once there is a post for it. A paused one begins as a draft: the platform takes no paused creative before it
 * has reviewed it, and reviews no draft.
 */
export function creativeFields({ ad, adSetId }: OwnItem, results: Record<string, StepResult>) {
  return {
    campaign: entityUrn('adset', adSetId),
    content: { reference: postIn(ad) ?? results.creative?.id },
    intendedStatus: ad.launchPaused ? 'DRAFT' : 'ACTIVE',
    name: ad.adName,
  }
}
