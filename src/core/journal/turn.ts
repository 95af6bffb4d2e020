import { CompiledQuery } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Step, StepResult } from '../../platforms/contract/launch.ts'
import { countEndedText, finishedDetailText } from './batch-end.ts'
import { digestOf, standingOf } from './intents.ts'
import type { Intent, Standing } from './intents.ts'
import { isHeld, LaneLost } from './lanes.ts'
import type { Lease } from './lanes.ts'
import { openItemsText } from './states.ts'
import type { ItemRef } from './item-ends.ts'

/** An item is taken up. */
export interface Beginning {
  lease: Lease
  item: ItemRef
}

/** A write is about to be sent: its intent is committed first. */
export interface WriteFor extends Beginning {
  step: Step
  /** How long the write may still take effect once it is on its way. */
  lifeMs: number
}

/** A write exists: with this, and only with this, it is known to. */
export interface Closing extends Beginning {
  intent: Intent
  result: StepResult
  /** For the write that made the item's ad: the item is launched, both or none. */
  ad?: { creativeId: string | null }
}

/** What is written down at once, for ads of any lanes. */
export type Entry = ({ kind: 'begin' } & Beginning) | ({ kind: 'write' } & WriteFor) | ({ kind: 'close' } & Closing)

type Answer = Standing | boolean | Error

/**
 * Writes down everything that waits to be, in one statement: it costs little more than for one. Answers in the same order:
 * for a write its standing, for a beginning whether the item may be worked on, for a closing true; or why it could not be.
 */
export async function takeTurn(db: Db, entries: Entry[]): Promise<Answer[]> {
  try {
    return await writeDown(db, entries)
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (entries.length === 1 && constraint === 'journal_one_owner') return [new TakenByAnother()]
    // Something about one of them: the others must not suffer for it.
    if (entries.length === 1 || !/^2[23]/.test(code ?? '')) throw error
    const answers: Answer[] = []
    for (const entry of entries) answers.push(...(await takeTurn(db, [entry]).catch((own: Error) => [own])))
    return answers
  }
}

/** Another item was faster to call this ad its own: an ad has one owner, and the database decides who. */
export class TakenByAnother extends Error {
  constructor() {
    super('This ad belongs to another item.')
  }
}

async function writeDown(db: Db, entries: Entry[]): Promise<Answer[]> {
  const turn: Turn = {
    leases: [...new Set(entries.map(({ lease }) => lease))],
    deciding: entries.filter(isDeciding),
    beginnings: entries.filter((entry) => entry.kind === 'begin'),
    writes: entries.filter((entry) => entry.kind === 'write'),
    closings: entries.filter((entry) => entry.kind === 'close'),
  }
  const values = parameters.map((of) => of(turn))
  const { rows } = await db.executeQuery<TurnRow>(CompiledQuery.raw(statement, values))
  const intents = new Map<string, Intent>()
  const closed = new Set<number>()
  const begun = new Set<number>()
  for (const { what, id, item_id: itemId, key } of rows) {
    if (what === 'intended') intents.set(`${itemId} ${key}`, { id })
    else if (what === 'closed') closed.add(id)
    else begun.add(itemId)
  }
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.kind === 'begin')
        return begun.has(entry.item.id) || ((await isHeld(db, entry.lease)) ? false : new LaneLost())
      if (entry.kind === 'close') return closed.has(entry.intent.id) || new LaneLost()
      const intent = intents.get(`${entry.item.id} ${entry.step.key}`)
      return intent ? { state: 'sent-by-us' as const, intent } : standingOf(db, entry.lease, entry.step.key)
    }),
  )
}

function isDeciding(entry: Entry): boolean {
  return entry.kind === 'begin' || (entry.kind === 'write' ? entry.step.kind === 'ad' : entry.ad !== undefined)
}

interface Turn {
  leases: Lease[]
  /** Those that a cancel must not overtake. */
  deciding: Entry[]
  beginnings: Beginning[]
  writes: WriteFor[]
  closings: Closing[]
}

interface TurnRow {
  what: 'intended' | 'closed' | 'begun'
  id: number
  item_id: number
  key: string | null
}

const parameters: ((turn: Turn) => unknown[])[] = []

/** One parameter of the statement, which is put together once: what it is for a turn, one value for each of its rows. */
function each<Part extends keyof Turn>(part: Part, of: (row: Turn[Part][number], turn: Turn) => unknown): string {
  const position = parameters.push((turn) => turn[part].map((row) => of(row, turn)))
  return `$${position}`
}

/** Which of the turn's leases, from 1. */
const place = ({ lease }: { lease: Lease }, { leases }: Turn) => leases.indexOf(lease) + 1

