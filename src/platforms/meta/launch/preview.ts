import pMap from 'p-map'
import { PlatformError } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { PreviewedAd, AdPreview, LaunchVerbs } from '../../contract/launch.ts'
import type { OwnAd } from './fields.ts'
import { boostIssues, pageIssues, postIssues } from './goal-rules.ts'
import type { AdSetGoal, FoundPost, Lookups } from './lookups.ts'
import { nodeId } from '../map.ts'
import { decidedBy, storyIdOf } from './post.ts'

/** The same as for writes: more at once, and the platform starts to answer with throttles. */
const atOnce = 4

/** Boosts and flexible ads depend on the goal of their ad sets, and boosts on their post. All others speak for themselves. */
export function needsPreview(ad: OwnAd): boolean {
  return ad.scalePostId === true || ad.type === 'flexible'
}

/** Asks for each ad set and each post once; the survey of the same ads then finds the answers remembered. */
export function createPreview(lookups: Lookups): NonNullable<LaunchVerbs['preview']> {
  return async (accountId, ads, signal) => {
    const options = { accountId: nodeId(accountId), signal, maxWaitMs: 1_000 }
    const asked: PreviewedAd<OwnAd>[] = ads.filter(({ ad }) => needsPreview(ad))
    const adSetIds = asked.flatMap((each) => each.adSetIds)
    const storyIds = asked.flatMap(({ ad }) => (ad.scalePostId ? [storyIdOf(ad)] : []))
    const [adSets, posts] = await Promise.all([
      readAll(adSetIds, signal, (id) => lookups.adSet(id, options)),
      readAll(storyIds, signal, (id) => lookups.post(id, options)),
    ])
    return ads.map((each) => (needsPreview(each.ad) ? previewed(each, adSets, posts) : { issues: [] }))
  }
}

/** Whatever could be read in time: a read that failed says nothing about the ad. */
async function readAll<T>(
  ids: string[],
  signal: AbortSignal,
  read: (id: string) => Promise<T>,
): Promise<Map<string, T>> {
  const known = new Map<string, T>()
  const readOne = async (id: string) => {
    if (signal.aborted) return
    try {
      known.set(id, await read(id))
    } catch (error) {
      if (!(error instanceof PlatformError) && !signal.aborted) throw error
    }
  }
  await pMap(new Set(ids), readOne, { concurrency: atOnce })
  return known
}

function previewed(
  { ad, adSetIds }: PreviewedAd<OwnAd>,
  adSets: Map<string, AdSetGoal>,
  posts: Map<string, FoundPost>,
): AdPreview {
  const goals = adSetIds.flatMap((id) => adSets.get(id) ?? [])
  if (!ad.scalePostId) return { issues: withoutRepeats(goals.flatMap((adSet) => pageIssues(ad, adSet))) }
  const post = posts.get(storyIdOf(ad)) ?? 'unreadable'
  const issues = [...postIssues(ad, post), ...goals.flatMap((adSet) => boostIssues(ad, adSet, post))]
  return { issues: withoutRepeats(issues), decided: decidedBy(post, ad) }
}

function withoutRepeats(issues: Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}
