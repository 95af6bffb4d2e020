import { entryOf } from '../../../lookup.ts'
import { seenBefore } from '../../reach.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError, PlatformError } from '../../../errors.ts'
import { requireVerb } from '../../connections/verbs.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import { openAccount } from '../../connections/accounts.ts'
import { keptState } from '../../audit/kept.ts'
import { endsLost } from '../../ends/change.ts'
import type { NamedEnd } from '../../ends/store.ts'
import { adRuns } from '../../guards/changes/budgets.ts'
import type { LoweringChange } from '../../guards/changes/change.ts'
import { passGuards } from '../../guards/gate.ts'
import type { Spending } from '../../guards/terms.ts'
import { makeForCaller, writeLifeOf } from '../../writes/caller-write.ts'
import { markUndone, notifyUndone } from '../../journal/item-ends.ts'
import { keepChanged, keepDeleted, asPaused } from '../../reports/sync/keep/changed.ts'
import { deletionOf } from '../../manage/entities.ts'
import { keptBatch } from '../../batches/row.ts'
import type { BatchRow } from '../../batches/row.ts'

export interface UndoResult {
  index: number
  adName: string
  adSetId: string
  adId: string
  /** Whether its account is in the sandbox; null: nothing opens it any more. */
  sandbox: boolean | null
  outcome: 'done' | 'would be removed' | 'gone already' | 'cannot'
  reason?: string
  /** Ends of it that are kept no more. */
  endsDropped?: NamedEnd[]
}

interface LaunchedItem {
  id: number
  ad_index: number
  ad_name: string
  ad_set_id: string
  platform: string
  account_id: string
  ad_id: string
}

type Deps = { db: Db; connections: Connections }
interface Undo {
  db: Db
  company: CompanyRef
  batchId: number
  dryRun: boolean
  /** What each ad was, as the platform told before anything was done to it. */
  seen: Record<string, object>
  /** With the last ad the undo ends: what is told of it is part of that change. */
  end: { isWhole: boolean } | null
}

type Opened = Awaited<ReturnType<typeof openAccount>>

/** Pauses, then deletes what the batch created, newest first. What cannot be undone is said, not hidden. */
export async function undoBatch(
  deps: Deps,
  context: Spending,
  { batch, dryRun }: { batch: BatchRow; dryRun: boolean },
): Promise<UndoResult[]> {
  if (batch.state === 'queued' || batch.state === 'processing') {
    throw new AppError('conflict', 'This batch is still being launched. Cancel it first, then undo it.', {
      state: batch.state,
    })
  }
  const { company, touched } = context
  const items = await launchedItems(deps.db, company.id, batch.id)
  const accounts = new Map<string, Opened | AppError>()
  for (const item of items) {
    if (!accounts.has(laneOf(item))) accounts.set(laneOf(item), await openOrError(deps, company, item.account_id))
  }
  const plan = () => ({
    changes: [],
    lowers: stoppedIn(items, (item) => accounts.get(laneOf(item))),
    state: items.map(({ ad_id: id }) => id),
  })
  await passGuards(deps, context, plan, { dryRun })
  const undo: Undo = { db: deps.db, company, batchId: batch.id, dryRun, seen: {}, end: null }
  // Filled as they are looked at: what was seen is known also of an undo that fails half way.
  touched?.({ before: { ...keptBatch(batch), ads: undo.seen } })
  const results: UndoResult[] = []
  for (const item of items) {
    const isLast = results.length === items.length - 1
    const isWhole = !results.some(({ outcome }) => outcome === 'cannot')
    results.push(
      await undoItem({ ...undo, end: isLast ? { isWhole } : null }, item, entryOf(accounts, laneOf(item), 'account')),
    )
  }
  if (!dryRun) await endWithout(undo, results)
  return results
}

function laneOf({ platform, account_id: id }: LaunchedItem): string {
  return `${platform} ${id}`
}

/** The ad sets that may stop with it, each by the first of its ads that goes. */
function stoppedIn(
  items: LaunchedItem[],
  openedOf: (item: LaunchedItem) => Opened | AppError | undefined,
): LoweringChange[] {
  const first = new Map(items.toReversed().map((item) => [`${laneOf(item)} ${item.ad_set_id}`, item]))
  return [...first.values()].flatMap((item) => {
    const opened = openedOf(item)
    if (!opened || opened instanceof AppError) return []
    const { ad_set_id: adSetId } = item
    const campaign = { id: null, name: null, adSetId }
    const keys = [undoKey('pause', item), undoKey('delete', item)]
    return keys.map((writeKey) => ({
      ...{ account: opened.account, campaign, effects: [adRuns(adSetId, null)], writeKey },
    }))
  })
}

