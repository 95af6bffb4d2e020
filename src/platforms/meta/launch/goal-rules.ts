import type { Issue } from '../../../errors.ts'
import type { OwnAd } from './fields.ts'
import type { AdSetGoal, FoundPost } from './lookups.ts'
import { destinationOf } from './post.ts'

const websiteGoals = new Set(['OFFSITE_CONVERSIONS', 'VALUE', 'LANDING_PAGE_VIEWS'])
const followerGoals = new Set(['PAGE_LIKES', 'PROFILE_VISIT', 'PROFILE_AND_PAGE_ENGAGEMENT', 'VISIT_INSTAGRAM_PROFILE'])

const groupObjectives = new Set(['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'])

/** Whether ads of campaigns with this objective may hold their media and texts in asset groups. */
export function allowsAssetGroups(objective: string | undefined): boolean {
  return groupObjectives.has(objective ?? '')
}

const storyPath = 'media.0.effectiveStoryId'

/** What is wrong with boosting this post anywhere. Paths start below the ad. */
export function postIssues(ad: OwnAd, post: FoundPost): Issue[] {
  if (post === 'unreadable') return []
  if (post === 'missing') return [{ path: storyPath, message: `page ${ad.page} has no such post` }]
  return post.is_eligible_for_promotion === false ? [{ path: storyPath, message: 'this post may not be promoted' }] : []
}

/** An ad set that promotes a page takes ads of that page only. */
export function pageIssues({ page }: OwnAd, { id, promoted_object: promoted }: AdSetGoal): Issue[] {
  if (promoted?.page_id === undefined || promoted.page_id === page) return []
  return [{ path: 'page', message: `ad set ${id} promotes page ${promoted.page_id}, not page ${page}` }]
}

/** What is wrong with boosting this post in this ad set. */
export function boostIssues(ad: OwnAd, adSet: AdSetGoal, post: FoundPost): Issue[] {
  const issues = pageIssues(ad, adSet)
  if (typeof post === 'string' || destinationOf(post) !== null) return issues
  if (followerGoals.has(adSet.optimization_goal ?? '')) {
    if (adSet.promoted_object?.page_id !== undefined) return issues
    const message = `a post without a link needs an ad set that promotes the page of the post, but ad set ${adSet.id} does not`
    return [...issues, { path: 'page', message }]
  }
  if (!needsWebsite(adSet)) return issues
  const message = `ad set ${adSet.id} leads people to a website, so the post must have a link or a button that leads to one`
  return [...issues, { path: storyPath, message }]
}

function needsWebsite({ optimization_goal: goal = '', destination_type: destination, campaign }: AdSetGoal): boolean {
  if (campaign.objective === 'OUTCOME_SALES' || websiteGoals.has(goal) || destination === 'WEBSITE') return true
  // Clicks are on links to a website unless the ad set names another destination.
  return goal === 'LINK_CLICKS' && (destination === undefined || destination === 'UNDEFINED')
}
