import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { StepPace } from '../../db/delete-in-steps.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { PlanTables } from '../../db/tables/plans.ts'
import { notFound } from '../../errors.ts'
import { keyIdOf } from '../context.ts'
import type { Caller } from '../context.ts'
import type { WritePreview } from '../guards/asking/write-preview.ts'
import { keptMeaning } from '../guards/asking/difference.ts'

/** How long a plan can be run. */
export const planMinutes = 60
const keptDays = 30

export type PlanRow = Selectable<PlanTables['plans']>

interface NewPlan {
  operation: string
  input: Record<string, unknown>
  previewed: WritePreview
}

export async function storePlan(db: Db, caller: Caller, { operation, input, previewed }: NewPlan): Promise<PlanRow> {
  return db
    .insertInto('plans')
    .values({
      company_id: caller.company.id,
      key_id: keyIdOf(caller.actor) ?? 0,
      operation,
      input: JSON.stringify(input),
      digest: previewed.digest,
      meaning: keptMeaning(previewed.meaning),
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${planMinutes})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A plan of this company and this key; anybody else's is not there. */
export async function findPlan(db: Db, { company, actor }: Caller, planId: number): Promise<PlanRow> {
  const row = await db
    .selectFrom('plans')
    .where('company_id', '=', company.id)
    .selectAll()
    .where('id', '=', planId)
    .where('key_id', '=', keyIdOf(actor) ?? 0)
    .executeTakeFirst()
  if (!row) throw notFound('plan', planId)
  return row
}

/** From here on a repeat finds out what happened. */
export async function beginPlan(db: Db, { id, company_id: companyId }: PlanRow): Promise<void> {
  await db
    .updateTable('plans')
    .where('company_id', '=', companyId)
    .set({ run_at: sql<Date>`coalesce(run_at, clock_timestamp())` })
    .where('id', '=', id)
    .execute()
}

export async function endPlan(db: Db, { id, company_id: companyId }: PlanRow, result: object): Promise<void> {
  await db
    .updateTable('plans')
    .where('company_id', '=', companyId)
    .set({ result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute()
}

export async function leaveToPerson(db: Db, { id, company_id: companyId }: PlanRow, approvalId: number): Promise<void> {
  await db
    .updateTable('plans')
    .where('company_id', '=', companyId)
    .set({ approval_id: approvalId })
    .where('id', '=', id)
    .execute()
}

export async function forgetPlans(db: Db, pace?: StepPace): Promise<void> {
  const isOld = sql<boolean>`one.made_at < now() - make_interval(days => ${keptDays})`
  await deleteInSteps(everyCompany(db), { table: 'plans', by: { column: 'made_at', type: 'timestamptz' }, isOld }, pace)
}
