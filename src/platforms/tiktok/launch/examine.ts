import { z } from 'zod'
import type { LaunchVerbs } from '../../contract/launch.ts'
import { createSights, examineEach } from '../../kit/examine.ts'
import type { Api } from '../client.ts'
import { inGroups } from '../groups.ts'
import { isEntityId } from '../map.ts'
import { PageWire } from '../wire.ts'

const maxAdsPerAdGroup = 50
/** So many ad groups have at most as many ads as one page shows. */
const groupsPerPage = 20
const pageSize = groupsPerPage * maxAdsPerAdGroup

const AdOfGroupWire = z.object({ adgroup_id: z.union([z.string(), z.number()]).transform(String) })

/** Whether the ad sets have room; whatever else an ad depends on, its survey looks at. */
export function createExamination(api: Api): Required<Pick<LaunchVerbs, 'examine' | 'forgetExamined'>> {
  const sights = createSights()
  return {
    async examine(accountId, ads, signal) {
      const ids = ads.flatMap(({ adSetIds }) => adSetIds).filter(isEntityId)
      const counts = await sights.many(`ads ${accountId}`, ids, async (unseen) => {
        const reads = inGroups(unseen, groupsPerPage).map((group) => countAds(api, group, { accountId, signal }))
        return new Map((await Promise.all(reads)).flatMap((counted) => [...counted]))
      })
      return examineEach(ads, (_ad, adSetId) => ({
        issues: [],
        rooms: [{ max: maxAdsPerAdGroup, there: counts.get(adSetId) ?? 0, of: 'ads' }],
      }))
    },
    forgetExamined: () => sights.forget(),
  }
}

/** Of each ad group the ads that are not deleted. */
async function countAds(
  api: Api,
  adGroupIds: string[],
  options: { accountId: string; signal: AbortSignal },
): Promise<Map<string, number>> {
  const params = {
    advertiser_id: options.accountId,
    filtering: { adgroup_ids: adGroupIds, primary_status: 'STATUS_NOT_DELETE' },
    fields: ['ad_id', 'adgroup_id'],
    page: 1,
    page_size: pageSize,
  }
  const { list } = await api.get(PageWire, 'ad/get', params, options)
  const ads = AdOfGroupWire.array().parse(list)
  return new Map(adGroupIds.map((id) => [id, ads.filter((ad) => ad.adgroup_id === id).length]))
}
