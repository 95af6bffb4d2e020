import type { Db } from '../../db/connect.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import type { Seen } from '../../db/scoped.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Context } from '../context.ts'
import { ownDetail } from '../batches/row.ts'
import type { BatchRow } from '../batches/row.ts'
import { seenBatches } from '../batches/find.ts'
import { allInReach, inReach } from '../reach.ts'
import type { Reach } from '../reach.ts'
import { seen } from '../reach.ts'
import { catalogue } from './catalogue.ts'
import type { EventName } from './catalogue.ts'
import { numberEvents } from './number.ts'
import { toEvent } from './present.ts'
import type { CompanyEvent } from './present.ts'

type Within = Pick<Context, 'company'>

/** Which events of a company are wanted, in the order of their numbers. */
export interface WantedEvents {
  /** Those after this number. */
  after: number
  /** Left out: all kinds. */
  types?: readonly EventName[]
  from?: Date
  to?: Date
  /** Only those with these numbers. */
  among?: number[]
  limit: number
}

/** An event with its number. */
export interface NumberedEvent {
  seq: number
  /** The batch that it is about, if any. */
  batchId: number | null
  event: CompanyEvent
}

/** What happened, oldest first, up to this moment. */
export async function listEvents(
  deps: { db: Db },
  context: Within,
  { limit, ...wanted }: WantedEvents,
): Promise<{ events: CompanyEvent[]; hasMore: boolean }> {
  await numberEvents(deps.db)
  const found = await readEvents(deps, context, { ...wanted, limit: limit + 1 })
  return { events: found.slice(0, limit).map(({ event }) => event), hasMore: found.length > limit }
}

/** Those that have their numbers. */
export async function readEvents(
  { db }: { db: Db },
  { company }: Within,
  { after, types, from, to, among, limit }: WantedEvents,
): Promise<NumberedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .where('events.company_id', '=', company.id)
    .where(isSeen(company))
    .leftJoin('batches', 'batches.id', 'events.batch_id')
    .leftJoin('batch_items', 'batch_items.id', 'events.item_id')
    .select([
      'events.seq',
      'events.at',
      'events.kind',
      'events.detail',
      'events.batch_id',
      'events.item_id',
      'batches.slug',
    ])
    .select(['ad_index', 'ad_name', 'client_ref', 'ad_set_id', 'platform', 'account_id'])
    .where('events.seq', '>', after)
    // Said once more in the words of the index. What has a number is of the catalogue.
    .where(sql<boolean>`events.seq > 0`)
    .$narrowType<{ kind: EventName; seq: number }>()
    .$call(ifGiven(types, (some, types) => some.where('events.kind', 'in', types)))
    .$call(ifGiven(from, (some, from) => some.where('events.at', '>=', from)))
    .$call(ifGiven(to, (some, to) => some.where('events.at', '<', to)))
    .$call(ifGiven(among, (some, among) => some.where('events.seq', 'in', among)))
    .orderBy('events.seq')
    .limit(limit)
    .execute()
  const own = await ownParts(db, company, rows)
  return rows.map(({ detail, ...row }) => {
    const part = row.item_id === null && row.batch_id !== null ? own.get(row.batch_id) : undefined
    const shown = part ? (ownDetail(part, row.kind, detail) as Record<string, unknown>) : detail
    return {
      seq: row.seq,
      batchId: row.batch_id,
      event: toEvent(company, { ...row, detail: shown }),
    }
  })
}

/** Whoever works in some workspaces sees what the catalogue lets them: what it does not speak of they do not. */
function isSeen(company: Reach): Seen {
  if (company.workspaces === undefined) return seen`true`
  const ofBatch = sql`EXISTS (SELECT FROM batch_items AS part WHERE part.batch_id = events.batch_id AND ${inReach(company, 'part')})`
  return seen`CASE WHEN events.item_id IS NOT NULL THEN ${inReach(company, 'batch_items')}
    WHEN events.batch_id IS NOT NULL THEN ${ofBatch}
    ELSE events.kind = ANY (${forEverybody}) OR ${allInReach(company, 'events.accounts')} END`
}

const forEverybody = catalogue.filter(({ seenBy }) => seenBy === 'everybody').map(({ name }) => name)

/** Of the batches that these events are about as a whole, those that the caller sees in part. */
async function ownParts(db: Db, company: Reach, rows: { batch_id: number | null; item_id: number | null }[]) {
  const ids = rows.flatMap(({ batch_id: id, item_id: item }) => (id !== null && item === null ? [id] : []))
  if (company.workspaces === undefined || ids.length === 0) return new Map<number, BatchRow>()
  const batches = await db.selectFrom(seenBatches(company)).selectAll().where('id', 'in', ids).execute()
  return new Map(batches.map((batch) => [batch.id, batch]))
}

/** The last number of the company's events. */
export async function lastNumber({ db }: { db: Db }, { company }: Within): Promise<number> {
  const head = await db.selectFrom('event_heads').where('company_id', '=', company.id).select('seq').executeTakeFirst()
  return head?.seq ?? 0
}

/** The number behind an event's id, which must be one of the company's. One that is kept no more is still a place to go on from. */
export async function placeAfter(deps: { db: Db }, context: Within, { id }: { id: string }): Promise<number> {
  const [, company, seq] = /^evt_(\d{1,15})_(\d{1,15})$/.exec(id) ?? []
  if (seq === undefined)
    throw badRequest([{ path: 'after', message: 'is not the id of an event', expected: 'evt_1_42' }])
  const isTheirs = Number(company) === context.company.id && Number(seq) <= (await lastNumber(deps, context))
  if (!isTheirs) throw notFound('event', id)
  return Number(seq)
}
