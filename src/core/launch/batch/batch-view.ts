import type { Db } from '../../../db/connect.ts'
import { ifGiven, sql } from '../../../db/sql.ts'
import type { BatchState, ItemState } from '../../../db/tables/tables.ts'
import { required } from '../../../lookup.ts'
import { sandboxAccounts } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import type { Connections } from '../../deps.ts'
import type { JournalEventKind } from '../../journal/events.ts'
import type { Failure } from '../../journal/item-ends.ts'
import type { LaneWait } from '../../journal/lane/waits.ts'
import { openItemStates } from '../../journal/states.ts'
import { currentReason, lanesThatWait, waitMessage, waitsOf } from '../engine/waits.ts'
import type { Wait, WaitReason } from '../engine/waits.ts'
import { inReach, seenBefore } from '../../reach.ts'
import type { Reach } from '../../reach.ts'
import { ownDetail } from '../../batches/row.ts'
import type { BatchRow } from '../../batches/row.ts'
import { findDraft } from './drafts.ts'
import { adSetNames } from '../../reports/query/ad-set-names.ts'
import { seenBatches } from '../../batches/find.ts'
import { batchMessage } from './batch-words.ts'
import type { BatchEvent } from './event-shapes.ts'
import type { BatchAd, FailedAd } from './shapes.ts'

type Within = Pick<Context, 'company'>

interface BatchRef {
  batchId: number
}

const openStates: ReadonlySet<ItemState> = new Set(openItemStates)

/** How far the batch is, and what holds up the rest of it. */
export async function currentMessage(deps: { db: Db }, within: Within, batch: BatchRow): Promise<string> {
  return messageWith(batch, await currentWaits(deps, within, batch))
}

/** What ads of the batch wait for now. */
export async function currentWaits({ db }: { db: Db }, { company }: Within, batch: BatchRow): Promise<Wait[]> {
  const isOpen = batch.state === 'queued' || batch.state === 'processing'
  return isOpen ? waitsOf(db, company, batch.id) : []
}

export function messageWith(batch: BatchRow, waits: Wait[]): string {
  return [batchMessage(batch), ...waits.map(waitMessage)].join('')
}

export async function failedAdsOf({ db }: { db: Db }, { company }: Within, { batchId }: BatchRef): Promise<FailedAd[]> {
  const rows = await db
    .selectFrom('batch_items')
    .where('company_id', '=', company.id)
    .where(inReach(company, 'batch_items'))
    .select(['ad_index', 'ad_name', 'client_ref', 'platform', 'account_id', 'ad_set_id', 'failure'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'failed')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...itemHead(row), ...(row.failure as Failure) }))
}

export async function adsOf(
  { db, connections }: { db: Db; connections: Connections },
  { company }: Within,
  { batchId }: BatchRef,
): Promise<BatchAd[]> {
  const rows = await db
    .selectFrom('batch_items')
    .where('company_id', '=', company.id)
    .where(inReach(company, 'batch_items'))
    .select([
      'id',
      'ad_index',
      'ad_name',
      'client_ref',
      'platform',
      'account_id',
      'ad_set_id',
      'ad_set_label',
      'state',
      'step',
      'ad_id',
      'creative_id',
      'failure',
      'run_after',
    ])
    .select(currentReason.as('waiting_for'))
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute()
  const simulated = await sandboxAccounts(db, company.id)
  const nameOf = await adSetNames(
    db,
    company.id,
    rows.map((row) => row.ad_set_id),
  )
  const undoneAt = rows.some((row) => row.state === 'undone') ? await undoTimes(db, company, batchId) : null
  const isOpen = rows.some(({ state }) => openStates.has(state))
  const lanes = isOpen ? await lanesThatWait(db, company, batchId) : []
  return rows.map((row) => ({
    ...itemHead(row),
    adSetName: nameOf({ platform: row.platform, accountId: row.account_id, id: row.ad_set_id }) ?? row.ad_set_label,
    sandbox: placeOf(row, simulated).isSandbox,
    status: row.state,
    step: row.step,
    ...(row.state === 'undone' ? { undoneAt: undoneAt?.get(row.id)?.toISOString() } : {}),
    ...(row.ad_id
      ? {
          adId: row.ad_id,
          adsManagerUrl: connections.adUrl({ ...placeOf(row, simulated), adId: row.ad_id }) ?? undefined,
        }
      : {}),
    ...(row.creative_id ? { creativeId: row.creative_id } : {}),
    ...(row.failure ? { error: row.failure as Failure } : {}),
    ...waitOf(row, lanes),
  }))
}

interface WaitingRow {
  state: ItemState
  platform: string
  account_id: string
  run_after: Date
  waiting_for: WaitReason | null
}

/** What an ad waits for: something of its own, or what its account does. */
function waitOf(row: WaitingRow, lanes: LaneWait[]): Pick<BatchAd, 'waitingFor' | 'waitsUntil'> {
  const { waiting_for: own, run_after: after } = row
  if (own === 'media_processing') return { waitingFor: own }
  if (own) return { waitingFor: own, waitsUntil: after.toISOString() }
  if (!openStates.has(row.state)) return {}
  const lane = lanes.find(({ platform, accountId }) => platform === row.platform && accountId === row.account_id)
  // What is being worked on waits only where whoever did is gone.
  if (!lane || (row.state === 'running' && lane.reason !== 'worker')) return {}
  return { waitingFor: lane.reason, ...(lane.until ? { waitsUntil: lane.until.toISOString() } : {}) }
}

