import { sql } from 'kysely'
import { inGroups } from '../../src/async/batcher.ts'
import { countEndedText } from '../../src/core/journal/batch-end.ts'
import type { Intent } from '../../src/core/journal/intents.ts'
import type { TurnJournal } from '../../src/core/journal/open.ts'
import { isOpenItem } from '../../src/core/journal/states.ts'
import type { Beginning, Closing } from '../../src/core/journal/turn/values.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'

type Entry = { beginning: Beginning } | { closing: Closing }

/** In the place of core/journal/open.ts: writes nothing down but that items are begun and launched, also together. */
export function openJournal(db: EveryCompany): TurnJournal {
  const intent: Intent = { id: 0, attempt: 1 }
  const take = inGroups((entries: Entry[]) => takeTurn(db, entries))
  return {
    begin: (beginning) => take({ beginning }),
    intend: () => Promise.resolve({ state: 'may-send', intent }),
    close: async (closing) => void (closing.ad && (await take({ closing }))),
  }
}

async function takeTurn(db: EveryCompany, entries: Entry[]): Promise<true[]> {
  const beginnings = entries.flatMap((entry) => ('beginning' in entry ? [entry.beginning.item.id] : []))
  const closings = entries.flatMap((entry) => ('closing' in entry ? [entry.closing] : []))
  await sql`/* prepared: turn */
    WITH item AS (
        SELECT id, state FROM batch_items
        WHERE id = ANY(${[...beginnings, ...closings.map(({ item }) => item.id)]}::bigint[]) AND ${isOpenItem()}
        ORDER BY id FOR NO KEY UPDATE
      ),
      begun AS (
        UPDATE batch_items SET state = 'running', starts = batch_items.starts + 1 FROM item
        WHERE batch_items.id = item.id AND item.id = ANY(${beginnings}::bigint[])
        RETURNING batch_items.batch_id
      ),
      started AS (
        UPDATE batches SET state = 'processing', started_at = clock_timestamp()
        WHERE id IN (SELECT batch_id FROM begun) AND state = 'queued'
      ),
      launched AS (
        UPDATE batch_items SET state = 'launched', step = NULL, ad_id = closing.ad_id, creative_id = closing.creative_id, failure = NULL,
          starts = 0, finished_at = clock_timestamp()
        FROM item JOIN unnest(
          ${closings.map(({ item }) => item.id)}::bigint[], ${closings.map(({ result }) => result.id)}::text[],
          ${closings.map(({ ad }) => ad!.creativeId)}::text[]
        ) AS closing (id, ad_id, creative_id) USING (id)
        WHERE batch_items.id = item.id AND item.state = 'running'
        RETURNING batch_items.id, batch_items.batch_id, batch_items.ad_id
      ),
      gain AS (SELECT batch_id, count(*)::int AS ads FROM launched GROUP BY batch_id),
      counted AS (
        UPDATE batches SET ${sql.raw(countEndedText({ launched: 'gain.ads' }))}
        FROM gain WHERE batches.id = gain.batch_id
        RETURNING batches.id, company_id
      )
    INSERT INTO events (company_id, batch_id, item_id, kind, detail)
    SELECT company_id, batch_id, launched.id, 'ad.launched', jsonb_build_object('adId', ad_id)
    FROM counted JOIN launched ON launched.batch_id = counted.id`.execute(db)
  return entries.map(() => true)
}