function undoKey(verb: 'pause' | 'delete', { id }: LaunchedItem): string {
  return `undo ${verb} item ${id}`
}

/** The last change tells how the undo went. Where the last ad could not be changed, or nothing was left to change, this does. */
async function endWithout({ db, company, batchId }: Undo, results: UndoResult[]): Promise<void> {
  const last = results.at(-1)
  if (last && last.outcome !== 'cannot') return
  await db.transaction().execute((trx) => notifyUndone(trx, { companyId: company.id, batchId }, last === undefined))
}

async function launchedItems(db: Db, companyId: CompanyId, batchId: number): Promise<LaunchedItem[]> {
  const rows = await db
    .selectFrom('batch_items')
    .where('company_id', '=', companyId)
    .where(seenBefore)
    .select(['id', 'ad_index', 'ad_name', 'ad_set_id', 'platform', 'account_id', 'ad_id'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'launched')
    .orderBy(
      (items) =>
        items
          .selectFrom('events')
          .select(({ fn }) => fn.max('events.id').as('launched'))
          .whereRef('events.item_id', '=', 'batch_items.id')
          .where('kind', '=', 'ad.launched'),
      'desc',
    )
    .execute()
  return rows as LaunchedItem[]
}

async function openOrError(deps: Deps, company: CompanyRef, accountId: string): Promise<Opened | AppError> {
  return openAccount(deps, { company }, accountId).catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
}

async function undoItem(undo: Undo, item: LaunchedItem, opened: Opened | AppError): Promise<UndoResult> {
  const { db, company, batchId, dryRun, end } = undo
  const sandbox = opened instanceof AppError ? null : opened.isSandbox
  const head = { index: item.ad_index, adName: item.ad_name, adSetId: item.ad_set_id, adId: item.ad_id, sandbox }
  if (opened instanceof AppError) return { ...head, outcome: 'cannot', reason: opened.message }
  try {
    const outcome = await remove(undo, item, opened)
    const ref = { id: item.id, companyId: company.id, batchId }
    if (!dryRun) {
      await db.transaction().execute(async (trx) => {
        await markUndone(trx, ref, item.ad_id)
        if (end) await notifyUndone(trx, ref, end.isWhole)
      })
    }
    const entity = { type: 'ad', id: item.ad_id } as const
    const endsDropped = await endsLost({ db }, { company }, { opened, entity }, { isRehearsal: dryRun })
    return { ...head, outcome, ...(endsDropped.length > 0 ? { endsDropped } : {}) }
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof AppError)) throw error
    return { ...head, outcome: 'cannot', reason: error.message }
  }
}

async function remove(
  { db, company, dryRun, seen }: Undo,
  item: LaunchedItem,
  opened: Opened,
): Promise<UndoResult['outcome']> {
  const { session, platform, account } = opened
  if (dryRun && !session.deleteEntity) throw nothingDeletes(platform.name, 'would only be paused')
  const ref = { id: account.account_id, currency: account.currency, timeZone: account.time_zone }
  const [ad] = await requireVerb(opened, 'readEntities')(ref, [{ type: 'ad', id: item.ad_id }])
  if (ad) seen[item.ad_id] = keptState(ad)
  if (!ad || ad.status === 'deleted' || ad.status === session.deletedBecomes) return 'gone already'
  if (dryRun) return 'would be removed'
  const lane = {
    companyId: company.id,
    platform: platform.name,
    accountId: account.account_id,
    db,
    life: writeLifeOf(session),
  }
  // Paused first: should the deletion fail, at least no more money is spent.
  if (ad.status === 'active' || ad.status === 'pending') {
    const pause = requireVerb(opened, 'setStatus')(ref, ad, { status: 'paused' })
    const result = await makeForCaller(lane, { kind: 'undo pause', key: undoKey('pause', item), ...pause })
    await keepChanged(db, { company }, account, asPaused(ad, result))
  }
  if (!session.deleteEntity) throw nothingDeletes(platform.name, 'is paused instead')
  const deletion = session.deleteEntity(ref, ad)
  const told = await makeForCaller(lane, { kind: deletionOf('ad'), key: undoKey('delete', item), ...deletion })
  await keepDeleted(db, { company }, opened, { type: 'ad', id: ad.id, told })
  return 'done'
}

/** Said for each ad: it stays, and spends nothing. */
function nothingDeletes(platform: string, instead: string): AppError {
  return new AppError('unsupported_operation', `${platform} has no way to delete an ad; it ${instead}.`)
}
