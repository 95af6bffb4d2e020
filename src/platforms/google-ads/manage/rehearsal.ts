import { z } from 'zod'
import type { AccountRef, EntityRef } from '../../contract/manage.ts'
import type { DryRun, RehearsalVerbs } from '../../contract/rehearsal.ts'
import type { Api } from '../client.ts'
import { listAdSets, listCampaigns } from '../discover.ts'
import { hasText, isWord } from '../gaql.ts'
import { toMicros } from '../map.ts'
import { Id } from '../wire.ts'

/** Every call that writes takes validateOnly here: a campaign with a budget of its own, an ad group and an ad in what is there. */
export function rehearsalVerbs(api: Api): RehearsalVerbs {
  return {
    dryRuns: async (account, marker) => [
      tryCampaign(api, account, marker),
      await tryAdGroup(api, account, marker),
      await tryAd(api, account, marker),
    ],
    findMarked: (account, marker) => findMarked(api, account, marker),
    unconfirmed: [],
  }
}

/** Enough for every currency to take it; nothing is made of it. */
const dailyBudget = 1_000

/** The budget has a number of this call alone, by which the campaign names it. */
function tryCampaign(api: Api, account: AccountRef, marker: string): DryRun {
  const budget = `customers/${account.id}/campaignBudgets/-1`
  const operations = [
    {
      campaignBudgetOperation: {
        create: {
          ...{ resourceName: budget, name: marker, amountMicros: toMicros(dailyBudget), explicitlyShared: false },
        },
      },
    },
    {
      campaignOperation: {
        create: {
          ...{ name: marker, status: 'PAUSED', advertisingChannelType: 'SEARCH', campaignBudget: budget },
          networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          manualCpc: {},
        },
      },
    },
  ]
  return {
    level: 'campaign',
    async ask() {
      await api.mutate('googleAds', { operations, validateOnly: true }, { accountId: account.id })
    },
  }
}

async function tryAdGroup(api: Api, account: AccountRef, marker: string): Promise<DryRun> {
  const campaigns = await listCampaigns(api, account.id, { limit: 100 })
  const campaign = campaigns.find(({ objective }) => objective === 'SEARCH')
  if (!campaign) return { level: 'adset', notAsked: 'There is no search campaign to try it in.' }
  const create = {
    name: marker,
    campaign: `customers/${account.id}/campaigns/${campaign.id}`,
    status: 'PAUSED',
    type: 'SEARCH_STANDARD',
  }
  return {
    level: 'adset',
    async ask() {
      await api.mutate('adGroups', { operations: [{ create }], validateOnly: true }, { accountId: account.id })
    },
  }
}

const AdInAccount = z.object({
  adGroup: z.object({ id: Id }),
  adGroupAd: z.object({ ad: z.object({ id: Id, finalUrls: z.array(z.string()).default([]) }) }),
})
const isThere = isWord('ad_group_ad.status', '!=', 'REMOVED')
/** Ads have no name here; what stands behind their addresses tells them apart. */
const suffixOf = (marker: string) =>
  marker
    .toLowerCase()
    .replace(/ (?=\S*$)/, '=')
    .replaceAll(' ', '_')

/** Beside a search ad that is there, leading where that one leads. */
async function tryAd(api: Api, account: AccountRef, marker: string): Promise<DryRun> {
  const where = [isThere, isWord('ad_group_ad.ad.type', '=', 'RESPONSIVE_SEARCH_AD')]
  const select = ['ad_group.id', 'ad_group_ad.ad.id', 'ad_group_ad.ad.final_urls']
  const query = { select, from: 'ad_group_ad', where, orderBy: ['ad_group_ad.ad.id'], limit: 1 }
  const [found] = await api.rows(AdInAccount, query, { accountId: account.id })
  if (!found) return { level: 'ad', notAsked: 'There is no search ad yet beside which one could be tried.' }
  const create = {
    adGroup: `customers/${account.id}/adGroups/${found.adGroup.id}`,
    status: 'PAUSED',
    ad: {
      finalUrls: found.adGroupAd.ad.finalUrls.slice(0, 1),
      finalUrlSuffix: suffixOf(marker),
      responsiveSearchAd: {
        headlines: ['A rehearsal', 'Nothing is made', 'Only looked at'].map((text) => ({ text })),
        descriptions: ['The platform is asked to look at this.', 'It is to make nothing of it.'].map((text) => ({
          text,
        })),
      },
    },
  }
  return {
    level: 'ad',
    async ask() {
      await api.mutate('adGroupAds', { operations: [{ create }], validateOnly: true }, { accountId: account.id })
    },
  }
}

async function findMarked(api: Api, account: AccountRef, marker: string): Promise<EntityRef[]> {
  const filter = { search: marker, limit: 50 }
  const where = [isThere, hasText('ad_group_ad.ad.final_url_suffix', suffixOf(marker))]
  const select = ['ad_group.id', 'ad_group_ad.ad.id']
  const [campaigns, groups, ads] = await Promise.all([
    listCampaigns(api, account.id, filter),
    listAdSets(api, account.id, filter),
    api.rows(AdInAccount, { select, from: 'ad_group_ad', where, limit: 50 }, { accountId: account.id }),
  ])
  return [
    ...ads.map(({ adGroupAd }) => ({ type: 'ad' as const, id: adGroupAd.ad.id })),
    ...groups.map(({ value }) => ({ type: 'adset' as const, id: value })),
    ...campaigns.map(({ id }) => ({ type: 'campaign' as const, id })),
  ]
}
