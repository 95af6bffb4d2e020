import type { AccountRef } from '../../contract/manage.ts'
import type { Fate, ManyWrite, Negative, NegativesRemoval, NewNegative } from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { isOneOf } from '../gaql.ts'
import { pairIn } from '../map.ts'
import { keyOf } from './keywords.ts'
import { campaignNegatives, groupNegatives, listedNegatives } from './negative-lists.ts'
import { manyWrite } from './many-write.ts'

/** Where a negative stands; ids of campaigns and of ad groups may be the same number. */
const placeOf = ({ adGroupId, campaignId }: { adGroupId?: string | null; campaignId?: string | null }) =>
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

const removals = {
  campaign: ['campaignCriterionOperation', 'campaignCriteria'],
  'ad-group': ['adGroupCriterionOperation', 'adGroupCriteria'],
  'shared-list': ['sharedCriterionOperation', 'sharedCriteria'],
} as const satisfies Record<Negative['level'], [operation: string, resource: string]>

/** An id tells where a negative stands, but not whether that is a campaign, an ad group or a list: all are looked at. */
export async function removeNegatives(api: Api, account: AccountRef, ids: string[]): Promise<NegativesRemoval> {
  const standing = await standingOnes(api, account, ids)
  const present = ids.flatMap((id) => standing.get(id) ?? [])
  const operations = present.map(({ id, level }) => {
    const [operation, resource] = removals[level]
    return { [operation]: { remove: `customers/${account.id}/${resource}/${id}` } }
  })
  const write = manyWrite(api, account, {
    kind: 'googleAds',
    asks: { remove: ids },
    operations,
    done: 'removed',
    async look() {
      const left = await standingOnes(api, account, ids)
      return ids.map((id) => (left.has(id) ? null : id))
    },
    isDone: (found) => found.every((id) => id !== null),
  })
  /** Told about all of them, in their order: what was not there to be sent is missing. */
  const whole = (fates: Fate[]): Fate[] => {
    const byId = new Map(present.map(({ id }, at) => [id, fates[at]!]))
    return ids.map((id) => ({ ...(byId.get(id) ?? { outcome: 'missing' }), id }))
  }
  return {
    ...write,
    present,
    shared: present.filter(({ level }) => level === 'shared-list'),
    async send(sendBefore) {
      const result = await write.send(sendBefore)
      return { ...result, fates: JSON.stringify(whole(write.fatesIn(result))) }
    },
    rehearse: async () => whole(await write.rehearse()),
  }
}

async function standingOnes(api: Api, account: AccountRef, ids: string[]): Promise<Map<string, Negative>> {
  const pairs = ids.flatMap((id) => pairIn(id) ?? [])
  if (pairs.length === 0) return new Map()
  const parents = [...new Set(pairs.map(({ parent }) => parent))]
  const own = [...new Set(pairs.map((pair) => pair.own))]
  const both = (place: string, criterion: string) => ({
    ids: [isOneOf(`${place}.id`, parents), isOneOf(`${criterion}.criterion_id`, own)],
  })
  const found = [
    ...(await campaignNegatives(api, account, both('campaign', 'campaign_criterion'))),
    ...(await groupNegatives(api, account, both('ad_group', 'ad_group_criterion'))),
    ...(await listedNegatives(api, account, both('shared_set', 'shared_criterion'))),
  ]
  return new Map(found.map((negative) => [negative.id, negative]))
}
