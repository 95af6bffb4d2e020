import type { Issue } from '../../../errors.ts'
import type { LaunchVerbs } from '../../contract/launch.ts'
import type { Api } from '../client.ts'
import { inGroups } from '../groups.ts'
import { isEntityId } from '../map.ts'
import { AdGroupWire } from '../wire.ts'
import type { AdGroup } from '../wire.ts'

/** The platform's automated campaigns, of both generations. Their ads are made, changed and switched in ways of their own. */
const automated = new Set(['SMART_PLUS', 'UPGRADED_SMART_PLUS'])

/** Reported by third parties; official text that says so was not found. */
export const manualCreationEnds = {
  on: '2026-12-31',
  what:
    'is reported to end the manual creation of campaigns, ad sets and ads for the objectives PRODUCT_SALES, WEB_CONVERSIONS, ' +
    'APP_PROMOTION and LEAD_GENERATION in favour of Smart+, into which ads cannot be launched from here yet',
  whatToDo:
    'Launch what is planned for these objectives before then. Make Smart+ campaigns in TikTok Ads Manager, and update Flightdeck once it launches into them.',
}

export function isSmartPlus({ campaign_automation_type: type, is_smart_performance_campaign: old }: AdGroup): boolean {
  return automated.has(type) || old === true
}

export function smartPlusIssue(adSetId: string): Issue {
  const message =
    `ad set ${adSetId} belongs to a Smart+ campaign, and ads cannot be launched into those from here yet; ` +
    'choose an ad set of a manual campaign, or make the ad on the platform'
  return { path: 'adSets', message }
}

/** Ad sets of the automated kind are known before a launch is accepted: nothing could ever be made in them. */
export function createPreview(api: Api): NonNullable<LaunchVerbs['preview']> {
  return async (accountId, ads, signal) => {
    const options = { accountId, signal, maxWaitMs: 1_000 }
    const ids = [...new Set(ads.flatMap(({ adSetIds }) => adSetIds))].filter(isEntityId)
    const found: AdGroup[] = []
    for (const group of inGroups(ids)) {
      const params = { advertiser_id: accountId, filtering: { adgroup_ids: group } }
      const asked = api.list(AdGroupWire, 'adgroup/get', params, { ...options, limit: group.length })
      found.push(...(await asked.catch(nothingIfTooLate(signal))))
    }
    const refused = new Set(found.filter(isSmartPlus).map((adGroup) => adGroup.adgroup_id))
    return ads.map(({ adSetIds }) => ({ issues: adSetIds.filter((id) => refused.has(id)).map(smartPlusIssue) }))
  }
}

/** What could not be asked in time is asked again before anything is written. */
function nothingIfTooLate(signal: AbortSignal) {
  return (error: unknown): AdGroup[] => {
    if (signal.aborted) return []
    throw error
  }
}
