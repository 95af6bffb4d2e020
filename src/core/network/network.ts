import { badRequest, notFound } from '../../errors.ts'
import { entryOf } from '../../lookup.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import type { Paged, PageQuery } from '../../platforms/contract/manage.ts'
import type {
  MetricsQuery,
  MetricsRow,
  NetworkCampaign,
  NetworkGroup,
  OrganizationPost,
  SponsoredAccount,
  TreeQuery,
} from '../../platforms/contract/network.ts'
import { openAccount, seenAccounts } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { lastDays, requestedDays } from '../days/range.ts'
import type { DaysQuery } from '../days/range.ts'
import { showKeptEnds } from '../ends/listed.ts'
import type { Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'
import { requireVerb } from '../connections/verbs.ts'
import { openAllWorking } from '../connections/working.ts'

/** Accounts of every connection that leads to a network where organizations speak. */
export async function listSponsoredAccounts(deps: AccountDeps, context: Reading): Promise<SponsoredAccount[]> {
  const { connections } = deps
  const found = new Map<string, SponsoredAccount>()
  for (const name of connections.platforms.able('network'))
    for (const opened of await openAllWorking(connections, context.company, name))
      for (const account of await requireVerb(opened, 'network').listAccounts())
        if (!found.has(account.id)) found.set(account.id, account)
  return seenAccounts(deps, context, [...found.values()])
}

/** Posts of an organization that one of the company's connections may speak for; of any other, 404. */
export async function listOrganizationPosts(
  deps: AccountDeps,
  context: Reading,
  { organizationId, ...query }: PageQuery & { organizationId: string },
): Promise<Paged<OrganizationPost>> {
  const { connections } = deps
  const { company } = context
  if (company.workspaces !== undefined) {
    const own = await listSponsoredAccounts(deps, context)
    if (!own.some((account) => account.organizationId === organizationId))
      throw notFound('organization', organizationId)
  }
  for (const name of connections.platforms.able('network'))
    for (const opened of await openAllWorking(connections, company, name)) {
      const page = await requireVerb(opened, 'network').listPosts(organizationId, query)
      if (page) return page
    }
  throw notFound('organization', organizationId)
}

export interface TreeRequest extends Omit<TreeQuery, 'range'>, DaysQuery {
  accountId: string
}

export async function readTree(
  deps: AccountDeps,
  context: Reading,
  { accountId, startDate, endDate, ...query }: TreeRequest,
): Promise<Paged<NetworkGroup> & { currency: string }> {
  const range = requestedDays({ startDate, endDate })
  const opened = await openAccount(deps, context, accountId)
  const page = await requireVerb(opened, 'network').readTree(opened.ref, { ...query, range })
  const items = await withEnds(deps, context, opened, page.items)
  return { ...page, items, currency: opened.ref.currency }
}

/** Creatives have no end on the platform: those that are ended by us say so. */
async function withEnds(
  deps: AccountDeps,
  context: Reading,
  { account }: OpenAccount,
  groups: NetworkGroup[],
): Promise<NetworkGroup[]> {
  const all = groups.flatMap(({ campaigns = [] }) => campaigns.flatMap(({ creatives = [] }) => creatives))
  const shown = await showKeptEnds(deps, context, { account, type: 'ad' }, all)
  const byId = new Map(shown.map((creative) => [creative.id, creative]))
  const inCampaign = ({ creatives, ...campaign }: NetworkCampaign): NetworkCampaign =>
    creatives ? { ...campaign, creatives: creatives.map(({ id }) => entryOf(byId, id, 'creative')) } : campaign
  return groups.map(({ campaigns, ...group }) =>
    campaigns ? { ...group, campaigns: campaigns.map(inCampaign) } : group,
  )
}

export interface MetricsRequest extends Omit<MetricsQuery, 'range'>, DaysQuery {
  accountId: string
}

export interface MetricsDescription {
  rows: MetricsRow[]
  range: DayRange
  currency: string
}

export async function readMetrics(
  deps: AccountDeps,
  context: Reading & Pick<Context, 'now'>,
  { accountId, startDate, endDate, ...query }: MetricsRequest,
): Promise<MetricsDescription> {
  if (query.entityIds?.length === 0) throw badRequest([{ path: 'entityIds', message: 'must name something' }])
  const days = requestedDays({ startDate, endDate })
  const opened = await openAccount(deps, context, accountId)
  const range = days ?? lastDays(opened.ref, context.now)
  const rows = await requireVerb(opened, 'network').readMetrics(opened.ref, { ...query, range })
  return { rows, range, currency: opened.ref.currency }
}
