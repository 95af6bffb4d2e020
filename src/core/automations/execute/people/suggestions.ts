import type { SuggestionState } from '../../../../db/tables/automations.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { Scoped } from '../../../../db/sql.ts'
import { everyCompany } from '../../../../db/scoped.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { entryOf, only } from '../../../../lookup.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { Context } from '../../../context.ts'
import { isSeenBy, readDecisions, saveDecision } from '../decisions/decisions.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { suggestionHours } from '../limits.ts'
import type { HeldExecution, RunDeps } from '../terms.ts'

export interface Suggestion {
  id: number
  state: SuggestionState
  madeAt: Date
  expiresAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  automationName: string
  decision: StoredDecision
}

/** Both are there, or neither is. */
export async function suggest(
  { db }: RunDeps,
  { company, automationId, token }: HeldExecution,
  decision: StoredDecision,
) {
  await db.transaction().execute(async (trx) => {
    await saveDecision(trx, { ...decision, outcome: 'suggested', reason: null }, token)
    await trx
      .insertInto('automation_suggestions')
      .values({
        company_id: company.id,
        decision_id: decision.id,
        automation_id: automationId,
        state: 'open',
        expires_at: sql<Date>`clock_timestamp() + make_interval(hours => ${suggestionHours})`,
      })
      .onConflict((conflict) => conflict.column('decision_id').doNothing())
      .execute()
  })
}

type Within = Pick<Context, 'company'>

interface Row {
  id: number
  state: SuggestionState
  made_at: Date
  expires_at: Date
  decided_at: Date | null
  decided_by: string | null
  decision_id: number
  name: string
}

const stateNow = sql<SuggestionState>`CASE WHEN state = 'open' AND expires_at <= clock_timestamp() THEN 'expired' ELSE state END`

const rowsOf = (which: Scoped<unknown>) => sql<Row>`
  SELECT suggestion.id, ${stateNow} AS state, made_at, expires_at, decided_at, decided_by, decision_id, automations.name
  FROM automation_suggestions AS suggestion JOIN automations ON automations.id = automation_id WHERE ${which}`

/** Where its decision is seen. */
function isShownTo(company: CompanyRef) {
  return sql`EXISTS (
    SELECT FROM automation_decisions AS decision WHERE decision.id = suggestion.decision_id AND ${isSeenBy(company)})`
}

async function withDecisions(db: Db, company: CompanyRef, rows: Row[]): Promise<Suggestion[]> {
  const ids = rows.map(({ decision_id: id }) => id)
  const decisions = await readDecisions(db, company, sql`decision.id = ANY(${ids})`)
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    madeAt: row.made_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    automationName: row.name,
    decision: entryOf(byId, row.decision_id, 'decision'),
  }))
}

export interface SuggestionQuery {
  state?: SuggestionState
  automationId?: number
  offset: number
  limit: number
}

/** The newest first. */
export async function listSuggestions(
  { db }: { db: Db },
  { company }: Within,
  { state, automationId, offset, limit }: SuggestionQuery,
): Promise<{ suggestions: Suggestion[]; total: number }> {
  const which = sql`suggestion.company_id = ${company.id} AND ${isShownTo(company)} AND (${state ?? null}::text IS NULL OR ${stateNow} = ${state ?? null})
    AND (${automationId ?? null}::bigint IS NULL OR automation_id = ${automationId ?? null})`
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM automation_suggestions AS suggestion WHERE ${which}`.execute(db)
  const { rows } = await rowsOf(sql`${which} ORDER BY suggestion.id DESC OFFSET ${offset} LIMIT ${limit}`).execute(db)
  return { suggestions: await withDecisions(db, company, rows), total: only(counted.rows).total }
}

export async function findSuggestion(db: Db, company: CompanyRef, id: number): Promise<Suggestion> {
  const { rows } = await rowsOf(
    sql`suggestion.company_id = ${company.id} AND suggestion.id = ${id} AND ${isShownTo(company)}`,
  ).execute(db)
  if (rows.length === 0) throw notFound('suggestion', id)
  return only(await withDecisions(db, company, rows), 'suggestion')
}

export async function dismissSuggestion({ db }: { db: Db }, context: Context, id: number): Promise<Suggestion> {
  const found = await findSuggestion(db, context.company, id)
  if (found.state !== 'open') throw isOver(found)
  await close(db, context, { id, state: 'dismissed' })
  return findSuggestion(db, context.company, id)
}

/** Whoever comes second, or too late, is told so. */
export async function close(
  db: Db,
  { company, actor }: Context,
  { id, state }: { id: number; state: 'accepted' | 'dismissed' },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('automation_suggestions')
    .where('company_id', '=', company.id)
    .set({ state, decided_at: sql<Date>`clock_timestamp()`, decided_by: actor.name })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw isOver(await findSuggestion(db, company, id))
}

export function isOver({ id, state }: Suggestion): AppError {
  const text = `The suggestion ${id} is ${state}: there is nothing to decide any more.`
  return new AppError('conflict', text, { reason: 'state', state })
}

export async function expireSuggestions(db: Db): Promise<void> {
  await sql`
    UPDATE automation_suggestions SET state = 'expired' WHERE state = 'open' AND expires_at <= clock_timestamp()`.execute(
    everyCompany(db),
  )
}
