import { randomBytes } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { badRequest } from '../../errors.ts'
import { findConnection } from '../connections/store.ts'
import type { Context } from '../context.ts'
import { seenBefore } from '../reach.ts'
import type { TaskRef, Tasks } from '../tasks.ts'

/** The rows of rehearsals: the only place that speaks their SQL. */
export const rehearsalTask = 'connection-rehearsal'
/** How many accounts one rehearsal looks into. */
export const maxAccounts = 20
const heldSeconds = 120
/** After so many workers that never came back nothing is tried any more: it is only looked whether something was made. */
export const maxAttempts = 3

export const checkStates = ['ok', 'warning', 'problem', 'notAsked'] as const
export const rehearsalStates = ['queued', 'running', 'done'] as const

/** One thing that launching needs, and how it stands. */
export interface ChecklistItem {
  /** The ad account that it is about; null: the whole connection. */
  accountId: string | null
  what: string
  state: (typeof checkStates)[number]
  why: string
  /** What to do about it; null: nothing. */
  next: string | null
}

export interface RehearsalView {
  id: number
  connection_id: number
  account_ids: string[]
  by: string
  state: (typeof rehearsalStates)[number]
  progress: number
  checklist: ChecklistItem[] | null
  created_at: Date
  finished_at: Date | null
}

export interface RehearsalWish {
  connectionId: number
  /** Of those that are reached through it; absent: all of them, up to the most that one rehearsal looks into. */
  accountIds?: string[] | undefined
}

/** Begins a rehearsal, or answers the one that runs. */
export async function beginRehearsal(
  { db, tasks }: { db: Db; tasks: Tasks | null },
  { company, actor }: Pick<Context, 'company'> & { actor: { name: string } },
  { connectionId, accountIds }: RehearsalWish,
): Promise<RehearsalView> {
  await findConnection(db, company.id, connectionId)
  const known = await accountsThrough(db, company.id, connectionId)
  const strange = accountIds?.findIndex((id) => !known.includes(id)) ?? -1
  if (strange >= 0) {
    throw badRequest([
      { path: `accountIds.${strange}`, message: 'is no ad account that is reached through this connection' },
    ])
  }
  const chosen = [...new Set(accountIds ?? known)].slice(0, maxAccounts)
  return inTransaction(db, async (trx) => {
    const marker = `Flightdeck rehearsal ${randomBytes(6).toString('hex')}`
    const { rows } = await sql<{ id: number }>`
      INSERT INTO connection_rehearsals (company_id, connection_id, account_ids, marker, by, held_until)
      VALUES (${company.id}, ${connectionId}, ${chosen}::text[], ${marker}, ${actor.name}, now() + make_interval(secs => ${heldSeconds}))
      ON CONFLICT (connection_id) WHERE finished_at IS NULL DO NOTHING RETURNING id`.execute(trx)
    const [made] = rows
    if (made && tasks) await tasks.add(trx, { name: rehearsalTask, id: Number(made.id), companyId: company.id })
    const [latest] = await latestRehearsals(trx, { company }, connectionId)
    if (!latest) throw new Error('a rehearsal that was begun is not there')
    return latest
  })
}

/** One that was begun before its accounts were known. */
export async function noteAccounts(
  db: Db,
  { id, companyId, attempt, connection_id }: HeldRehearsal,
): Promise<string[]> {
  const accountIds = (await accountsThrough(db, companyId, connection_id)).slice(0, maxAccounts)
  await sql`
    UPDATE connection_rehearsals SET account_ids = ${accountIds}::text[]
    WHERE company_id = ${companyId} AND id = ${id} AND attempts = ${attempt} AND state = 'running'`.execute(db)
  return accountIds
}

const keptRehearsals = 5
const forgottenAtOnce = 10_000

/** Forgets all but the last few of each connection. */
export async function forgetRehearsals(db: Db): Promise<void> {
  await sql`
    DELETE FROM connection_rehearsals WHERE id IN (
      SELECT id FROM (
        SELECT id, finished_at, row_number() OVER (PARTITION BY connection_id ORDER BY id DESC) AS place FROM connection_rehearsals
      ) AS placed
      WHERE place > ${keptRehearsals} AND finished_at IS NOT NULL LIMIT ${forgottenAtOnce})`.execute(everyCompany(db))
}