function placeOf(row: { platform: string; account_id: string }, simulated: ReadonlySet<string>) {
  const { platform, account_id: accountId } = row
  return { platform, accountId, isSandbox: simulated.has(`${platform} ${accountId}`) }
}

/** Whether every ad of the batch is in the sandbox. */
export async function isAllSandbox(db: Db, { company }: Within, { batchId }: BatchRef): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM batch_items AS item LEFT JOIN ad_accounts AS account USING (company_id, platform, account_id)
    WHERE item.company_id = ${company.id} AND item.batch_id = ${batchId} AND account.is_sandbox IS NOT TRUE LIMIT 1`.execute(
    db,
  )
  return rows.length === 0
}

/** When each of the batch's ads was removed again, by item. */
export async function undoTimes(db: Db, company: Reach, batchId: number): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('events')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select(['item_id', 'at'])
    .where('batch_id', '=', batchId)
    .where('kind', '=', 'ad.undone')
    .execute()
  return new Map(rows.map((row) => [required(row.item_id, 'item id'), row.at]))
}

interface ItemHead {
  ad_index: number
  ad_name: string
  client_ref: string | null
  platform: string
  account_id: string
  ad_set_id: string
}

export function itemHead(row: ItemHead) {
  return {
    index: row.ad_index,
    adName: row.ad_name,
    ...(row.client_ref === null ? {} : { clientRef: row.client_ref }),
    platform: row.platform,
    adAccountId: row.account_id,
    adSetId: row.ad_set_id,
  }
}

export interface BatchFilter {
  state?: BatchState[]
  platform?: string
  accountId?: string
  adId?: string
  from?: Date
  to?: Date
  offset: number
  limit: number
}

export async function listBatches(
  { db }: { db: Db },
  { company }: Within,
  filter: BatchFilter,
): Promise<{ batches: BatchRow[]; total: number }> {
  const query = db
    .selectFrom(seenBatches(company))
    .$call(ifGiven(filter.state, (some, state) => some.where('state', 'in', state)))
    .$call(ifGiven(filter.from, (some, from) => some.where('created_at', '>=', from)))
    .$call(ifGiven(filter.to, (some, to) => some.where('created_at', '<', to)))
    .$if(
      [filter.platform, filter.accountId, filter.adId].some((each) => each !== undefined),
      (some) =>
        some.where((where) =>
          where.exists(
            where
              .selectFrom('batch_items')
              .select('batch_items.id')
              .whereRef('batch_items.batch_id', '=', 'seen.id')
              .where(inReach(company, 'batch_items'))
              .$call(ifGiven(filter.platform, (items, platform) => items.where('platform', '=', platform)))
              .$call(ifGiven(filter.accountId, (items, accountId) => items.where('account_id', '=', accountId)))
              .$call(ifGiven(filter.adId, (items, adId) => items.where('ad_id', '=', adId))),
          ),
        ),
    )
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const batches = await query.selectAll().orderBy('id', 'desc').limit(filter.limit).offset(filter.offset).execute()
  return { batches, total }
}

/** The launch as it was accepted, or the draft as it was saved: of a batch that is seen in part, the ads of that part. */
export async function requestOf(
  deps: { db: Db },
  within: Within,
  { id, state, is_whole: isWhole }: Pick<BatchRow, 'id' | 'state' | 'is_whole'>,
): Promise<Record<string, unknown>> {
  if (state === 'draft') return { ...(await findDraft(deps, within, { draftId: id })).request }
  const { company } = within
  const { request } = await deps.db
    .selectFrom('batches')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select('request')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (isWhole !== false) return { ...request }
  const items = await deps.db
    .selectFrom('batch_items')
    .where('company_id', '=', company.id)
    .where(inReach(company, 'batch_items'))
    .select('ad_index')
    .where('batch_id', '=', id)
    .execute()
  const own = new Set(items.map(({ ad_index: index }) => index))
  const { ads = [] } = request as { ads?: unknown[] }
  return { ads: ads.filter((_, index) => own.has(index)) }
}

export async function eventsOf({ db }: { db: Db }, { company }: Within, batch: BatchRow): Promise<BatchEvent[]> {
  const rows = await db
    .selectFrom('events')
    .where('events.company_id', '=', company.id)
    .where(seenBefore)
    .leftJoin('batch_items', 'batch_items.id', 'events.item_id')
    .select(['events.id', 'events.at', 'events.kind', 'events.detail', 'batch_items.ad_index', 'batch_items.ad_set_id'])
    .$narrowType<{ kind: JournalEventKind }>()
    .where('events.batch_id', '=', batch.id)
    .where((where) => where.or([where('events.item_id', 'is', null), inReach(company, 'batch_items')]))
    .orderBy('events.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    ...(row.ad_index === null ? {} : { index: row.ad_index, adSetId: required(row.ad_set_id, 'ad set id') }),
    ...(row.ad_index === null ? ownDetail(batch, row.kind, row.detail) : row.detail),
  }))
}