const statement = `/* prepared: journal-turn */
  WITH held AS (
      SELECT asked.place, lanes.* FROM unnest(
        ${each('leases', (lease) => lease.companyId)}::bigint[], ${each('leases', (lease) => lease.platform)}::text[],
        ${each('leases', (lease) => lease.accountId)}::text[], ${each('leases', (lease) => lease.fence)}::bigint[]
      ) WITH ORDINALITY AS asked (company_id, platform, account_id, fence, place)
      JOIN lanes USING (company_id, platform, account_id)
      WHERE lanes.fence = asked.fence AND lanes.lease_until > clock_timestamp() FOR SHARE OF lanes
    ),
    -- Decides between us and a cancel that is just stopping items; both lock them in this order.
    item AS (
      SELECT id, state, stop_wanted FROM batch_items
      WHERE id = ANY(${each('deciding', ({ item }) => item.id)}::bigint[]) AND ${openItemsText()}
      ORDER BY id FOR NO KEY UPDATE
    ),
    begun AS (
      UPDATE batch_items SET state = 'running', starts = batch_items.starts + 1
      FROM unnest(
        ${each('beginnings', place)}::bigint[], ${each('beginnings', ({ item }) => item.id)}::bigint[]
      ) AS beginning (place, id) JOIN held USING (place) JOIN item USING (id)
      WHERE batch_items.id = item.id
      RETURNING batch_items.id, batch_items.batch_id
    ),
    started AS (
      UPDATE batches SET state = 'processing', started_at = clock_timestamp() FROM (
        SELECT id FROM batches WHERE id IN (SELECT batch_id FROM begun) AND state = 'queued' ORDER BY id FOR NO KEY UPDATE
      ) AS waiting WHERE batches.id = waiting.id
    ),
    closed AS (
      UPDATE journal SET state = 'done', platform_id = closing.made_id, answer = closing.answer::jsonb, closed_at = clock_timestamp(),
        fence = held.fence
      FROM unnest(
        ${each('closings', place)}::bigint[], ${each('closings', ({ intent }) => intent.id)}::bigint[],
        ${each('closings', ({ item }) => item.id)}::bigint[], ${each('closings', ({ result }) => result.id)}::text[],
        ${each('closings', ({ result }) => JSON.stringify(result))}::text[],
        ${each('closings', ({ ad }) => ad !== undefined)}::boolean[], ${each('closings', ({ ad }) => ad?.creativeId ?? null)}::text[]
      ) AS closing (place, id, item_id, made_id, answer, is_ad, creative_id) JOIN held USING (place)
      WHERE journal.id = closing.id AND journal.state = 'open'
      RETURNING journal.id, closing.item_id, closing.made_id, closing.is_ad, closing.creative_id
    ),
    launched AS (
      UPDATE batch_items SET state = 'launched', step = NULL, ad_id = closed.made_id, creative_id = closed.creative_id, failure = NULL,
        starts = 0, finished_at = clock_timestamp()
      FROM item JOIN closed ON closed.item_id = item.id
      WHERE batch_items.id = item.id AND item.state = 'running' AND closed.is_ad
      RETURNING batch_items.id, batch_items.batch_id, batch_items.ad_id
    ),
    gain AS (SELECT batch_id, count(*)::int AS ads FROM launched GROUP BY batch_id),
    batch AS (SELECT id FROM batches WHERE id IN (SELECT batch_id FROM gain) ORDER BY id FOR NO KEY UPDATE),
    counted AS (
      UPDATE batches SET ${countEndedText({ launched: 'gain.ads' })}
      FROM batch JOIN gain ON gain.batch_id = batch.id WHERE batches.id = batch.id
      RETURNING batches.id, company_id, state, launched_ads, failed_ads, cancelled_ads, finished_at
    ),
    told AS (
      INSERT INTO batch_events (company_id, batch_id, item_id, kind, detail)
      SELECT company_id, batch_id, item_id, kind, detail FROM (
        SELECT company_id, batch_id, launched.id AS item_id, 'ad.launched' AS kind, jsonb_build_object('adId', ad_id) AS detail
        FROM counted JOIN launched ON launched.batch_id = counted.id
        UNION ALL
        SELECT company_id, id, NULL, 'batch.finished', ${finishedDetailText}
        FROM counted WHERE finished_at IS NOT NULL
      ) AS news ORDER BY item_id NULLS LAST
    ),
    intended AS (
      INSERT INTO journal AS mine
        (company_id, platform, account_id, item_id, kind, key, digest, state, fence, certain_after)
      SELECT held.company_id, held.platform, held.account_id, write.item_id, write.kind, write.key,
        decode(write.digest, 'hex'), 'open', held.fence, clock_timestamp() + make_interval(secs => write.life_ms / 1000)
      FROM unnest(
        ${each('writes', place)}::bigint[], ${each('writes', ({ item }) => item.id)}::bigint[],
        ${each('writes', ({ step }) => step.kind)}::text[],
        ${each('writes', ({ step }) => step.key)}::text[],
        ${each('writes', ({ step }) => (step.kind === 'ad' ? digestOf(step) : ''))}::text[], ${each('writes', ({ lifeMs }) => lifeMs)}::float8[]
      ) AS write (place, item_id, kind, key, digest, life_ms)
      JOIN held USING (place)
      WHERE CASE WHEN write.kind = 'ad' THEN EXISTS (SELECT FROM item WHERE item.id = write.item_id AND NOT item.stop_wanted)
        ELSE EXISTS (SELECT FROM batch_items WHERE id = write.item_id AND ${openItemsText()}) END
      ON CONFLICT (company_id, platform, account_id, key) DO UPDATE SET
        state = 'open', fence = excluded.fence, attempt = mine.attempt + 1, digest = excluded.digest, item_id = excluded.item_id,
        intent_at = clock_timestamp(), first_intent_at = clock_timestamp(),
        certain_after = excluded.certain_after, closed_at = NULL, answer = NULL
        WHERE mine.state IN ('refused', 'absent')
      RETURNING id, item_id, key
    )
  SELECT 'intended' AS what, id, item_id, key FROM intended
  UNION ALL
  SELECT 'closed', id, item_id, NULL FROM closed
  UNION ALL
  SELECT 'begun', id, id, NULL FROM begun`
