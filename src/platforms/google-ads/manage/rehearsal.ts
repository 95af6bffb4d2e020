import type { AccountRef } from '../../contract/manage.ts'
import type { DryRun, RehearsalVerbs } from '../../contract/rehearsal.ts'
import type { Api } from '../client.ts'
import { listAdSets, listCampaigns } from '../discover.ts'

/** Every call that writes takes validateOnly here; what is made is an ad group, in a campaign that is there. */
export function rehearsalVerbs(api: Api): RehearsalVerbs {
  return {
    dryRuns: async (account, marker) => [await tryAdGroup(api, account, marker)],
    async findMarked(account, marker) {
      const groups = await listAdSets(api, account.id, { search: marker, limit: 50 })
      return groups.map(({ value }) => ({ type: 'adset', id: value }))
    },
    unconfirmed: [],
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
