import type { NetworkVerbs, SponsoredAccount } from '../../contract/network.ts'
import type { Api } from '../client.ts'
import { readAccounts, readRoles } from '../discover.ts'
import { idIn } from '../map.ts'
import { readMetrics } from '../report/metrics.ts'
import { listPosts } from './posts.ts'
import { readTree } from './tree.ts'

export function networkVerbs(api: Api): NetworkVerbs {
  return {
    listAccounts: () => listSponsoredAccounts(api),
    listPosts: (organizationId, query) => listPosts(api, organizationId, query),
    readTree: (account, query) => readTree(api, account, query),
    readMetrics: (account, query) => readMetrics(api, account, query),
  }
}

async function listSponsoredAccounts(api: Api): Promise<SponsoredAccount[]> {
  const [accounts, users] = await Promise.all([readAccounts(api), readRoles(api)])
  const roles = new Map(users.map(({ account, role }) => [idIn(account), role]))
  return accounts.map(({ id, name, currency, status, type, reference, servingStatuses, test }) => ({
    id,
    name: name || id,
    currency,
    status,
    type: type ?? null,
    role: roles.get(id) ?? null,
    organizationId: reference?.startsWith('urn:li:organization:') ? idIn(reference) : null,
    holds: servingStatuses.filter((word) => word !== 'RUNNABLE'),
    isTest: test,
  }))
}
