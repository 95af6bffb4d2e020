import pMap from 'p-map'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { AppError, PlatformError } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import { required } from '../../../lookup.ts'
import type { LaunchVerbs } from '../../../platforms/contract/launch.ts'
import { openAccount, sandboxAccounts } from '../../connections/accounts.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import { answersTo } from '../../journal/past-writes.ts'
import { secondAdsOf } from '../../journal/second-ads.ts'
import type { SecondAd } from '../../journal/second-ads.ts'
import type { Context } from '../../context.ts'
import { showKeptEnds } from '../../ends/listed.ts'
import type { EndedBy, KeptEnded } from '../../ends/listed.ts'
import { accountName, inReach, seenBefore } from '../../reach.ts'
import { undoTimes } from './batch-view.ts'
import { differencesFromRequest } from './differences.ts'
import { differencesBetween } from './value-differences.ts'
import { describeReceipt } from './describe-receipt.ts'
import type { ReceiptDescription } from './describe-receipt.ts'
import type { Difference } from './value-differences.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { restoreItem } from '../engine/restore-item.ts'
import type { ItemRow } from '../../journal/item-entry.ts'

export interface Receipt {
  index: number
  adName: string
  clientRef?: string
  adAccountId: string
  sandbox: boolean
  adSetId: string
  adId: string
  asked: Record<string, unknown>
  stored: Record<string, unknown> | null
  differences: Difference[]
  /** Absent: the receipt was kept by a version that did not tell it. */
  fields?: ReceiptDescription['fields']
  destinations?: ReceiptDescription['destinations']
  enhancements?: ReceiptDescription['enhancements']
  readAt: string
  /** When the ad was removed again by undo: the receipt shows what was stored until then. */
  undoneAt?: string
  error?: string
  /** When the ad is paused by us, because its platform cannot end it. */
  endTime?: string
  endedBy?: EndedBy
  /** Other ads that the platform has for it. */
  alsoFound?: SecondAd[]
}

export interface ReceiptDeps {
  db: Db
  connections: Connections
  launchMedia: MediaCache
  log: Logger
}

interface ReceiptsQuery {
  batchId: number
  offset: number
  limit: number
  /** Reads again what was read before. */
  refresh: boolean
}

const atOnce = 4

/** For launched ads of a batch: what was asked, what the platform stored, and where the two differ. Read once, then kept. */
export async function receiptsOf(
  deps: ReceiptDeps,
  { company }: Pick<Context, 'company'>,
  { batchId, offset, limit, refresh }: ReceiptsQuery,
): Promise<Receipt[]> {
  const items = await deps.db
    .selectFrom('batch_items as item')
    .where('item.company_id', '=', company.id)
    .where(inReach(company, 'item'))
    .innerJoin('batches', 'batches.id', 'item.batch_id')
    .selectAll('item')
    .select('batches.slug as batch_slug')
    .select(sql<object | null>`batches.request -> 'ads' -> item.ad_index`.as('given'))
    .where('item.batch_id', '=', batchId)
    .where('item.state', 'in', ['launched', 'undone'])
    .orderBy('item.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const launched = items as unknown as LaunchedRow[]
  await pMap(launched, (item) => readOne(deps, company, item, refresh), { concurrency: atOnce })
  const undoneAt = launched.some((item) => item.state === 'undone') ? await undoTimes(deps.db, company, batchId) : null
  const receipts = await keptReceipts(deps.db, company, launched, undoneAt)
  return withEnds(deps, { company }, launched, receipts)
}

async function withEnds(
  deps: ReceiptDeps,
  context: Pick<Context, 'company'>,
  items: LaunchedRow[],
  receipts: Receipt[],
): Promise<Receipt[]> {
  const ended = new Map<string, KeptEnded>()
  for (const group of Map.groupBy(items, (item) => accountName(item)).values()) {
    const account = required(group[0], 'ad of the account')
    const ads = group.map(({ ad_id: id }) => ({ id }))
    const shown = await showKeptEnds(deps, context, { account, type: 'ad' }, ads)
    for (const { id, ...end } of shown) ended.set(`${account.account_id} ${id}`, end)
  }
  return receipts.map((receipt) => ({ ...receipt, ...ended.get(`${receipt.adAccountId} ${receipt.adId}`) }))
}

interface LaunchedRow extends ItemRow {
  platform: string
  account_id: string
  client_ref: string | null
  ad_id: string
  /** The ad as the caller gave it. */
  given: object | null
  state: 'launched' | 'undone'
}

async function readOne(deps: ReceiptDeps, company: CompanyRef, item: LaunchedRow, refresh: boolean): Promise<void> {
  const known = await deps.db
    .selectFrom('receipts')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select(['item_id', 'error'])
    .where('item_id', '=', item.id)
    .executeTakeFirst()
  // What was removed again can no longer be compared: what is known of it stays.
  if (known && ((known.error === null && !refresh) || item.state === 'undone')) return
  const { asked, stored, error, ours, told } = await compare(deps, company, item)
  const values = {
    asked: JSON.stringify(asked),
    stored: stored === null ? null : JSON.stringify(stored),
    differences: JSON.stringify(stored === null ? [] : [...differencesBetween(asked, stored), ...ours]),
    told: told === undefined ? null : JSON.stringify(told),
    error,
    read_at: new Date(),
  }
  await deps.db
    .insertInto('receipts')
    .values({ item_id: item.id, company_id: company.id, batch_id: item.batch_id, ...values })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(values))
    .execute()
}

