import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import type { Piece } from '../../../db/sql.ts'
import { AppError } from '../../../errors.ts'
import type { Actor } from '../../context.ts'
import { lockPerson } from '../identity.ts'

/** Somebody who may see the whole instance; the mark counts while their address is confirmed. */
export interface OperatorMark {
  id: number
  name: string
  email: string
  confirmed: boolean
  since: Date | null
  companies: { id: CompanyId; slug: string }[]
}

export async function listOperators(db: Db): Promise<OperatorMark[]> {
  return marksOf(db, sql<boolean>`operator_since IS NOT NULL`)
}

/** Holds them until the transaction ends; null: there is no such person. */
export async function lockMark(trx: Db, userId: number): Promise<OperatorMark | null> {
  await lockPerson(trx, userId)
  return (await marksOf(trx, sql<boolean>`users.id = ${userId}`))[0] ?? null
}

export async function setMark(trx: Db, userId: number, isOperator: boolean): Promise<void> {
  await sql`
    UPDATE users SET operator_since = CASE WHEN ${isOperator} THEN clock_timestamp() END WHERE id = ${userId}`.execute(
    everyCompany(trx),
  )
}

/** Asked anew for every call: a mark that was taken away counts no more. */
export async function isOperator(db: Db, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${actor.id} AND operator_since IS NOT NULL AND confirmed_at IS NOT NULL`.execute(
    everyCompany(db),
  )
  return rows.length > 0
}

/** Whoever is refused learns nothing of the instance. */
export async function requireOperator(db: Db, actor: Actor): Promise<void> {
  if (await isOperator(db, actor)) return
  const text = 'This is for the operators of this installation: `flightdeck operator add` makes somebody one.'
  throw new AppError('forbidden', text, { needed: 'an operator' })
}

async function marksOf(db: Db, isMeant: Piece<boolean>): Promise<OperatorMark[]> {
  const { rows } = await sql<OperatorMark>`
    SELECT users.id, users.name, email, confirmed_at IS NOT NULL AS confirmed, operator_since AS since,
      coalesce(jsonb_agg(jsonb_build_object('id', companies.id, 'slug', slug) ORDER BY companies.id) FILTER (WHERE slug IS NOT NULL), '[]') AS companies
    FROM users LEFT JOIN memberships ON user_id = users.id LEFT JOIN companies ON companies.id = company_id
    WHERE ${isMeant} GROUP BY users.id ORDER BY users.id`.execute(everyCompany(db))
  return rows
}
