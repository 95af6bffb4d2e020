import { badRequest, brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { Db } from '../../../db/connect.ts'
import { accountsCalled, findAccounts } from '../../connections/accounts.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Connections } from '../../deps.ts'
import type { Context } from '../../context.ts'
import { loadDefaults } from '../../launch-defaults/launch-defaults.ts'
import { workspaceIds } from '../../connections/workspaces.ts'
import { examine } from './examine.ts'
import { addFaults } from './faults.ts'
import { preview } from './preview.ts'
import { inSpan } from '../../../trace/tracing.ts'
import type { Tracing } from '../../../trace/tracing.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { fatesOf } from './requested-fields.ts'
import { destinationsOf } from './destinations.ts'
import type { MediaCache } from '../media/media-cache.ts'
import type { Visit } from '../media/media-visit.ts'
import { countOf, issuesOf, maxAdsToExist, planLaunch } from './plan.ts'
import type { PlannedAd } from './planned-ad.ts'
import { probePlacements } from './probe-placements.ts'
import type { LaunchRequest } from './request.ts'

interface Deps {
  db: Db
  connections: Connections
  launchMedia: MediaCache
  tracing: Tracing
}

type Within = Pick<Context, 'company'> & Partial<Pick<Context, 'actor' | 'approval'>>

/** A launch as it would be made. What was fetched to look at is gone when the plan goes out of scope. */
export interface LaunchPlan extends AsyncDisposable {
  ads: PlannedAd[]
  /** The accounts of the ads, by the ids that were given. */
  accounts: ReadonlyMap<string, CachedAccount>
  /** How deep the plan was looked into. */
  depth: 'schema' | 'rules' | 'platform'
  /** What was fetched to judge the plan, for the batch to go on with. */
  media: Visit
}

/** A launch to plan: as much of it as could be read, what has the wrong form, and what is a field of nothing. */
export interface Wanted {
  request: LaunchRequest
  faults: Issue[]
  unread?: Issue[]
  /** platform: whatever the platforms tell is asked. Absent: as much of it as a launch asks before it is accepted. */
  depth?: 'rules' | 'platform'
}

/** Plans a launch with what is known of the company's accounts and defaults. */
export function preparePlan(deps: Deps, context: Within, wanted: Wanted): Promise<LaunchPlan> {
  const attributes = { 'flightdeck.ads': wanted.request.ads.length }
  return inSpan(deps.tracing, { name: 'plan', attributes }, () => planned(deps, context, wanted))
}

async function planned(
  deps: Deps,
  context: Within,
  { request, faults, unread = [], depth: asked }: Wanted,
): Promise<LaunchPlan> {
  const { company } = context
  const accounts = await findAccounts(
    deps,
    context,
    request.ads.map((ad) => ad.adAccountId),
  )
  const unknown = request.ads.map((ad) => ad.adAccountId).filter((id) => !accounts.has(id))
  const called = await accountsCalled(deps, context, [...new Set(unknown)])
  const defaultsFor = await loadDefaults(deps, context)
  const workspaces = await workspaceIds(deps, context)
  const { platforms } = deps.connections
  const ads = planLaunch(request, { platforms, accounts, called, workspaces, defaultsFor, by: context })
  addFaults(ads, [...faults, ...unread])
  const media = deps.launchMedia.visit(company.id)
  const depth = faults.length > 0 ? 'schema' : 'rules'
  const plan: LaunchPlan = { ads, accounts, depth, media, [Symbol.asyncDispose]: () => media.end() }
  const within = { accounts: new Set(accounts.values()), planned: ads }
  try {
    // So many ads are no launch, whatever the platforms say.
    if (asked === 'platform' && countOf(ads) <= maxAdsToExist) {
      await probePlacements(media, ads)
      const isWhole = await examine(deps.connections, company, { ...within, media })
      return isWhole && depth === 'rules' ? { ...plan, depth: 'platform' } : plan
    }
    // Different ads, so neither waits for the other.
    const [, isFound] = await Promise.all([probePlacements(media, ads), preview(deps.connections, company, within)])
    return isFound && depth === 'rules' ? { ...plan, depth: 'platform' } : plan
  } catch (error) {
    await media.end()
    throw error
  }
}

/** The plan of a launch that may go ahead, or every reason why it may not. */
export async function requirePlan(deps: Deps, context: Within, wanted: Wanted): Promise<LaunchPlan> {
  const plan = await preparePlan(deps, context, wanted)
  const issues = issuesOf(plan.ads)
  if (issues.length === 0) return plan
  await plan.media.end()
  throw wanted.faults.length > 0 ? badRequest(issues) : brokenRules(issues)
}

/** What becomes of the fields of an ad, where it is known who would make it. */
function foretold(platforms: Platforms, driver: Platform | null, ad: Pick<PlannedAd, 'ad' | 'asked' | 'decided'>) {
  if (!driver) return { fields: [], destinations: [] }
  const asked = { platforms, driver, ad: ad.ad, given: ad.asked, decided: ad.decided }
  return { fields: fatesOf(asked), destinations: destinationsOf(asked) }
}

/** What validate and dry runs say of a plan. */
export function describePlan(platforms: Platforms, planned: PlannedAd[]) {
  return planned.map(({ index, ad, platform, isSandbox, driver, issues, warnings, adSets, clientRef, ...rest }) => ({
    index,
    ...foretold(platforms, driver, { ad, ...rest }),
    adName: ad.adName,
    clientRef,
    platform,
    sandbox: isSandbox,
    valid: issues.length === 0,
    issues,
    warnings,
    // One call for each media item and the creative, then one for each ad; media that are known already cost none.
    plannedCalls: issues.length === 0 ? (driver?.showsExisting?.(ad) ? 0 : ad.media.length) + 1 + adSets.length : 0,
    plannedAds: issues.length === 0 ? adSets.length : 0,
  }))
}
