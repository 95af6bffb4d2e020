import { PlatformError } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import type { LaunchAd, LaunchVerbs, Survey } from '../launch.ts'
import type { CallOptions, Graph } from './client.ts'
import { nodeId } from './map.ts'
import { shapeIssues } from './placements.ts'
import { storyIdOf } from './post.ts'
import { AdSetGoalWire, PostWire } from './wire-launch.ts'

type AdSetGoal = ReturnType<typeof AdSetGoalWire.parse>
type Post = ReturnType<typeof PostWire.parse>

/** Goals and posts hardly change; many items of a launch ask for the same ones. */
const rememberMs = 60_000
const mostRemembered = 2_000

const groupObjectives = new Set(['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'])
const websiteGoals = new Set(['OFFSITE_CONVERSIONS', 'VALUE', 'LANDING_PAGE_VIEWS'])
const followerGoals = new Set(['PAGE_LIKES', 'PROFILE_VISIT', 'PROFILE_AND_PAGE_ENGAGEMENT', 'VISIT_INSTAGRAM_PROFILE'])

/** What an item depends on beyond itself: its ad set's goal, and the post that it boosts. */
export function createSurvey(graph: Graph): NonNullable<LaunchVerbs['survey']> {
  const readAdSet = remember((adSetId, options) => graph.get(AdSetGoalWire, adSetId, { fields: goalFields }, options))
  const readPost = remember((postId, options) => readPostIfAllowed(graph, postId, options))

  return async (item, signal): Promise<Survey> => {
    const options = { accountId: nodeId(item.accountId), signal, maxWaitMs: 2_000 }
    const { ad } = item
    if (ad.scalePostId) {
      const adSet = await readAdSet(item.adSetId, options)
      const issues = boostIssues(ad, adSet, await readPost(storyIdOf(ad), options))
      return { facts: { goal: adSet.optimization_goal ?? 'none' }, issues }
    }
    if (ad.type !== 'flexible') return { facts: {}, issues: shapeIssues(ad, item.media) }
    const { campaign } = await readAdSet(item.adSetId, options)
    return { facts: { assetGroups: groupObjectives.has(campaign.objective ?? '') ? 'yes' : 'no' }, issues: [] }
  }
}

const goalFields = 'optimization_goal,destination_type,promoted_object,campaign{objective}'
const postFields = 'is_eligible_for_promotion,call_to_action,attachments'

/** A token may advertise with a post that it may not read: then the platform itself is the judge. */
async function readPostIfAllowed(graph: Graph, postId: string, options: CallOptions): Promise<Post | null> {
  try {
    return await graph.get(PostWire, postId, { fields: postFields }, options)
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'rejected') return null
    throw error
  }
}

type Read<T> = (id: string, options: CallOptions) => Promise<T>

function remember<T>(read: Read<T>): Read<T> {
  const known = new Map<string, { until: number; value: T }>()
  return async (id, options) => {
    const found = known.get(id)
    if (found && found.until > Date.now()) return found.value
    const value = await read(id, options)
    if (known.size >= mostRemembered) known.clear()
    known.set(id, { until: Date.now() + rememberMs, value })
    return value
  }
}

/** The rules for boosting a post in this ad set. */
export function boostIssues(ad: LaunchAd, adSet: AdSetGoal, post: Post | null): Issue[] {
  const issues: Issue[] = []
  const page = storyIdOf(ad).split('_')[0]
  const promoted = adSet.promoted_object?.page_id
  if (promoted !== undefined && promoted !== page)
    issues.push({ path: 'page', message: `the ad set promotes page ${promoted}, but the post belongs to page ${page}` })
  if (!post) return issues
  const path = 'media.0.effectiveStoryId'
  if (post.is_eligible_for_promotion === false) issues.push({ path, message: 'this post may not be promoted' })
  if (leadsOutside(post)) return issues
  const isForFollowers = followerGoals.has(adSet.optimization_goal ?? '')
  if (isForFollowers && promoted === undefined)
    issues.push({ path: 'page', message: 'a post without a link needs an ad set that promotes the page of the post' })
  if (!isForFollowers && needsWebsite(adSet)) {
    const message = 'this ad set leads people to a website, so the post must have a link or a button that leads to one'
    issues.push({ path, message })
  }
  return issues
}

function needsWebsite({ optimization_goal: goal = '', destination_type: destination, campaign }: AdSetGoal): boolean {
  if (campaign.objective === 'OUTCOME_SALES' || websiteGoals.has(goal) || destination === 'WEBSITE') return true
  // Clicks are on links to a website unless the ad set names another destination.
  return goal === 'LINK_CLICKS' && (destination === undefined || destination === 'UNDEFINED')
}

/** A post has a destination of its own when it leads away from the networks themselves. */
function leadsOutside(post: Post): boolean {
  const links = [post.call_to_action?.value?.link, ...(post.attachments?.data.map(({ url }) => url) ?? [])]
  return links.some((link) => {
    const host = link === undefined ? undefined : URL.parse(link)?.hostname
    // The networks wrap links that lead out in an address of this host.
    if (host === 'l.facebook.com' || host === 'l.instagram.com') return true
    return host !== undefined && !/(^|\.)(facebook\.com|instagram\.com|fb\.me|fb\.watch)$/.test(host)
  })
}
