import { brokenRules } from '../../errors.ts'
import { showsExistingPost } from '../../platforms/launch.ts'
import type { Db } from '../../db/connect.ts'
import { findAccounts } from '../accounts.ts'
import type { CompanyRef, Connections } from '../connections.ts'
import { loadDefaults } from '../launch-defaults.ts'
import type { MediaCache } from './media-cache.ts'
import { issuesOf, planLaunch } from './plan.ts'
import type { PlannedAd } from './plan.ts'
import { probePlacements } from './probe-placements.ts'
import type { LaunchRequest } from './request.ts'

interface Ground {
  db: Db
  connections: Connections
  launchMedia: MediaCache
}

/** Plans a launch with what is known of the company's accounts and defaults. */
export async function preparePlan(ground: Ground, company: CompanyRef, request: LaunchRequest): Promise<PlannedAd[]> {
  const accounts = await findAccounts(
    ground,
    company,
    request.ads.map((ad) => ad.adAccountId),
  )
  const defaultsFor = await loadDefaults(ground.db, company.id)
  const planned = planLaunch(request, { accounts, defaultsFor })
  await probePlacements(ground.launchMedia, planned)
  return planned
}

/** The plan of a launch that may go ahead, or every reason why it may not. */
export async function requirePlan(ground: Ground, company: CompanyRef, request: LaunchRequest): Promise<PlannedAd[]> {
  const planned = await preparePlan(ground, company, request)
  const issues = issuesOf(planned)
  if (issues.length > 0) throw brokenRules(issues)
  return planned
}

/** What validate and dry runs say of a plan. */
export function describePlan(planned: PlannedAd[]): object[] {
  return planned.map(({ index, ad, platform, issues, adSets, clientRef }) => ({
    index,
    adName: ad.adName,
    clientRef,
    platform,
    valid: issues.length === 0,
    issues,
    // One call for each media item and the creative, then one for each ad; media that are known already cost none.
    plannedCalls: issues.length === 0 ? (showsExistingPost(ad) ? 0 : ad.media.length) + 1 + adSets.length : 0,
    plannedAds: issues.length === 0 ? adSets.length : 0,
  }))
}