async function accountsThrough(db: Db, companyId: CompanyId, connectionId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where(seenBefore)
    .select('account_id')
    .where('connection_id', '=', connectionId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** The last one of each connection, or of one. */
export async function latestRehearsals(
  db: Db,
  { company }: Pick<Context, 'company'>,
  connectionId?: number,
): Promise<RehearsalView[]> {
  const { rows } = await sql<RehearsalView>`
    SELECT DISTINCT ON (connection_id) id, connection_id, account_ids, by, state, progress, checklist, created_at, finished_at
    FROM connection_rehearsals
    WHERE company_id = ${company.id} AND (${connectionId ?? null}::bigint IS NULL OR connection_id = ${connectionId ?? null}::bigint)
    ORDER BY connection_id, id DESC`.execute(db)
  return rows
}

/** One that is ours to do; the number of the attempt is the proof. */
export interface HeldRehearsal {
  id: number
  companyId: CompanyId
  attempt: number
  connection_id: number
  account_ids: string[]
  marker: string
}

/** Takes it up, unless it is over or somebody else is busy with it. */
export async function takeRehearsal(
  db: Db,
  { id, companyId }: Pick<TaskRef, 'id' | 'companyId'>,
): Promise<HeldRehearsal | null> {
  const { rows } = await sql<Omit<HeldRehearsal, 'companyId'>>`
    UPDATE connection_rehearsals SET state = 'running', attempts = attempts + 1, held_until = now() + make_interval(secs => ${heldSeconds})
    WHERE company_id = ${companyId} AND id = ${id} AND (state = 'queued' OR state = 'running' AND held_until < now())
    RETURNING id, attempts AS attempt, connection_id, account_ids, marker`.execute(db)
  const [row] = rows
  return row ? { ...row, companyId } : null
}

/** Written before the first create is tried, and now and then meanwhile. False: somebody else has taken it up. */
export async function noteRehearsal(
  db: Db,
  { id, companyId, attempt }: HeldRehearsal,
  { progress, mayHaveMade = false }: { progress: number; mayHaveMade?: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    UPDATE connection_rehearsals SET progress = ${progress}, may_have_made = may_have_made OR ${mayHaveMade},
      held_until = now() + make_interval(secs => ${heldSeconds})
    WHERE company_id = ${companyId} AND id = ${id} AND attempts = ${attempt} AND state = 'running' RETURNING id`.execute(
    db,
  )
  return rows.length > 0
}

export async function endRehearsal(db: Db, held: HeldRehearsal, checklist: ChecklistItem[]): Promise<void> {
  await sql`UPDATE connection_rehearsals ${endedWith(held, checklist)}`.execute(db)
}

/** Of one that looked into no account. False: accounts were chosen meanwhile, for which no other was begun because this one ran. */
export async function endWithoutAccounts(db: Db, held: HeldRehearsal, checklist: ChecklistItem[]): Promise<boolean> {
  const { rows } = await sql`
    UPDATE connection_rehearsals ${endedWith(held, checklist)} AND NOT EXISTS (
      SELECT FROM ad_accounts WHERE company_id = ${held.companyId} AND connection_id = ${held.connection_id})
    RETURNING id`.execute(db)
  return rows.length > 0
}

function endedWith({ id, companyId, attempt }: HeldRehearsal, checklist: ChecklistItem[]) {
  return sql`SET state = 'done', progress = 100, finished_at = now(), checklist = ${JSON.stringify(checklist)}::jsonb
    WHERE company_id = ${companyId} AND id = ${id} AND attempts = ${attempt} AND state = 'running'`
}

/** The service stops: whoever is started next goes on at once. */
export async function putBackRehearsal(db: Db, { id, companyId, attempt }: HeldRehearsal): Promise<void> {
  await sql`
    UPDATE connection_rehearsals SET held_until = now(), attempts = attempts - 1
    WHERE company_id = ${companyId} AND id = ${id} AND attempts = ${attempt} AND state = 'running'`.execute(db)
}

/** Those that nobody does. */
export async function forgottenRehearsals(db: Db): Promise<TaskRef[]> {
  const rows = await everyCompany(db)
    .selectFrom('connection_rehearsals')
    .select(['id', 'company_id'])
    .where('finished_at', 'is', null)
    .where('held_until', '<', sql<Date>`now()`)
    .execute()
  return rows.map(({ id, company_id: companyId }) => ({ name: rehearsalTask, id, companyId }))
}
