import type { AccountRef } from '../../contract/manage.ts'
import type { Fate, ManyWrite, Negative, NewNegative } from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { isOneOf } from '../gaql.ts'
import { pairIn } from '../map.ts'
import { keyOf } from './keywords.ts'
import { campaignNegatives, groupNegatives } from './lists.ts'
import { manyWrite } from './many-write.ts'

/** Where a negative stands; ids of campaigns and of ad groups may be the same number. */
const placeOf = ({ adGroupId, campaignId }: { adGroupId?: string | null; campaignId?: string }) =>
  adGroupId ? `ad-group ${adGroupId}` : `campaign ${campaignId ?? ''}`

export function addNegatives(api: Api, account: AccountRef, negatives: NewNegative[]): ManyWrite {
  const base = `customers/${account.id}`
  const operations = negatives.map(({ text, matchType, campaignId, adGroupId }) => {
    const keyword = { text: text.trim(), matchType }
    return adGroupId === undefined
      ? {
          campaignCriterionOperation: {
            create: { campaign: `${base}/campaigns/${campaignId}`, negative: true, keyword },
          },
        }
      : { adGroupCriterionOperation: { create: { adGroup: `${base}/adGroups/${adGroupId}`, negative: true, keyword } } }
  })
  return manyWrite(api, account, {
    kind: 'googleAds',
    asks: { negatives },
    operations,
    done: 'added',
    async look() {
      const known = new Map<string, string>()
      for (const each of await negativesIn(api, account, negatives)) known.set(keyOf(placeOf(each), each), each.id)
      return negatives.map((negative) => known.get(keyOf(placeOf(negative), negative)) ?? null)
    },
    isDone: (found) => found.every((id) => id !== null),
  })
}

/** All the negatives of the campaigns and ad groups that these are for. */
async function negativesIn(api: Api, account: AccountRef, wanted: NewNegative[]): Promise<Negative[]> {
  const groups = new Set(wanted.flatMap(({ adGroupId }) => adGroupId ?? []))
  const campaigns = new Set(wanted.flatMap(({ adGroupId, campaignId }) => (adGroupId ? [] : (campaignId ?? []))))
  return [
    ...(campaigns.size > 0
      ? await campaignNegatives(api, account, { ids: [isOneOf('campaign.id', [...campaigns])] })
      : []),
    ...(groups.size > 0 ? await groupNegatives(api, account, { ids: [isOneOf('ad_group.id', [...groups])] }) : []),
  ]
}

/** An id tells where a negative stands, but not whether that is an ad group or a campaign: both are looked at. */
export async function removeNegatives(api: Api, account: AccountRef, ids: string[]): Promise<ManyWrite> {
  const levels = await levelsOf(api, account, ids)
  const present = ids.filter((id) => levels.has(id))
  const operations = present.map((id) =>
    levels.get(id) === 'campaign'
      ? { campaignCriterionOperation: { remove: `customers/${account.id}/campaignCriteria/${id}` } }
      : { adGroupCriterionOperation: { remove: `customers/${account.id}/adGroupCriteria/${id}` } },
  )
  const write = manyWrite(api, account, {
    kind: 'googleAds',
    asks: { remove: ids },
    operations,
    done: 'removed',
    async look() {
      const left = await levelsOf(api, account, ids)
      return ids.map((id) => (left.has(id) ? null : id))
    },
    isDone: (found) => found.every((id) => id !== null),
  })
  /** Told about all of them, in their order: what was not there to be sent is missing. */
  const whole = (fates: Fate[]): Fate[] => {
    const byId = new Map(present.map((id, at) => [id, fates[at]!]))
    return ids.map((id) => ({ ...(byId.get(id) ?? { outcome: 'missing' }), id }))
  }
  return {
    ...write,
    async send(sendBefore) {
      const result = await write.send(sendBefore)
      return { ...result, fates: JSON.stringify(whole(write.fatesIn(result))) }
    },
    rehearse: async () => whole(await write.rehearse()),
  }
}

async function levelsOf(api: Api, account: AccountRef, ids: string[]): Promise<Map<string, Negative['level']>> {
  const pairs = ids.flatMap((id) => pairIn(id) ?? [])
  if (pairs.length === 0) return new Map()
  const parents = [...new Set(pairs.map(({ parent }) => parent))]
  const own = [...new Set(pairs.map((pair) => pair.own))]
  const found = [
    ...(await campaignNegatives(api, account, {
      ids: [isOneOf('campaign.id', parents), isOneOf('campaign_criterion.criterion_id', own)],
    })),
    ...(await groupNegatives(api, account, {
      ids: [isOneOf('ad_group.id', parents), isOneOf('ad_group_criterion.criterion_id', own)],
    })),
  ]
  return new Map(found.map(({ id, level }) => [id, level]))
}
