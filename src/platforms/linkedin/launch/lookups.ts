import { remember } from '../../kit/remember.ts'
import { nullWhenMissing } from '../client.ts'
import type { Api, CallOptions } from '../client.ts'
import { postingOrganizations } from '../discover.ts'
import { listCreatives, readCampaigns, readGroups } from '../manage/read.ts'
import { entityUrn, idIn } from '../map.ts'
import { segment } from '../restli.ts'
import { PostWire } from '../wire.ts'
import type { Campaign, Creative, Group, Post } from '../wire.ts'

/** A campaign that is to hold an ad, and the group that it is in. */
export interface GeoLocation {
  campaign: Campaign
  group: Group | null
}

/** What ads depend on beyond themselves. Each is read once for all items of a launch that ask for it. */
export function createLookups(api: Api) {
  return {
    place: remember((_account, id, options) => readPlace(api, id, options)),
    creatives: remember((_account, id, options) => readCreativesIn(api, id, options)),
    organizations: remember((_account, _id, options) => postingOrganizations(api, options)),
    post: remember((_account, urn, options) => readPost(api, urn, options)),
  }
}

export type Lookups = ReturnType<typeof createLookups>

async function readPlace(api: Api, id: string, options: CallOptions): Promise<GeoLocation | null> {
  const campaign = (await readCampaigns(api, [id], options)).get(id)
  if (!campaign) return null
  const groupId = idIn(campaign.campaignGroup)
  return { campaign, group: (await readGroups(api, [groupId], options)).get(groupId) ?? null }
}

const maxCreatives = 2_000

/** Everything in the campaign, whatever became of it. */
function readCreativesIn(api: Api, campaignId: string, options: CallOptions): Promise<Creative[]> {
  return listCreatives(api, { campaigns: [entityUrn('adset', campaignId)] }, { ...options, limit: maxCreatives })
}

export function readPost(api: Api, urn: string, options: CallOptions): Promise<Post | null> {
  return api.get(PostWire, `posts/${segment(urn)}`, {}, options).catch(nullWhenMissing)
}
