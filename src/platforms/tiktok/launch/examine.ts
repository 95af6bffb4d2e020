import type { LaunchVerbs } from '../../contract/launch.ts'
import { examineEach } from '../../kit/examine.ts'
import type { Room, Sights } from '../../kit/examine.ts'
import type { Api, CallOptions } from '../client.ts'
import { inGroups } from '../groups.ts'
import { automationOf, isEntityId } from '../map.ts'
import { countAds, maxAdsIn } from '../smart-plus/room.ts'
import { AdGroupWire } from '../wire.ts'
import type { AdGroup } from '../wire.ts'

/** So many ad groups have at most as many manual ads as one page shows. */
const groupsPerPage = 20

/** Whether the ad sets have room; whatever else an ad depends on, its survey looks at. */
export function createExamination(api: Api, sights: Sights): Required<Pick<LaunchVerbs, 'examine' | 'forgetExamined'>> {
  return {
    async examine(accountId, ads, signal) {
      const ids = ads.flatMap(({ adSetIds }) => adSetIds).filter(isEntityId)
      const options = { accountId, signal }
      const [counts, adGroups] = await Promise.all([
        sights.many(`ads ${accountId}`, ids, (unseen) => countAll(api, unseen, options)),
        seenAdGroups(api, sights, ids, options),
      ])
      const roomIn = (id: string): Room => {
        const adGroup = adGroups.get(id)
        return { max: maxAdsIn(adGroup ? automationOf(adGroup) : 'manual'), there: counts.get(id) ?? 0, of: 'ads' }
      }
      return examineEach(ads, (_ad, adSetId) => ({ issues: [], rooms: [roomIn(adSetId)] }))
    },
    forgetExamined: () => sights.forget(),
  }
}

/** Of those that are there; what is asked about a launch before it is accepted begins with them. */
export function seenAdGroups(
  api: Api,
  sights: Sights,
  ids: string[],
  options: CallOptions,
): Promise<Map<string, AdGroup>> {
  return sights.many(`ad groups ${options.accountId}`, ids, async (unseen) => {
    const reads = inGroups(unseen).map((group) => {
      const params = { advertiser_id: options.accountId, filtering: { adgroup_ids: group } }
      return api.list(AdGroupWire, 'adgroup/get', params, { ...options, limit: group.length })
    })
    return new Map((await Promise.all(reads)).flat().map((adGroup) => [adGroup.adgroup_id, adGroup]))
  })
}

async function countAll(api: Api, ids: string[], options: CallOptions): Promise<Map<string, number>> {
  const reads = inGroups(ids, groupsPerPage).map((group) => countAds(api, group, options))
  return new Map((await Promise.all(reads)).flatMap((counted) => [...(counted ?? [])]))
}
