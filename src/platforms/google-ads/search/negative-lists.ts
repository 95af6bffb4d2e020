import type { AccountRef } from '../../contract/manage.ts'
import type { CampaignName, Negative, WithinQuery } from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { groupFields, placeFields } from '../fields.ts'
import { isOneOf, isTrue, isWord } from '../gaql.ts'
import type { Condition, Query } from '../gaql.ts'
import { CampaignNegativeWire, GroupNegativeWire, ListedNegativeWire, ListUseWire } from '../wire.ts'
import { criterionOrder, placeOf, within } from './lists.ts'
import type { Within } from './lists.ts'

/**
 * First those of campaigns, then those of ad groups, then those of shared lists. An ad group's own are shown alone where
 * it is named.
 */
export async function listNegatives(api: Api, account: AccountRef, query: WithinQuery): Promise<Negative[]> {
  const { adGroupId, limit } = query
  if (adGroupId !== undefined) return groupNegatives(api, account, query)
  const found = await campaignNegatives(api, account, query)
  for (const more of [groupNegatives, listedNegatives])
    if (found.length < limit) found.push(...(await more(api, account, { ...query, limit: limit - found.length })))
  return found
}

/** Which ones: those in a place, or those that conditions choose; as many as there are unless a limit is given. */
type Wanted = Within & { limit?: number; ids?: Condition[] }

const negativesOf = (resource: 'campaign_criterion' | 'ad_group_criterion' | 'shared_criterion') => ({
  select: [`${resource}.criterion_id`, `${resource}.keyword.text`, `${resource}.keyword.match_type`],
  isKeyword: isWord(`${resource}.type`, '=', 'KEYWORD'),
})

/** Entries of shared lists are all negative, and gone when they are removed. */
const standing = (resource: 'campaign_criterion' | 'ad_group_criterion') => [
  isTrue(`${resource}.negative`),
  negativesOf(resource).isKeyword,
  isWord(`${resource}.status`, '!=', 'REMOVED'),
]

const nowhere = { campaignId: null, campaignName: null, adGroupId: null, adGroupName: null }
const noList = { listId: null, listName: null }

export async function campaignNegatives(
  api: Api,
  { id }: AccountRef,
  { campaignId, limit, ids = [] }: Wanted,
): Promise<Negative[]> {
  const asked: Query = {
    select: [...negativesOf('campaign_criterion').select, ...placeFields],
    from: 'campaign_criterion',
    where: [...standing('campaign_criterion'), ...within({ campaignId }), ...ids],
    orderBy: ['campaign.id', 'campaign_criterion.criterion_id'],
    limit,
  }
  const rows = await api.rows(CampaignNegativeWire, asked, { accountId: id })
  return rows.map(({ campaignCriterion: { criterionId, keyword }, campaign }) => ({
    id: `${campaign.id}~${criterionId}`,
    level: 'campaign',
    ...keyword,
    ...nowhere,
    campaignId: campaign.id,
    campaignName: campaign.name,
    ...noList,
  }))
}

export async function groupNegatives(
  api: Api,
  { id }: AccountRef,
  { limit, ids = [], ...place }: Wanted,
): Promise<Negative[]> {
  const asked: Query = {
    select: [...negativesOf('ad_group_criterion').select, ...groupFields],
    from: 'ad_group_criterion',
    where: [...standing('ad_group_criterion'), ...within(place), ...ids],
    orderBy: criterionOrder,
    limit,
  }
  const rows = await api.rows(GroupNegativeWire, asked, { accountId: id })
  return rows.map(({ adGroupCriterion: { criterionId, keyword }, ...found }) => ({
    id: `${found.adGroup.id}~${criterionId}`,
    level: 'ad-group',
    ...keyword,
    ...placeOf(found),
    ...noList,
  }))
}

const isNegativeList = [
  isWord('shared_set.type', '=', 'NEGATIVE_KEYWORDS'),
  isWord('shared_set.status', '=', 'ENABLED'),
]

/** What lists are chosen by has to be selected too. */
const listFields = ['id', 'name', 'type', 'status'].map((name) => `shared_set.${name}`)

/** What stands in lists that campaigns share, with the campaigns that use the list. */
export async function listedNegatives(
  api: Api,
  account: AccountRef,
  { campaignId, limit, ids = [] }: Wanted,
): Promise<Negative[]> {
  const uses = await usesOfLists(api, account)
  const ofCampaign = [...uses].flatMap(([list, users]) => (users.some(({ id }) => id === campaignId) ? list : []))
  if (campaignId !== undefined && ofCampaign.length === 0) return []
  const { select, isKeyword } = negativesOf('shared_criterion')
  const asked: Query = {
    select: [...select, ...listFields],
    from: 'shared_criterion',
    where: [
      isKeyword,
      ...isNegativeList,
      ...(campaignId === undefined ? [] : [isOneOf('shared_set.id', ofCampaign)]),
      ...ids,
    ],
    orderBy: ['shared_set.id', 'shared_criterion.criterion_id'],
    limit,
  }
  const rows = await api.rows(ListedNegativeWire, asked, { accountId: account.id })
  return rows.map(({ sharedCriterion: { criterionId, keyword }, sharedSet }) => ({
    id: `${sharedSet.id}~${criterionId}`,
    level: 'shared-list',
    ...keyword,
    ...nowhere,
    listId: sharedSet.id,
    listName: sharedSet.name,
    campaigns: uses.get(sharedSet.id) ?? [],
  }))
}

/** Which campaigns use each list; a list that none uses is not there. */
async function usesOfLists(api: Api, { id }: AccountRef): Promise<Map<string, CampaignName[]>> {
  const query: Query = {
    select: [...listFields, 'campaign_shared_set.status', 'campaign.status', ...placeFields],
    from: 'campaign_shared_set',
    where: [
      ...isNegativeList,
      isWord('campaign_shared_set.status', '=', 'ENABLED'),
      isWord('campaign.status', '!=', 'REMOVED'),
    ],
    orderBy: ['campaign.id'],
  }
  const uses = new Map<string, CampaignName[]>()
  for (const { sharedSet, campaign } of await api.rows(ListUseWire, query, { accountId: id }))
    uses.set(sharedSet.id, [...(uses.get(sharedSet.id) ?? []), { id: campaign.id, name: campaign.name }])
  return uses
}
