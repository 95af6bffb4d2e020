import type { Selectable } from 'kysely'
import type { CompanyId } from '../../../db/company-id.ts'
import type { AutomationTables, ExecutionState } from '../../../db/tables/automations.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { ifGiven, sql } from '../../../db/sql.ts'
import { brokenRules, notFound } from '../../../errors.ts'
import { userIdOf } from '../../context.ts'
import type { Context } from '../../context.ts'
import type { Reach } from '../../reach.ts'
import { nextSlot } from './slots.ts'
import { actedOn } from './acted-on.ts'
import { maxAsking, held } from './hold.ts'
import { maxRules } from './limits.ts'
import { Rule } from './rule.ts'
import { isSeenRule } from './seen-rules.ts'

/** A rule that is kept. */
export interface Automation {
  id: number
  rule: Rule
  version: number
  createdBy: string
  createdAt: Date
  updatedAt: Date
  nextCheckAt: Date | null
  errorsInRow: number
  /** Why the service switched it off; null: it did not. */
  offReason: string | null
  /** The name of a key that asks and had a part in it: its mode is at most ask; null: there is none. */
  heldToAsk: string | null
  /** What it last did; null: it was never checked. */
  lastExecution: LastExecution | null
}

interface LastExecution {
  id: number
  state: ExecutionState
  matched: number | null
  acted: number | null
  startedAt: Date
}

type Row = Selectable<AutomationTables['automations']>

function automationOf(row: Row, lastExecution: LastExecution | null): Automation {
  const { name, enabled, mode } = row
  // Parsed again: what rules have gained since it was written is there with its default.
  const rule = Rule.parse({ ...row.rule, name, enabled, mode })
  return {
    id: row.id,
    rule: row.held_to_ask === null ? rule : maxAsking(rule),
    version: row.version,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    nextCheckAt: row.next_slot_at,
    errorsInRow: row.errors_in_row,
    offReason: row.off_reason,
    heldToAsk: row.held_to_ask,
    lastExecution,
  }
}

interface Deps {
  db: Db
}
type Within = Pick<Context, 'company'>

const ofCompany = (db: Db, company: Reach) =>
  db.selectFrom('automations').where('company_id', '=', company.id).where(isSeenRule(company, 'automations.rule'))

export async function listAutomations(
  { db }: Deps,
  { company }: Within,
  { offset, limit, enabled }: { offset: number; limit: number; enabled?: boolean },
): Promise<{ automations: Automation[]; total: number }> {
  const query = ofCompany(db, company).$call(ifGiven(enabled, (some, enabled) => some.where('enabled', '=', enabled)))
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  const ids = rows.map(({ id }) => id)
  const last = await lastExecutions(db, company.id, ids)
  return { automations: rows.map((row) => automationOf(row, last.get(row.id) ?? null)), total }
}

export async function findAutomation({ db }: Deps, { company }: Within, id: number): Promise<Automation> {
  const row = await ofCompany(db, company).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('automation', id)
  return withLast(db, row)
}

/** All that are switched on, the oldest first. */
export async function enabledRules({ db }: Deps, { company }: Within): Promise<Pick<Automation, 'id' | 'rule'>[]> {
  const rows = await ofCompany(db, company).selectAll().where('enabled', '=', true).orderBy('id').execute()
  return rows.map((row) => automationOf(row, null))
}

async function withLast(db: Db, row: Row): Promise<Automation> {
  const last = await lastExecutions(db, row.company_id, [row.id])
  return automationOf(row, last.get(row.id) ?? null)
}

/** Of each of these rules the execution that began last. */
async function lastExecutions(db: Db, companyId: CompanyId, ids: number[]): Promise<Map<number, LastExecution>> {
  const { rows } = await sql<LastExecution & { automation: number }>`
    SELECT automation, last.id, state, matched, ${actedOn('last')} AS acted, started_at AS "startedAt"
    FROM unnest(${ids}::bigint[]) AS automation
    CROSS JOIN LATERAL (
      SELECT * FROM automation_executions
      WHERE automation_id = automation AND company_id = ${companyId} ORDER BY id DESC LIMIT 1) AS last`.execute(db)
  return new Map(rows.map(({ automation, ...last }) => [automation, last]))
}

/** Whose rule it is: it reaches no further than they do. */
function makerOf({ company, actor }: Pick<Context, 'company' | 'actor'>) {
  return { made_by: userIdOf(actor), workspace_ids: company.workspaces ? [...company.workspaces] : null }
}

/** Keeps a rule that was validated. */
export async function createAutomation(
  { db }: Deps,
  { company, actor, now }: Pick<Context, 'company' | 'actor' | 'now'>,
  rule: Rule,
): Promise<Automation> {
  return inTransaction(db, async (trx) => {
    // Two at once are counted one after the other.
    await trx.selectFrom('companies').where('id', '=', company.id).select('id').forNoKeyUpdate().execute()
    const count = sql<number>`count(*)::int`.as('count')
    const known = await ofCompany(trx, { id: company.id }).select(count).executeTakeFirstOrThrow()
    if (known.count >= maxRules) {
      throw brokenRules([{ path: '', message: `a company has at most ${maxRules} automations` }])
    }
    const row = await trx
      .insertInto('automations')
      .values({
        company_id: company.id,
        created_by: actor.name,
        ...makerOf({ company, actor }),
        ...columnsOf(held(rule, actor, null), now),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await keepVersion(trx, row)
    return automationOf(row, null)
  })
}

/** Another rule in the place of one, under the next version. Whoever was faster is not overwritten: 404 if it is gone. */
export async function replaceAutomation(
  { db }: Deps,
  { company, actor, now }: Pick<Context, 'company' | 'actor' | 'now'>,
  { id, rule }: { id: number; rule: Rule },
): Promise<Automation> {
  return inTransaction(db, async (trx) => {
    const before = await ofCompany(trx, company)
      .select('held_to_ask')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('automation', id)
    const row = await trx
      .updateTable('automations')
      .where('company_id', '=', company.id)
      .set((eb) => ({
        ...columnsOf(held(rule, actor, before.held_to_ask), now),
        // A rule does what who wrote it last may.
        ...makerOf({ company, actor }),
        version: eb('version', '+', 1),
        updated_at: now,
        // Whoever changes a rule has looked at why it was switched off.
        errors_in_row: 0,
        off_reason: null,
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await keepVersion(trx, row)
    return withLast(trx, row)
  })
}

export async function deleteAutomation({ db }: Deps, { company }: Within, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('automations')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('automation', id)
}

async function keepVersion(trx: Db, { id, version, rule }: Row): Promise<void> {
  await trx
    .insertInto('automation_versions')
    .values({ automation_id: id, version, rule: JSON.stringify(rule) })
    .execute()
}

function columnsOf({ rule, heldToAsk }: ReturnType<typeof held>, now: Date) {
  const { name, enabled, mode, schedule } = rule
  const next_slot_at = enabled ? nextSlot(schedule, now) : null
  return { name, enabled, mode, rule: JSON.stringify(rule), next_slot_at, held_to_ask: heldToAsk }
}