async function compare(
  deps: ReceiptDeps,
  company: CompanyRef,
  item: LaunchedRow,
): Promise<{
  asked: object
  stored: object | null
  error: string | null
  ours: Difference[]
  told?: ReceiptDescription
}> {
  if (item.state === 'undone')
    return {
      asked: item.ad,
      stored: null,
      ours: [],
      error: 'The ad was removed again by undo before it was read back.',
    }
  try {
    const opened = await openAccount(deps, { company }, item.account_id)
    const verbs: LaunchVerbs | undefined = opened.session.launch
    if (!verbs?.receipt)
      return { asked: item.ad, stored: null, ours: [], error: `${item.platform} cannot be read back.` }
    const driver = opened.platforms.driver(item.platform) ?? {}
    const launch = await restoreItem({ media: deps.launchMedia, driver }, verbs, item)
    const lane = { companyId: company.id, platform: item.platform, accountId: item.account_id }
    const results = await answersTo(deps.db, lane, verbs.steps(launch))
    const receipt = verbs.receipt(launch, results)
    const stored = await receipt.read(item.ad_id)
    const ours = differencesFromRequest(opened, item.ad, receipt, stored)
    const told = describeReceipt(opened, item, receipt, stored)
    const differences = [...ours, ...told.stray]
    return { asked: receipt.asked, stored, ours: differences, told: told.told, error: null }
  } catch (error) {
    if (error instanceof PlatformError || error instanceof AppError || error instanceof MediaError) {
      return { asked: item.ad, stored: null, ours: [], error: error.message }
    }
    throw error
  }
}

async function keptReceipts(
  db: Db,
  company: CompanyRef,
  items: LaunchedRow[],
  undoneAt: Map<number, Date> | null,
): Promise<Receipt[]> {
  if (items.length === 0) return []
  const rows = await db
    .selectFrom('receipts')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .selectAll()
    .where(
      'item_id',
      'in',
      items.map((item) => item.id),
    )
    .execute()
  const byItem = new Map(rows.map((row) => [row.item_id, row]))
  const ids = items.map((item) => item.id)
  const seconds = await secondAdsOf(db, company.id, ids)
  const simulated = await sandboxAccounts(db, company.id)
  return items.flatMap((item) => {
    const row = byItem.get(item.id)
    if (!row) return []
    return {
      index: item.ad_index,
      adName: item.ad_name,
      ...(item.client_ref === null ? {} : { clientRef: item.client_ref }),
      adAccountId: item.account_id,
      sandbox: simulated.has(`${item.platform} ${item.account_id}`),
      adSetId: item.ad_set_id,
      adId: item.ad_id,
      asked: { ...row.asked },
      stored: row.stored && { ...row.stored },
      differences: row.differences as Difference[],
      ...(row.told as ReceiptDescription | null),
      readAt: row.read_at.toISOString(),
      ...(item.state === 'undone' ? { undoneAt: undoneAt?.get(item.id)?.toISOString() } : {}),
      ...(row.error === null ? {} : { error: row.error }),
      ...(seconds.has(item.id) ? { alsoFound: seconds.get(item.id) } : {}),
    }
  })
}
