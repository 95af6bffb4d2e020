import type { LaunchVerbs, Survey } from '../../contract/launch.ts'
import { decidedFacts } from '../../kit/decided.ts'
import type { OwnAd } from './fields.ts'
import { allowsAssetGroups, boostIssues, pageIssues, postIssues } from './goal-rules.ts'
import type { Lookups } from './lookups.ts'
import { nodeId } from '../map.ts'
import { shapeIssues } from './placements.ts'
import { decidedBy, storyIdOf } from './post.ts'

/** What an item depends on beyond itself: its ad set's goal, and the post that it boosts. */
export function createSurvey(lookups: Lookups): NonNullable<LaunchVerbs['survey']> {
  return async (item, signal): Promise<Survey> => {
    const options = { accountId: nodeId(item.accountId), signal, maxWaitMs: 2_000 }
    const ad: OwnAd = item.ad
    if (ad.scalePostId) {
      const adSet = await lookups.adSet(item.adSetId, options)
      const post = await lookups.post(storyIdOf(ad), options)
      const issues = [...postIssues(ad, post), ...boostIssues(ad, adSet, post)]
      const decided = decidedFacts(decidedBy(post, ad))
      return { facts: { goal: adSet.optimization_goal ?? 'none', ...decided }, issues }
    }
    if (ad.type !== 'flexible') return { facts: {}, issues: shapeIssues(ad, item.media) }
    const adSet = await lookups.adSet(item.adSetId, options)
    const assetGroups = allowsAssetGroups(adSet.campaign.objective) ? 'yes' : 'no'
    return { facts: { assetGroups }, issues: pageIssues(ad, adSet) }
  }
}
