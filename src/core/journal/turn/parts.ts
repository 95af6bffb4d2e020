import { countEndedText, finishedDetailText } from '../batch-end.ts'
import { openItemsText } from '../states.ts'
import { arrayOf, rowsOf } from './values.ts'
import { takenUpAnewText } from '../write/moves.ts'

/** The lanes that those who ask still own. Nobody takes one over before the turn is written down. */
const held = `
  SELECT lease.place, lanes.* FROM ${rowsOf('lease')} JOIN lanes USING (company_id, platform, account_id)
  WHERE lanes.fence = lease.fence AND lanes.lease_until > clock_timestamp() FOR SHARE OF lanes`

/** Items about which something is decided. Decides between us and a cancel that is just stopping them; both lock them in this order. */
const item = `
  SELECT id, state, stop_wanted FROM batch_items
  WHERE id = ANY(${arrayOf('decided', 'id')}) AND ${openItemsText()}
  ORDER BY id FOR NO KEY UPDATE`

/** Items that are taken up, each counted as begun once more. */
const begun = `
  UPDATE batch_items SET state = 'running', starts = batch_items.starts + 1
  FROM ${rowsOf('beginning')} JOIN held USING (place) JOIN item USING (id)
  WHERE batch_items.id = item.id
  RETURNING batch_items.id, batch_items.batch_id`

/** Batches whose first item that was. */
const started = `
  UPDATE batches SET state = 'processing', started_at = clock_timestamp() FROM (
    SELECT id FROM batches WHERE id IN (SELECT batch_id FROM begun) AND state = 'queued' ORDER BY id FOR NO KEY UPDATE
  ) AS waiting WHERE batches.id = waiting.id`

/** Writes that exist, with what the platform answered. */
const closed = `
  UPDATE journal SET state = 'done', platform_id = closing.made_id, answer = closing.answer::jsonb, closed_at = clock_timestamp(),
    fence = held.fence
  FROM ${rowsOf('closing')} JOIN held USING (place)
  WHERE journal.id = closing.id AND journal.state = 'open'
  RETURNING journal.id, closing.item_id, closing.made_id, closing.is_ad, closing.creative_id`

/** Items whose ad is among them. */
const launched = `
  UPDATE batch_items SET state = 'launched', step = NULL, ad_id = closed.made_id, creative_id = closed.creative_id, failure = NULL,
    starts = 0, finished_at = clock_timestamp()
  FROM item JOIN closed ON closed.item_id = item.id
  WHERE batch_items.id = item.id AND item.state = 'running' AND closed.is_ad
  RETURNING batch_items.id, batch_items.batch_id, batch_items.ad_id`

/** How many ads that is for each batch. */
const gain = `SELECT batch_id, count(*)::int AS ads FROM launched GROUP BY batch_id`

/** Those batches, locked in the order in which everybody does. */
const batch = `SELECT id FROM batches WHERE id IN (SELECT batch_id FROM gain) ORDER BY id FOR NO KEY UPDATE`

/** The ads counted on their batches; those that were the last end theirs. */
const counted = `
  UPDATE batches SET ${countEndedText({ launched: 'gain.ads' })}
  FROM batch JOIN gain ON gain.batch_id = batch.id WHERE batches.id = batch.id
  RETURNING batches.id, company_id, state, launched_ads, failed_ads, cancelled_ads, finished_at`

/** The events for whoever watches: of each batch first its ads, then its end. */
const notified = `
  INSERT INTO events (company_id, batch_id, item_id, kind, detail)
  SELECT company_id, batch_id, item_id, kind, detail FROM (
    SELECT company_id, batch_id, launched.id AS item_id, 'ad.launched' AS kind, jsonb_build_object('adId', ad_id) AS detail
    FROM counted JOIN launched ON launched.batch_id = counted.id
    UNION ALL
    SELECT company_id, id, NULL, 'batch.finished', ${finishedDetailText} FROM counted WHERE finished_at IS NOT NULL
  ) AS news ORDER BY item_id NULLS LAST`

/**
 * Writes that may be sent once this is on disk: nobody stopped their items, and no earlier attempt is open or done. One that was
 * refused, or surely made nothing, is taken up anew. An ad only while its item runs: one that was cancelled and launched again meanwhile
 * waits, and what is made for it now would not be counted.
 */
const intended = `
  INSERT INTO journal AS mine (company_id, platform, account_id, item_id, kind, key, digest, state, fence, certain_after)
  SELECT held.company_id, held.platform, held.account_id, write.item_id, write.kind, write.key,
    decode(write.digest, 'hex'), 'open', held.fence, clock_timestamp() + make_interval(secs => write.life_ms / 1000)
  FROM ${rowsOf('write')} JOIN held USING (place)
  WHERE CASE WHEN write.kind = 'ad' THEN EXISTS (SELECT FROM item WHERE item.id = write.item_id AND item.state = 'running' AND NOT item.stop_wanted)
    ELSE EXISTS (SELECT FROM batch_items WHERE id = write.item_id AND ${openItemsText()}) END
  ${takenUpAnewText}
  RETURNING id, item_id, key, attempt`

/** In the order in which each needs those before it. */
const parts = { held, item, begun, started, closed, launched, gain, batch, counted, notified, intended }

export type PartName = keyof typeof parts

/** The parts up to and with the last one, and what is asked of them. */
export function compose(last: PartName, question: string): string {
  const names = Object.keys(parts) as PartName[]
  const used = names.slice(0, names.indexOf(last) + 1)
  return `WITH ${used.map((name) => `${name} AS (${parts[name]})`).join(',\n')}\n${question}`
}

/** The whole turn in one statement, planned once per connection. */
export const turnStatement = `/* prepared: journal-turn */
${compose(
  'intended',
  `SELECT 'intended' AS what, id, item_id, key, attempt FROM intended
  UNION ALL
  SELECT 'closed', id, item_id, NULL, NULL FROM closed
  UNION ALL
  SELECT 'begun', id, id, NULL, NULL FROM begun`,
)}`
