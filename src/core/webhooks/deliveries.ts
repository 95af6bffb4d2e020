import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { required } from '../../lookup.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { EventName } from '../events/catalogue.ts'
import type { CompanyEvent } from '../events/present.ts'
import { lastNumber, readEvents } from '../events/read.ts'
import type { NumberedEvent } from '../events/read.ts'
import type { Target, WebhookKind } from './target.ts'

/** What became of one attempt. */
export interface Attempt {
  at: string
  ms: number
  /** What the receiver answered with; left out where there was no answer. */
  status?: number
  answer?: string
  /** Why there was no answer, in a word. */
  problem?: string
}

/** A webhook as the one process has it that delivers for it now. */
export interface HeldWebhook {
  id: number
  company: CompanyRef
  kind: WebhookKind
  types: EventName[]
  target: Target
  owner: string
  cursor: number
  failures: number
}

/** One event that is to be sent. */
export interface Due {
  seq: number
  batchId: number | null
  type: string
  /** null: it is kept no more. */
  event: CompanyEvent | null
  tries: number
  attempts: Attempt[]
  /** It has a row already. */
  isRetry: boolean
}

/** What is to be sent now, in the order of its numbers. */
export interface Load {
  due: Due[]
  /** New ones of batches of which an earlier event waits. */
  behind: Due[]
  /** When all of it is written down, nothing up to this number is left. */
  upTo: number
}

type Deps = { db: Db }

/** First what is due again, then what is new. */
export async function nextLoad(deps: Deps, hook: HeldWebhook, limit: number): Promise<Load> {
  const again = await dueAgain(deps, hook, limit)
  return again.length > 0 ? { due: again, behind: [], upTo: hook.cursor } : newLoad(deps, hook, limit)
}

async function dueAgain({ db }: Deps, hook: HeldWebhook, limit: number): Promise<Due[]> {
  const { rows } = await sql<{
    seq: number
    batch_id: number | null
    type: string
    tries: number
    attempts: Attempt[]
  }>`
    SELECT seq, batch_id, type, tries, attempts FROM webhook_deliveries AS mine
    WHERE webhook_id = ${hook.id} AND state = 'waiting' AND next_at <= now() AND NOT EXISTS (
      SELECT FROM webhook_deliveries AS earlier WHERE earlier.webhook_id = ${hook.id} AND earlier.state = 'waiting'
        AND earlier.batch_id = mine.batch_id AND earlier.seq < mine.seq AND earlier.next_at > now())
    ORDER BY seq LIMIT ${limit}`.execute(everyCompany(db))
  if (rows.length === 0) return []
  const among = rows.map(({ seq }) => seq)
  const found = await readEvents({ db }, hook, { after: 0, among, limit: among.length })
  const bySeq = new Map(found.map(({ seq, event }) => [seq, event]))
  return rows.map(({ batch_id: batchId, ...row }) => ({
    ...row,
    batchId,
    event: bySeq.get(row.seq) ?? null,
    isRetry: true,
  }))
}

async function newLoad(deps: Deps, hook: HeldWebhook, limit: number): Promise<Load> {
  // Asked before the events: all up to it are there when they are read.
  const last = await lastNumber(deps, hook)
  if (last <= hook.cursor) return { due: [], behind: [], upTo: hook.cursor }
  const types = hook.types.length > 0 ? hook.types : undefined
  const found = await readEvents(deps, hook, { after: hook.cursor, types, limit })
  const upTo = found.length < limit ? last : required(found.at(-1), 'last delivery').seq
  const fresh = found.filter(({ seq }) => seq <= upTo)
  const { known, waiting } = await rowsAbout(deps, hook, fresh)
  const due = fresh.filter(({ seq }) => !known.has(seq)).map(toDue)
  const isBehind = ({ batchId }: Due) => batchId !== null && waiting.has(batchId)
  return { due: due.filter((each) => !isBehind(each)), behind: due.filter(isBehind), upTo }
}

function toDue({ seq, batchId, event }: NumberedEvent): Due {
  return { seq, batchId, type: event.type, event, tries: 0, attempts: [], isRetry: false }
}

/** Which of these have a row already, and of which batches an event waits. */
async function rowsAbout({ db }: Deps, hook: HeldWebhook, events: NumberedEvent[]) {
  const { rows } = await sql<{ seq: number; batch_id: number | null; waits: boolean }>`
    SELECT seq, batch_id, state = 'waiting' AS waits FROM webhook_deliveries
    WHERE webhook_id = ${hook.id} AND (seq = ANY(${events.map(({ seq }) => seq)}::bigint[]) OR state = 'waiting')`.execute(
    everyCompany(db),
  )
  return {
    known: new Set(rows.map(({ seq }) => seq)),
    waiting: new Set(rows.flatMap(({ batch_id: id, waits }) => (waits && id !== null ? [id] : []))),
  }
}

/** How one delivery stands after it was tried, or because it must wait for another. */
export interface DeliveryOutcome extends Pick<Due, 'seq' | 'batchId' | 'type' | 'tries' | 'attempts'> {
  state: 'waiting' | 'delivered' | 'failed'
  /** When it is tried next, from now; 0: as soon as those before it are through. */
  waitMs: number
}

export interface DeliveryProgress {
  outcomes: DeliveryOutcome[]
  cursor: number
  failures: number
  pauseMs: number
  /** It works again after a pause: what waits need wait no longer. */
  hasRecovered: boolean
}

/** Another process delivers for this webhook now, or nobody may any more. */
export class WebhookLost extends Error {
  constructor() {
    super('This webhook has another owner, or none.')
  }
}

/** Writes down how far it got, in one statement, unless another has taken over. */
export async function writeProgress({ db }: Deps, hook: HeldWebhook, progress: DeliveryProgress): Promise<void> {
  const { outcomes, cursor, failures, pauseMs, hasRecovered } = progress
  const { rows } = await sql`
    WITH held AS (
      UPDATE webhooks SET cursor = greatest(cursor, ${cursor}), failures = ${failures},
        failing_since = CASE WHEN ${failures} > 0 THEN coalesce(failing_since, now()) END,
        paused_until = CASE WHEN ${pauseMs} > 0 THEN now() + make_interval(secs => ${pauseMs / 1000}) ELSE '-infinity' END
      WHERE id = ${hook.id} AND owner = ${hook.owner} AND enabled RETURNING id
    ),
    written AS (
      INSERT INTO webhook_deliveries AS mine (company_id, webhook_id, seq, batch_id, type, state, tries, attempts, next_at)
      SELECT ${hook.company.id}, held.id, seq, "batchId", type, state, tries, attempts,
        CASE WHEN state = 'waiting' THEN CASE WHEN "waitMs" = 0 THEN '-infinity' ELSE now() + make_interval(secs => "waitMs" / 1000) END END
      FROM held, jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS outcome (
        seq bigint, "batchId" bigint, type text, state text, tries int, attempts jsonb, "waitMs" float8)
      ON CONFLICT (webhook_id, seq) DO UPDATE SET state = excluded.state, tries = excluded.tries, attempts = excluded.attempts,
        next_at = excluded.next_at, updated_at = now()
    ),
    freed AS (
      UPDATE webhook_deliveries SET next_at = '-infinity' FROM held
      WHERE ${hasRecovered} AND webhook_id = held.id AND state = 'waiting' AND next_at > now()
        AND seq <> ALL(${outcomes.map(({ seq }) => seq)}::bigint[])
    )
    SELECT id FROM held`.execute(db)
  if (rows.length === 0) throw new WebhookLost()
}
