import type { StepResult } from '../../contract/launch.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import { words } from '../map.ts'
import type { OwnItem } from './fields.ts'

/** Some accounts are refused without it, and none because of it. */
export const setVersion = 'V2'

/** What makes the creative set, once its files are there. Only a website's set says where a click leads. */
export function setFields({ ad, adSetId, facts }: OwnItem) {
  const type = facts.campaignType ?? 'APP'
  return {
    type,
    name: ad.adName,
    campaign_id: adSetId,
    creative_set_url: type === 'WEB' ? taggedLink(ad) : undefined,
    status: ad.launchPaused ? words.paused : words.active,
  }
}

/** The assets of the item's files, in the caller's order. */
export function assetIdsOf({ media }: OwnItem, results: Record<string, StepResult>): string[] {
  return media.flatMap((_, index) => results[`media:${index}`]?.id ?? [])
}
