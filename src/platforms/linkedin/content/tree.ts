import type { NetworkCampaign, NetworkCreative, NetworkGroup, TreeQuery } from '../../contract/network.ts'
import type { AccountRef, EntityType, Paged } from '../../contract/manage.ts'
import { figuresFrom } from '../../kit/figures.ts'
import type { Counted } from '../../kit/figures.ts'
import type { Api, CallOptions } from '../client.ts'
import { creativesOf, listCampaigns, maxEntities, pathOf, searchFor } from '../manage/read.ts'
import { campaignRow, effectiveOf, figuresOf, groupRow } from '../manage/views.ts'
import { idIn, timeText, wordsFor } from '../map.ts'
import { GroupWire } from '../wire.ts'
import type { Campaign, Creative } from '../wire.ts'

/** Groups with the campaigns in them and the creatives in those, as far down as was asked for. */
export async function readTree(api: Api, account: AccountRef, query: TreeQuery): Promise<Paged<NetworkGroup>> {
  const { depth, range, limit, after } = query
  const options = { accountId: account.id }
  const search = { ...searchFor({ statuses: wordsFor('campaign', undefined) }), pageSize: limit, pageToken: after }
  const page = await api.page(GroupWire, pathOf(account.id, 'campaign'), search, options)
  const groupIds = page.items.map(({ id }) => id)
  const campaigns = depth === 'groups' ? null : await campaignsIn(api, groupIds, options)
  const creatives =
    depth === 'creatives' && campaigns
      ? await creativesIn(
          api,
          campaigns.map(({ id }) => id),
          options,
        )
      : null
  const figures = async (level: EntityType, ids: string[]) => figuresOf(api, { level, ids, range }, options)
  const below = campaigns && {
    campaigns: Map.groupBy(campaigns, ({ campaignGroup }) => idIn(campaignGroup)),
    figures: await figures(
      'adset',
      campaigns.map(({ id }) => id),
    ),
    creatives: creatives && Map.groupBy(creatives, ({ campaign }) => idIn(campaign)),
    creativeFigures:
      creatives &&
      (await figures(
        'ad',
        creatives.map(({ id }) => idIn(id)),
      )),
  }
  const ofGroups = await figures('campaign', groupIds)
  const items = page.items.map((group): NetworkGroup => {
    const { campaignId: _self, optimizationGoal: _none, ...row } = groupRow(group)
    const inside = below?.campaigns.get(group.id) ?? []
    return {
      ...row,
      ...figuresFrom(ofGroups, group.id),
      ...(below ? { campaigns: inside.map((each) => campaignNode(each, below)) } : {}),
    }
  })
  return { items, before: null, after: page.after }
}

async function campaignsIn(api: Api, groupIds: string[], options: CallOptions): Promise<Campaign[]> {
  if (groupIds.length === 0) return []
  const search = { groupIds, statuses: wordsFor('adset', undefined) }
  return listCampaigns(api, search, { ...options, limit: maxEntities })
}

async function creativesIn(api: Api, campaignIds: string[], options: CallOptions): Promise<Creative[]> {
  if (campaignIds.length === 0) return []
  return creativesOf(api, campaignIds, { ...options, statuses: wordsFor('ad', undefined), limit: maxEntities })
}

interface Below {
  figures: Map<string, Counted> | null
  creatives: Map<string, Creative[]> | null
  creativeFigures: Map<string, Counted> | null
}

function campaignNode(campaign: Campaign, { figures, creatives, creativeFigures }: Below): NetworkCampaign {
  const { campaignId: _group, optimizationGoal: _goal, ...row } = campaignRow(campaign)
  const inside = creatives?.get(campaign.id) ?? []
  return {
    ...row,
    format: campaign.format ?? null,
    organizationId: campaign.associatedEntity ? idIn(campaign.associatedEntity) : null,
    ...figuresFrom(figures, campaign.id),
    ...(creatives ? { creatives: inside.map((each) => creativeNode(each, creativeFigures)) } : {}),
  }
}

function creativeNode(creative: Creative, figures: Map<string, Counted> | null): NetworkCreative {
  const id = idIn(creative.id)
  return {
    id,
    name: creative.name ?? '',
    status: creative.intendedStatus,
    effectiveStatus: effectiveOf(creative.intendedStatus, creative),
    postId: creative.content?.reference ?? null,
    review: creative.review?.status ?? null,
    createdTime: timeText(creative.createdAt),
    ...figuresFrom(figures, id),
  }
}
