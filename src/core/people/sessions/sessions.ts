import { dayMs } from '../../../days.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { Role, SignInMethod } from '../../../db/tables/people.ts'
import { notFound } from '../../../errors.ts'
import { companyRef } from '../../company-ref.ts'
import type { Caller, Context } from '../../context.ts'
import { requireStaying } from '../staying.ts'
import { scopesOfRole } from '../roles.ts'
import { hashToken, makeToken } from '../token.ts'

/** How long somebody stays signed in, and how long without doing anything. */
export const sessionDays = 30
const idleDays = 7
/** A token that leaked is of use for so long at most. */
const rotateAfterMinutes = 60
/** Calls that were under way when the token changed may still bring the old one. */
const graceSeconds = 60
const seenEverySeconds = 60

/** Who signs in, and from where. */
export interface SignIn {
  userId: number
  companyId: CompanyId
  way: SignInMethod
  browser: string | null
  address: string | null
  /** When they last showed that it is them; null: never, left out: by this very sign-in. */
  provenAt?: Date | null
}

/** Signs somebody in and hands the token out, this once. */
export async function openSession(
  db: Db,
  { userId, companyId, way, browser, address, provenAt }: SignIn,
): Promise<{ id: number; token: string }> {
  await requireStaying(db, companyId)
  const token = makeToken()
  const { id } = await db
    .insertInto('sessions')
    .values({
      company_id: companyId,
      user_id: userId,
      token_hash: hashToken(token),
      way,
      browser: browser?.slice(0, 300) ?? null,
      address,
      ...(provenAt === undefined ? {} : { proven_at: provenAt }),
      expires_at: new Date(Date.now() + sessionDays * dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

export interface OpenedSession {
  caller: Caller
  /** The token from now on; null: the same. */
  newToken: string | null
}

interface Found {
  id: number
  user_id: number
  name: string
  role: Role
  company_id: CompanyId
  slug: string
  workspaces: number[] | null
  is_current: boolean
  is_old: boolean
  is_unseen: boolean
  proven_at: Date | null
}

/** Who is behind the token of a browser; null: nobody, or not any more. */
export async function findSession(db: Db, token: string): Promise<OpenedSession | null> {
  const hash = hashToken(token)
  const found = await lookUp(db, hash)
  if (!found) return null
  const newToken = found.is_current && found.is_old ? await rotate(db, found.id, hash) : null
  if (newToken === null && found.is_unseen) await noteSeen(db, found.id)
  return { caller: callerOf(found), newToken }
}

/** Who is signed in where a call is open to everybody. */
export interface SignedInAs {
  sessionId: number
  userId: number
  name: string
  provenAt: Date | null
}

/** The same without any trace of it: the token stays as it is. */
export async function readSession(db: Db, token: string): Promise<SignedInAs | null> {
  const found = await lookUp(db, hashToken(token))
  return found && { sessionId: found.id, userId: found.user_id, name: found.name, provenAt: found.proven_at }
}

/** Who has this session of a company; null: it has ended, or is somebody else's. */
export async function findOwnSession(
  db: Db,
  { companyId, userId, sessionId }: { companyId: CompanyId; userId: number; sessionId: number },
): Promise<Caller | null> {
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.user_id, u.name, m.role, c.id AS company_id, c.slug, workspaces_left(s.company_id, s.user_id, NULL) AS workspaces
    FROM sessions s
    JOIN memberships m USING (company_id, user_id) JOIN users u ON u.id = s.user_id JOIN companies c ON c.id = s.company_id
    WHERE s.company_id = ${companyId} AND s.user_id = ${userId} AND s.id = ${sessionId} AND s.expires_at > clock_timestamp()
      AND s.seen_at > clock_timestamp() - make_interval(days => ${idleDays})`.execute(db)
  return rows[0] ? callerOf(rows[0]) : null
}

async function lookUp(db: Db, hash: Buffer): Promise<Found | null> {
  const { rows } = await sql<Found>`
    SELECT s.id, s.user_id, s.proven_at, u.name, m.role, c.id AS company_id, c.slug, s.token_hash = ${hash} AS is_current,
      s.rotated_at < clock_timestamp() - make_interval(mins => ${rotateAfterMinutes}) AS is_old,
      s.seen_at < clock_timestamp() - make_interval(secs => ${seenEverySeconds}) AS is_unseen,
      workspaces_left(s.company_id, s.user_id, NULL) AS workspaces
    FROM sessions s
    JOIN memberships m USING (company_id, user_id) JOIN users u ON u.id = s.user_id JOIN companies c ON c.id = s.company_id
    WHERE (s.token_hash = ${hash}
        OR (s.earlier_hash = ${hash} AND s.rotated_at > clock_timestamp() - make_interval(secs => ${graceSeconds})))
      AND s.expires_at > clock_timestamp() AND s.seen_at > clock_timestamp() - make_interval(days => ${idleDays})`.execute(
    everyCompany(db),
  )
  return rows[0] ?? null
}

type SessionRow = Pick<Found, 'id' | 'user_id' | 'name' | 'role' | 'company_id' | 'slug' | 'workspaces'>

function callerOf({ id, user_id, name, role, ...row }: SessionRow): Caller {
  return {
    company: companyRef(row),
    actor: { kind: 'user', id: user_id, name, sessionId: id, role, scopes: scopesOfRole(role) },
  }
}

/** The role and the workspaces of those who are still signed in, by their sessions. */
export async function livingSessions(
  db: Db,
  ids: number[],
): Promise<{ id: number; role: Role; workspaces: number[] | null }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; role: Role; workspaces: number[] | null }>`
    SELECT s.id, m.role, workspaces_left(s.company_id, s.user_id, NULL) AS workspaces
    FROM sessions s JOIN memberships m USING (company_id, user_id)
    WHERE s.id = ANY(${ids}) AND s.expires_at > clock_timestamp()`.execute(everyCompany(db))
  return rows
}

/** null: another call was faster, and has told the browser. */
async function rotate(db: Db, id: number, hash: Buffer): Promise<string | null> {
  const token = makeToken()
  const { numUpdatedRows } = await everyCompany(db)
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      earlier_hash: hash,
      rotated_at: sql<Date>`clock_timestamp()`,
      seen_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? token : null
}

async function noteSeen(db: Db, id: number): Promise<void> {
  await everyCompany(db)
    .updateTable('sessions')
    .set({ seen_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export interface UserSession {
  id: number
  way: SignInMethod
  browser: string | null
  address: string | null
  createdAt: Date
  seenAt: Date
  expiresAt: Date
}

type Within = Pick<Context, 'company'>

/** Where a person is signed in, the latest used first. */
export async function listSessions({ db }: { db: Db }, { company }: Within, userId: number): Promise<UserSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('company_id', '=', company.id)
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .where('seen_at', '>', new Date(Date.now() - idleDays * dayMs))
    .orderBy('seen_at', 'desc')
    .execute()
  return rows.map(({ id, way, browser, address, created_at, seen_at, expires_at }) => ({
    ...{ id, way, browser, address },
    ...{ createdAt: created_at, seenAt: seen_at, expiresAt: expires_at },
  }))
}

/** Signs one of a person's browsers out. */
export async function endSession(
  { db }: { db: Db },
  { company }: Within,
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where('company_id', '=', company.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound('session', id)
}

/** What is over is forgotten. */
export async function forgetSessions(db: Db, pace?: StepPace): Promise<void> {
  const over = { sessions: 0, sign_in_links: 1, answered_questions: 0, invites: 90 }
  for (const [table, days] of Object.entries(over)) {
    const isOld = sql<boolean>`one.expires_at < now() - make_interval(days => ${days})`
    await deleteInSteps(everyCompany(db), { table, by: { column: 'expires_at', type: 'timestamptz' }, isOld }, pace)
  }
  const isIdle = sql<boolean>`one.seen_at < now() - make_interval(days => ${idleDays})`
  const idle = { table: 'sessions', by: { column: 'seen_at', type: 'timestamptz' }, isOld: isIdle } as const
  await deleteInSteps(everyCompany(db), idle, pace)
}
