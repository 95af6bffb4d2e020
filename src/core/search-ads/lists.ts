import { notFound } from '../../errors.ts'
import type { Customer, SearchAdsVerbs, WithinQuery } from '../../platforms/contract/search-ads.ts'
import { openAccount, seenAccounts } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { showKeptEnds } from '../ends/listed.ts'
import type { KeptEnded } from '../ends/listed.ts'
import { readEntity } from '../connections/owner.ts'
import type { Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'
import { requireVerb } from '../connections/verbs.ts'
import { openAllWorking } from '../connections/working.ts'

/** Accounts of every connection that leads to a platform with managers. */
export async function listCustomers(deps: AccountDeps, context: Reading): Promise<Customer[]> {
  const { connections } = deps
  const found = new Map<string, Customer>()
  for (const name of connections.platforms.able('searchAds'))
    for (const opened of await openAllWorking(connections, context.company, name))
      for (const customer of await requireVerb(opened, 'searchAds').listCustomers())
        if (!found.has(customer.id)) found.set(customer.id, customer)
  return seenAccounts(deps, context, [...found.values()])
}

export interface AdGroupScope {
  accountId: string
  campaignId?: string
  adGroupId?: string
}

/** The account, opened, and what is named in it looked at: an id of another account is 404. */
export async function openPlace(
  deps: AccountDeps,
  context: Reading,
  { accountId, campaignId, adGroupId }: AdGroupScope,
): Promise<OpenAccount & { verbs: SearchAdsVerbs }> {
  const opened = await openAccount(deps, context, accountId)
  const verbs = requireVerb(opened, 'searchAds')
  if (campaignId !== undefined) await readEntity(opened, { type: 'campaign', id: campaignId })
  if (adGroupId !== undefined) await requireGroups(opened, [adGroupId])
  return { ...opened, verbs }
}

export async function requireGroups(opened: OpenAccount, ids: string[]): Promise<void> {
  await requireAll(opened, 'adset', 'ad group', ids)
}

export async function requireCampaigns(opened: OpenAccount, ids: string[]): Promise<void> {
  await requireAll(opened, 'campaign', 'campaign', ids)
}

async function requireAll(opened: OpenAccount, type: 'adset' | 'campaign', word: string, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await requireVerb(opened, 'readEntities')(
    opened.ref,
    wanted.map((id) => ({ type, id })),
  )
  const missing = wanted.find((_, index) => found[index] === null)
  if (missing !== undefined) throw notFound(word, missing)
}

export interface PricedRows<T> {
  rows: T[]
  currency: string
}

/** One of the lists of what is in campaigns and ad groups. */
export async function listWithin<T>(
  deps: AccountDeps,
  context: Reading,
  { accountId, ...query }: WithinQuery & { accountId: string },
  list: (verbs: SearchAdsVerbs, account: OpenAccount['ref'], query: WithinQuery) => Promise<T[]>,
): Promise<PricedRows<T> & Pick<OpenAccount, 'account'>> {
  const { verbs, ref, account } = await openPlace(deps, context, { accountId, ...query })
  return { rows: await list(verbs, ref, query), currency: ref.currency, account }
}

/** The same for what can be switched, with the ends that we keep of it. */
export async function listEnding<T extends { id: string }>(
  deps: AccountDeps,
  context: Reading,
  { type, ...query }: WithinQuery & { accountId: string; type: 'ad' | 'adset' },
  list: (verbs: SearchAdsVerbs, account: OpenAccount['ref'], query: WithinQuery) => Promise<T[]>,
): Promise<PricedRows<T & KeptEnded>> {
  const { rows, currency, account } = await listWithin(deps, context, query, list)
  return { rows: await showKeptEnds(deps, context, { account, type }, rows), currency }
}
