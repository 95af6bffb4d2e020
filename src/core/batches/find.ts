import type pg from 'pg'
import { scopedText } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import type { Context } from '../context.ts'
import { inReachText, listText, reachedAccountsText } from '../reach.ts'
import type { Reach } from '../reach.ts'
import type { BatchRow } from './row.ts'

type Within = Pick<Context, 'company'>

interface BatchQuery {
  /** Its id or its slug. */
  id: string
}

/** Only what has come to its end can be undone: as long as a batch runs, nothing is counted. */
const undoneText = `CASE WHEN finished_at IS NULL THEN 0 ELSE
  (SELECT count(*)::int FROM batch_items WHERE batch_items.batch_id = batches.id AND batch_items.state = 'undone') END`

/** An older version wrote it down of none. */
const sandboxText = `CASE WHEN state = 'draft' OR is_sandbox IS NOT NULL THEN is_sandbox
  ELSE NOT EXISTS (SELECT FROM batch_items AS item WHERE item.batch_id = batches.id AND ${isLiveText('item')}) END`

/** What is not known counts as live. */
function isLiveText(item: string): string {
  return `NOT EXISTS (SELECT FROM ad_accounts AS account WHERE account.company_id = ${item}.company_id AND account.platform = ${item}.platform
    AND account.account_id = ${item}.account_id AND account.is_sandbox)`
}

const columns = `id, slug, name, state, total_ads, launched_ads, failed_ads, cancelled_ads, created_at, queued_at, finished_at, created_by,
  ${undoneText} AS undone_ads, ${sandboxText} AS is_sandbox`
const wholeText = `SELECT ${columns} FROM batches WHERE company_id = $1 AND `
const findById = { name: 'batch by id', text: `${wholeText} id = $2` }
const findBySlug = { name: 'batch by slug', text: `${wholeText} slug = $2` }
const ownById = { name: 'own batch by id', text: `SELECT * FROM ${ownText('$1', '$3::bigint[]')} AS own WHERE id = $2` }
const ownBySlug = {
  name: 'own batch by slug',
  text: `SELECT * FROM ${ownText('$1', '$3::bigint[]')} AS own WHERE slug = $2`,
}

/**
 * A batch of the company by its id or its slug. Nothing is asked for more often, so the statement is prepared once per
 * connection and PostgreSQL does not plan it again. Whoever works in some workspaces finds the part of it that lies in those.
 */
export async function findBatch(
  { pool }: { pool: pg.Pool },
  { company }: Within,
  asked: BatchQuery,
): Promise<BatchRow> {
  const isId = /^\d{1,15}$/.test(asked.id)
  const named = isId ? Number(asked.id) : asked.id
  const { rows } =
    company.workspaces === undefined
      ? await pool.query<BatchRow>(isId ? findById : findBySlug, [company.id, named])
      : await pool.query<BatchRow>(isId ? ownById : ownBySlug, [company.id, named, company.workspaces])
  if (!rows[0]) throw notFound('batch', asked.id)
  return rows[0]
}

/** The same for whoever is about to do something to the whole of it: 404 where the caller sees a part. */
export async function findWholeBatch(deps: { pool: pg.Pool }, within: Within, asked: BatchQuery): Promise<BatchRow> {
  const batch = await findBatch(deps, within, asked)
  if (batch.is_whole === false) throw notFound('batch', asked.id)
  return batch
}

/** The company's batches as the caller sees them, to select from, by the name of seen. */
export function seenBatches(reach: Reach) {
  const { workspaces } = reach
  const textOf = (company: string) =>
    workspaces === undefined
      ? `(SELECT ${columns}, true AS is_whole FROM batches WHERE company_id = ${company})`
      : ownText(company, listText(workspaces))
  return scopedText<BatchRow>(reach.id, textOf).as('seen')
}

/** With the ads, the counts and the end of the caller's own part; what has nothing of theirs is not in it. */
function ownText(company: string, workspaces: string): string {
  const reach = { company, workspaces }
  const accounts = reachedAccountsText(reach)
  return `(SELECT batches.id, slug, CASE WHEN state = 'draft' OR own.total = total_ads THEN name END AS name, created_at, queued_at, finished_at, created_by,
      CASE WHEN finished_at IS NULL THEN state WHEN own.launched = own.total THEN 'success' WHEN own.cancelled > 0 THEN 'cancelled'
        WHEN own.launched > 0 THEN 'partial' ELSE 'error' END AS state,
      own.total AS total_ads, own.launched AS launched_ads, own.failed AS failed_ads, own.cancelled AS cancelled_ads,
      own.undone AS undone_ads, CASE WHEN state = 'draft' THEN batches.is_sandbox ELSE own.is_sandbox END AS is_sandbox,
      CASE WHEN state <> 'draft' THEN own.total = total_ads
        ELSE coalesce(written_within <@ ${workspaces} OR ad_accounts <@ ${accounts}, false) END AS is_whole
    FROM batches CROSS JOIN LATERAL (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE item.state IN ('launched', 'undone'))::int AS launched,
        count(*) FILTER (WHERE item.state = 'failed')::int AS failed, count(*) FILTER (WHERE item.state = 'cancelled')::int AS cancelled,
        count(*) FILTER (WHERE item.state = 'undone')::int AS undone,
        bool_and(NOT ${isLiveText('item')}) AS is_sandbox
      FROM batch_items AS item WHERE item.batch_id = batches.id AND ${inReachText('item', reach)}) AS own
    WHERE batches.company_id = ${company}
      AND (own.total > 0 OR state = 'draft' AND coalesce(written_within <@ ${workspaces} OR ad_accounts && ${accounts}, false)))`
}
