import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Role } from '../../db/tables/people.ts'
import { AppError, brokenRules, notFound } from '../../errors.ts'
import type { Context } from '../context.ts'
import type { Reach } from '../reach.ts'
import { mayGive } from './roles.ts'
import { isPowerful, requireFreshSignIn } from './step-up.ts'

export interface Person {
  id: number
  name: string
  email: string
  /** Whether somebody has shown that the address is theirs. */
  confirmed: boolean
  role: Role
  /** None: all of the company's. */
  workspaceIds: number[]
  since: Date
  lastSeenAt: Date | null
}

type Within = Pick<Context, 'company'>
type Acting = Pick<Context, 'company' | 'actor'>

export async function listPeople(
  { db }: { db: Db },
  { company }: Within,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ people: Person[]; total: number }> {
  const rows = await peopleOf(db, company.id).orderBy('users.id').offset(offset).limit(limit).execute()
  const { total } = await db
    .selectFrom('memberships')
    .where('company_id', '=', company.id)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { people: rows.map(personOf), total }
}

export async function findPerson({ db }: { db: Db }, { company }: Within, id: number): Promise<Person> {
  const row = await peopleOf(db, company.id).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('person', id)
  return personOf(row)
}

function peopleOf(db: Db, companyId: CompanyId) {
  return db
    .selectFrom('memberships')
    .where('memberships.company_id', '=', companyId)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.confirmed_at'])
    .select(['memberships.role', 'memberships.created_at'])
    .select([
      sql<Date | null>`(SELECT max(seen_at) FROM sessions s WHERE (s.company_id, s.user_id) = (memberships.company_id, users.id))`.as(
        'seen_at',
      ),
      sql<
        number[]
      >`ARRAY(SELECT workspace_id FROM member_workspaces w WHERE (w.company_id, w.user_id) = (memberships.company_id, users.id) ORDER BY 1)`.as(
        'workspace_ids',
      ),
    ])
}

interface Row {
  id: number
  name: string
  email: string
  confirmed_at: Date | null
  role: Role
  created_at: Date
  seen_at: Date | null
  workspace_ids: number[]
}

function personOf({ id, name, email, confirmed_at, role, created_at, seen_at, workspace_ids }: Row): Person {
  const who = { id, name, email, confirmed: confirmed_at !== null }
  return { ...who, role, workspaceIds: workspace_ids, since: created_at, lastSeenAt: seen_at }
}

export interface PersonChange {
  id: number
  role?: Role
  name?: string
  workspaceIds?: number[]
}

/**
 * Gives somebody another role or other workspaces. There is always an owner, and nobody reaches above themselves. A name is everybody's own: they are called
 * by it in other companies, too.
 */
export async function changePerson(
  { db }: { db: Db },
  { company, actor }: Acting,
  { id, role, name, workspaceIds }: PersonChange,
): Promise<{ before: Person; after: Person }> {
  return inTransaction(db, async (trx) => {
    await lockPeople(trx, company.id)
    const before = await findPerson({ db: trx }, { company }, id)
    requireAbove(actor, before.role)
    requireColleague(company, before)
    if (name !== undefined && !(actor.kind === 'user' && actor.id === id)) throw notTheirName(before)
    if (role !== undefined && role !== before.role) {
      requireAbove(actor, role)
      if (isPowerful(role) && !mayGive(before.role, role)) await requireFreshSignIn(trx, { company, actor })
      if (before.role === 'owner') await requireOtherOwner(trx, company.id, id)
      await trx
        .updateTable('memberships')
        .where('company_id', '=', company.id)
        .set({ role })
        .where('user_id', '=', id)
        .execute()
    }
    if (name !== undefined) await renamePerson(trx, id, name)
    if (workspaceIds !== undefined) {
      const given = (await workspacesToGive(trx, company, workspaceIds)) ?? []
      await giveWorkspaces(trx, { companyId: company.id, userId: id }, given)
      await narrowInvites(trx, company.id, id)
    }
    return { before, after: await findPerson({ db: trx }, { company }, id) }
  })
}

export async function renamePerson(trx: Db, id: number, name: string): Promise<void> {
  await trx.updateTable('users').set({ name }).where('id', '=', id).execute()
}

function notTheirName({ name }: Person): AppError {
  return new AppError(
    'forbidden',
    `Only ${name} changes what they are called (PATCH /v1/session). Nothing was changed.`,
  )
}

