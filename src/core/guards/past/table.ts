import { added, copied, launched, made, switched, updated } from './reading.ts'
import type { PastReader } from './reading.ts'

/** How what was written down of each operation is read that can spend. */
export const pastReaders: Readonly<Record<string, PastReader>> = {
  launch_ads: launched,
  launch_from_draft: launched,
  launch_draft: launched,
  graduate_creative: launched,
  create_campaign: made,
  create_ad_set: made,
  create_short_video_campaign: made,
  create_short_video_ad_set: made,
  update_campaign: updated,
  update_ad_set: updated,
  update_budget: updated,
  update_photo_messaging_budget: updated,
  update_search_budget: updated,
  duplicate_campaign: copied,
  duplicate_adset: copied,
  duplicate_ad: copied,
  duplicate_app_campaign: copied,
  duplicate_network_entity: copied,
  update_status: switched,
  update_photo_messaging_status: switched,
  update_search_status: switched,
  add_search_keywords: added,
  remove_search_negatives: added,
  remove_end: added,
}

/** These have other operations do it, of which each has an entry of its own. */
export const pastByOthers: readonly string[] = ['run_automation', 'undo_execution', 'accept_suggestion']
