import { dayMs } from '../../days.ts'
import { badRequest } from '../../errors.ts'
import { requireRange, inUtc } from '../days/range.ts'
import type {
  AdListing,
  AdPerformanceQuery,
  AdPerformanceRow,
  AdQuery,
  ChangeEvent,
  EntityRef,
  Paged,
  PageQuery,
  PerformanceQuery,
  PerformanceRow,
} from '../../platforms/contract/manage.ts'
import { openAccount } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { showEnds, showKeptEnds } from '../ends/listed.ts'
import type { ListedEnd, KeptEnded } from '../ends/listed.ts'
import { latestIds } from '../journal/past-writes.ts'
import { deletionOf } from './entities.ts'
import { requireFigures } from '../reports/query/readers.ts'
import { requireVerb } from '../connections/verbs.ts'
import { withMoments } from './given-time.ts'
import type { GivenTime } from './given-time.ts'
import { openOwner, readEntity } from '../connections/owner.ts'
import type { Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'

/** An ad in a list. */
export type ListedAd<Ad extends AdListing = AdListing> = Omit<Ad, 'createdTime'> & { createdTime: string | null }

/** Times are told in UTC, whatever the platform says. */
function listed<Ad extends AdListing>({ createdTime, ...ad }: Ad): ListedAd<Ad> {
  return { ...ad, createdTime: inUtcOrNull(createdTime) }
}

function inUtcOrNull(text: string | null): string | null {
  return text ? inUtc(text) : null
}

/** The same with where people look at it. */
export type LinkedAd = ListedAd & KeptEnded & { adsManagerUrl: string | null }

export interface AdListRequest extends AdQuery {
  accountId?: string
}

/** One page of ads. Deleted ones are in no platform's lists: those that were deleted through us are looked up by id. */
export async function listAds(
  deps: AccountDeps,
  context: Reading,
  { accountId, ...query }: AdListRequest,
): Promise<Paged<LinkedAd>> {
  const { adSetId, status } = query
  if (accountId === undefined && adSetId === undefined) {
    throw badRequest([{ path: 'adSetId', message: 'give adSetId or accountId' }])
  }
  const entity: EntityRef = { type: 'adset', id: adSetId ?? '' }
  const opened = await openOwner(deps, context, { entity, accountId })
  const list = requireVerb(opened, 'listAds')
  if (adSetId !== undefined && accountId !== undefined && opened.session.readEntities) await readEntity(opened, entity)
  const ids = status === 'deleted' ? await deletedAds(deps, context, { opened, limit: query.limit }) : undefined
  const page = await list(opened.ref, { ...query, ...(ids ? { ids } : {}) })
  const items = page.items.map((ad) => linked(deps, opened, listed(ad)))
  return { ...page, items: await showKeptEnds(deps, context, { account: opened.account, type: 'ad' }, items) }
}

function linked({ connections }: AccountDeps, { account }: OpenAccount, ad: ListedAd): LinkedAd {
  const { platform, account_id: accountId, is_sandbox: isSandbox } = account
  return { ...ad, adsManagerUrl: connections.adUrl({ platform, accountId, adId: ad.id, isSandbox }) }
}

async function deletedAds(
  { db }: Pick<AccountDeps, 'db'>,
  { company }: Reading,
  { opened: { platform, account }, limit }: { opened: OpenAccount; limit: number },
): Promise<string[]> {
  const lane = { companyId: company.id, platform: platform.name, accountId: account.account_id }
  return latestIds(db, lane, deletionOf('ad'), limit)
}

/** A page, and the currency of its amounts. */
export type PricedPage<T> = Paged<T> & { currency: string }

/** Where days are asked for, their figures must be for whoever asks. */
function checkReader(
  { platform, platforms }: OpenAccount,
  context: Pick<Context, 'actor'>,
  { startDate, endDate }: { startDate?: string; endDate?: string },
): void {
  if (startDate !== undefined || endDate !== undefined) requireFigures(platforms, platform, context)
}

/** A campaign or ad set in a list. */
type ListedStructure = Omit<PerformanceRow, 'budgetId' | 'hasNoAdSets' | 'runsWithoutAds'>

/** A page of campaigns or ad sets with their figures. */
export async function listPerformance(
  deps: AccountDeps,
  context: Reading & Pick<Context, 'actor'>,
  { accountId, level, ...query }: PerformanceQuery & { accountId: string; level: 'campaign' | 'adset' },
): Promise<PricedPage<ListedStructure & Pick<ListedEnd, 'endedBy'>>> {
  const opened = await openAccount(deps, context, accountId)
  const list = requireVerb(opened, 'listPerformance')
  checkReader(opened, context, query)
  if (query.campaignId) await readEntity(opened, { type: 'campaign', id: query.campaignId })
  const page = await list(opened.ref, level, query)
  const items = page.items.map(({ budgetId: _budget, hasNoAdSets: _kind, runsWithoutAds: _ads, ...row }) => ({
    ...row,
    startTime: inUtcOrNull(row.startTime),
    endTime: inUtcOrNull(row.endTime),
  }))
  const shown = await showEnds(deps, context, { account: opened.account, type: level }, items)
  return { ...page, items: shown, currency: opened.ref.currency }
}

/** A page of ads with their figures. */
export async function listAdPerformance(
  deps: AccountDeps,
  context: Reading & Pick<Context, 'actor'>,
  { accountId, ...query }: AdPerformanceQuery & { accountId: string },
): Promise<PricedPage<ListedAd<AdPerformanceRow> & KeptEnded>> {
  const opened = await openAccount(deps, context, accountId)
  checkReader(opened, context, query)
  if (query.adSetId !== undefined) await readEntity(opened, { type: 'adset', id: query.adSetId })
  const page = await requireVerb(opened, 'listAdPerformance')(opened.ref, query)
  const items = await showKeptEnds(deps, context, { account: opened.account, type: 'ad' }, page.items.map(listed))
  return { ...page, items, currency: opened.ref.currency }
}

/** How far back changes are looked for unless the caller says. */
export const usualChangeDays = 30

export interface ChangesRequest extends PageQuery {
  accountId: string
  objectId?: string
  since?: GivenTime
  until?: GivenTime
}

/** Who changed what, newest first. */
export async function listChanges(
  deps: AccountDeps,
  context: Reading & Pick<Context, 'now'>,
  { accountId, since, until, ...query }: ChangesRequest,
): Promise<Paged<ChangeEvent> & { accountId: string }> {
  const opened = await openAccount(deps, context, accountId)
  const asked = withMoments({ since, until }, opened.ref.timeZone)
  const end = asked.until ?? context.now
  const start = asked.since ?? new Date(end.getTime() - usualChangeDays * dayMs)
  requireRange(start, end, { start: 'since', end: 'until' })
  const page = await requireVerb(opened, 'listChanges')(opened.ref, { ...query, since: start, until: end })
  return { ...page, accountId: opened.ref.id }
}
