import { randomInt } from 'node:crypto'
import type { Expression } from 'kysely'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Scoped } from '../../../db/sql.ts'
import { only, required } from '../../../lookup.ts'
import { keyIdOf } from '../../context.ts'
import type { Context } from '../../context.ts'
import type { Passed } from '../../guards/changes/launches.ts'
import { wakeLanes } from '../../journal/lane/lanes.ts'
import { addEvent } from '../../journal/events.ts'
import { requireStaying } from '../../people/staying.ts'
import { takeAds } from '../../quotas/use.ts'
import { originRow } from '../../batches/origin.ts'
import type { PlannedAd } from '../plan/planned-ad.ts'
import type { LaunchPlan } from '../plan/prepare.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Short, speakable in a chat, and never mistaken for an id because it starts with a letter. */
export function makeSlug(): string {
  const letter = () => required(letters[randomInt(letters.length)], 'letter')
  return letter() + Array.from({ length: 9 }, () => randomInt(36).toString(36)).join('')
}

export interface NewBatch {
  /** What people call it. */
  name: string | null
  request: object
  plan: Pick<LaunchPlan, 'ads' | 'media'>
}

/** A launch that is stored, and that nobody works on before it is queued, in the same transaction. */
export interface StoredBatch {
  id: number
  slug: string
  totalAds: number
  companyId: CompanyId
  items: StoredItems
}

/** Stores a launch whole, in the caller's transaction. */
export async function storeBatch(
  trx: Db,
  { company, actor, requestId, trace }: Pick<Context, 'company' | 'actor' | 'requestId' | 'trace'>,
  wanted: NewBatch,
): Promise<StoredBatch> {
  const slug = makeSlug()
  const items = itemsOf(wanted.plan)
  const batch = trx.insertInto('batches').values({
    company_id: company.id,
    slug,
    name: wanted.name,
    state: 'queued',
    request: JSON.stringify(wanted.request),
    total_ads: items.length,
    is_sandbox: isSandboxPlan(wanted.plan),
    created_by_key: keyIdOf(actor),
    created_by: actor.name,
    queued_at: new Date(),
    ...originRow({ requestId, trace }),
  })
  // In one statement: while it is on its way, others decide whether it may stand.
  const { rows } = await sql<{ id: number }>`
    WITH batch AS (${batch.returning('id')}), items AS (${insertItems(company.id, items, sql`(SELECT id FROM batch)`)})
    SELECT id FROM batch`.execute(trx)
  const { id } = only(rows)
  await wanted.plan.media.handOver(trx, id)
  return { id, slug, totalAds: items.length, companyId: company.id, items }
}

export function isSandboxPlan({ ads }: Pick<LaunchPlan, 'ads'>): boolean {
  return ads.every(({ isSandbox }) => isSandbox === true)
}

/** Wakes the lanes it needs when the transaction commits. */
export async function queueBatch(trx: Db, { id, companyId, items }: StoredBatch, passed: Passed): Promise<void> {
  await passed.madeBy(trx, id)
  await queueItems(trx, companyId, id, items)
}

type StoredItems = ReturnType<typeof toItem>[]

/** The ads of a batch. */
export async function storeItems(
  trx: Db,
  companyId: CompanyId,
  batchId: number,
  plan: NewBatch['plan'],
): Promise<StoredItems> {
  await plan.media.handOver(trx, batchId)
  const items = itemsOf(plan)
  await insertItems(companyId, items, sql.val(batchId)).execute(trx)
  return items
}

/** The ads of a batch that has just been queued count for the quota of the company, and wake the lanes they belong to. */
export async function queueItems(trx: Db, companyId: CompanyId, batchId: number, items: StoredItems): Promise<void> {
  await requireStaying(trx, companyId)
  await takeAds(trx, companyId, items.length)
  await addEvent(trx, { id: null, companyId, batchId }, 'queued', { totalAds: items.length })
  const accounts = items.map(({ platform, account_id: accountId }) => ({ platform, accountId }))
  await wakeLanes(trx, companyId, accounts)
}

function itemsOf({ ads }: Pick<NewBatch['plan'], 'ads'>): StoredItems {
  return ads.flatMap((each) => each.adSets.map((adSet) => toItem(each, adSet)))
}

function toItem(planned: PlannedAd, adSet: { value: string; label: string | null }) {
  return {
    ad_index: planned.index,
    platform: required(planned.platform, 'platform'),
    account_id: planned.accountId,
    ad_set_id: adSet.value,
    ad_set_label: adSet.label,
    ad_name: planned.ad.adName,
    client_ref: planned.clientRef,
    ad: planned.ad,
  }
}

/** One statement for all rows: a thousand ads are stored in tens of milliseconds. */
function insertItems(companyId: CompanyId, items: StoredItems, batchId: Expression<unknown>): Scoped<unknown> {
  return sql`
    INSERT INTO batch_items (company_id, batch_id, ad_index, platform, account_id, ad_set_id, ad_set_label, ad_name, client_ref, ad)
    SELECT ${companyId}, ${batchId}, * FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS item (
      ad_index int, platform text, account_id text, ad_set_id text, ad_set_label text, ad_name text, client_ref text, ad jsonb)`
}