/** Takes somebody out of the company: their sessions end; what becomes of the keys that they made is asked of whoever removes them. */
export async function removePerson({ db }: { db: Db }, { company, actor }: Acting, id: number): Promise<Person> {
  return inTransaction(db, async (trx) => {
    await lockPeople(trx, company.id)
    const person = await findPerson({ db: trx }, { company }, id)
    requireAbove(actor, person.role)
    requireColleague(company, person)
    if (person.role === 'owner') await requireOtherOwner(trx, company.id, id)
    await trx.deleteFrom('memberships').where('company_id', '=', company.id).where('user_id', '=', id).execute()
    return person
  })
}

/** Their workspaces from now on; an empty list: all of them. */
export async function giveWorkspaces(
  trx: Db,
  { companyId, userId }: { companyId: CompanyId; userId: number },
  workspaceIds: readonly number[],
): Promise<void> {
  await requireWorkspaces(trx, { id: companyId }, workspaceIds)
  await trx.deleteFrom('member_workspaces').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
  const rows = [...new Set(workspaceIds)].map((id) => ({ company_id: companyId, user_id: userId, workspace_id: id }))
  if (rows.length > 0) await trx.insertInto('member_workspaces').values(rows).execute()
}

/** What somebody may give others: of their own workspaces those that are asked for, or all of theirs; null: all of the company's. */
export async function workspacesToGive(db: Db, company: Reach, asked: readonly number[]): Promise<number[] | null> {
  if (asked.length === 0) return company.workspaces ? [...company.workspaces] : null
  await requireWorkspaces(db, company, asked)
  return [...new Set(asked)]
}

/** They are there, and the caller works in them; they stay until the transaction ends. */
async function requireWorkspaces(db: Db, { id: companyId, workspaces }: Reach, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('workspaces')
    .where('company_id', '=', companyId)
    .select('id')
    .where('id', 'in', ids)
    .$if(workspaces !== undefined, (some) => some.where(sql<boolean>`id = ANY(${[...(workspaces ?? [])]})`))
    .forKeyShare()
    .execute()
  const unknown = ids.filter((id) => !rows.some((row) => row.id === id))
  if (unknown.length === 0) return
  const message = `there is no workspace ${unknown.join(', ')} in this company (GET /v1/workspaces lists them)`
  throw brokenRules([{ path: 'workspaceIds', message }])
}

/** Whoever works in some workspaces decides about people who work in these alone. */
function requireColleague({ workspaces }: Reach, { workspaceIds }: Person): void {
  if (workspaces === undefined) return
  if (workspaceIds.length > 0 && workspaceIds.every((id) => workspaces.includes(id))) return
  throw new AppError(
    'forbidden',
    'They work in workspaces that you do not work in: ask somebody who works in all of them.',
    {
      reason: 'workspaces',
    },
  )
}

/** Open invites of somebody who works in some workspaces now: to these at most, and to none where nothing is left. */
async function narrowInvites(trx: Db, companyId: CompanyId, userId: number): Promise<void> {
  const open = sql`company_id = ${companyId} AND made_by = ${userId} AND accepted_at IS NULL`
  const left = sql`workspaces_left(company_id, made_by, nullif(workspace_ids, '{}'))`
  await sql`DELETE FROM invites WHERE ${open} AND ${left} = '{}'`.execute(trx)
  await sql`UPDATE invites SET workspace_ids = coalesce(${left}, '{}') WHERE ${open}`.execute(trx)
}

/** One change at a time, so that the last two owners cannot both leave. */
async function lockPeople(trx: Db, companyId: CompanyId): Promise<void> {
  await sql`SELECT FROM companies WHERE id = ${companyId} FOR UPDATE`.execute(trx)
}

export function requireAbove(actor: Context['actor'], role: Role): void {
  if (actor.kind === 'system' || (actor.kind === 'user' && mayGive(actor.role, role))) return
  throw new AppError(
    'forbidden',
    `Only an ${role === 'owner' ? 'owner' : 'admin'} decides about somebody with the role ${role}.`,
    {
      needed: role,
    },
  )
}

async function requireOtherOwner(trx: Db, companyId: CompanyId, id: number): Promise<void> {
  const other = await trx
    .selectFrom('memberships')
    .where('company_id', '=', companyId)
    .select('user_id')
    .where('role', '=', 'owner')
    .where('user_id', '!=', id)
    .executeTakeFirst()
  if (!other) throw new AppError('conflict', 'A company has an owner: make somebody else one first.')
}
