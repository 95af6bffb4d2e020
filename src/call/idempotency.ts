import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Reach } from '../core/reach.ts'
import type { CompanyId } from '../db/company-id.ts'
import type { Db } from '../db/connect.ts'
import { deleteInSteps } from '../db/delete-in-steps.ts'
import type { RowNeeds, StepPace } from '../db/delete-in-steps.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import { only } from '../lookup.ts'

/** How long a running call holds its key without a sign of life from its process. */
const leaseSeconds = 30

export type Claim = ({ kind: 'run' } & Run) | { kind: 'replay'; status: number; answer: object }

interface Run {
  /** For a write that is stored in the same transaction. Throws when another call has taken over the key: it stores the same. */
  keepWith(trx: Db, status: number, answer: object): Promise<void>
  /** For what has happened already. */
  keep(status: number, answer: object): Promise<void>
  release(): Promise<void>
  /** The key stays with what was asked for: the same again runs, something else is refused. */
  leave(): Promise<void>
}

/**
 * How what was asked becomes text, version by version; the last is how it is done today, the others are for rows from before an upgrade.
 * A row says which of them made its hash. Whoever changes how it is done adds a way, and leaves these as they are.
 */
const readIds: ((body: unknown) => string | undefined)[] = [
  (body) => JSON.stringify(body),
  (body) => JSON.stringify(body, inOrder),
]
const today = readIds.length

/** Digests of what was asked, one for every version, so that a key used again for something else is noticed. */
export function requestHashes(method: string, path: string, body: unknown): Buffer[] {
  return readIds.map((textOf) =>
    createHash('sha256')
      .update(`${method} ${path}\n${textOf(body) ?? ''}`)
      .digest(),
  )
}

/** Clients need not write the fields of an object in the same order twice. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function checkIdempotencyKey(header: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) return header
  const issues = [{ path: 'headers.Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }]
  throw new AppError('bad_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.', { issues })
}

interface Row {
  run_token: string
  is_same: boolean
  is_seen: boolean
  status: number | null
  answer: object | null
}

/** A call that is to be made once. */
export interface KeyedCall {
  company: Reach
  key: string
  hashes: Buffer[]
  /** How long its answer is given again. */
  keptHours: number
}

/** Takes the key for one run, or finds the answer of the run that had it. */
export async function claimIdempotencyKey(db: Db, { company, key, hashes, keptHours }: KeyedCall): Promise<Claim> {
  const workspaces = company.workspaces ? [...company.workspaces] : null
  const token = randomUUID()
  const stale = sql`mine.created_at < now() - make_interval(hours => ${keptHours})`
  // Something else that comes under the key is refused, and must not hold it.
  const same = sameRequest(hashes)
  const free = sql`(${stale} OR (mine.status IS NULL AND mine.lease_until < now() AND ${same}))`
  // One statement decides between two simultaneous calls: only one of them inserts, or takes over a dead one's row.
  const { rows } = await sql<Row>`
    INSERT INTO idempotency_keys AS mine (company_id, key, request_hash, hash_version, workspaces, lease_until, run_token)
    VALUES (${company.id}, ${key}, ${hashes.at(-1)}, ${today}, ${workspaces}, now() + make_interval(secs => ${leaseSeconds}), ${token})
    ON CONFLICT (company_id, key) DO UPDATE SET
      run_token = CASE WHEN ${free} THEN excluded.run_token ELSE mine.run_token END,
      lease_until = CASE WHEN ${free} THEN excluded.lease_until ELSE mine.lease_until END,
      workspaces = CASE WHEN ${free} THEN excluded.workspaces ELSE mine.workspaces END,
      request_hash = CASE WHEN ${stale} THEN excluded.request_hash ELSE mine.request_hash END,
      hash_version = CASE WHEN ${stale} THEN excluded.hash_version ELSE mine.hash_version END,
      status = CASE WHEN ${stale} THEN NULL ELSE mine.status END,
      answer = CASE WHEN ${stale} THEN NULL ELSE mine.answer END,
      created_at = CASE WHEN ${stale} THEN now() ELSE mine.created_at END
    RETURNING run_token, ${same} AS is_same, ${wasSeenWithin(workspaces)} AS is_seen, status, answer`.execute(db)
  const row = only(rows)
  if (!row.is_same) throw usedForSomethingElse(key)
  if (!row.is_seen) throw usedElsewhere(key)
  if (row.status !== null) return { kind: 'replay', status: row.status, answer: row.answer ?? {} }
  if (row.run_token !== token) throw stillRunning(key)
  return running(db, company.id, key, token)
}

/**
 * Whether a row was written for the same request, compared in the way it was written. One that does not say is compared in every way; one of a
 * version that we do not know cannot be compared, and a repeat that is refused would be made again under another key.
 */
function sameRequest(hashes: Buffer[]) {
  const ours = sql`${hashes}::bytea[]`
  return sql`CASE WHEN mine.hash_version IS NULL THEN mine.request_hash = ANY(${ours})
    WHEN mine.hash_version BETWEEN 1 AND ${today} THEN mine.request_hash = (${ours})[mine.hash_version] ELSE true END`
}

/** Whether whoever was answered saw no more of the company than whoever asks now: only then are they told the same. */
function wasSeenWithin(workspaces: number[] | null) {
  return sql`(${workspaces}::bigint[] IS NULL OR coalesce(mine.workspaces <@ ${workspaces}::bigint[], false))`
}

function running(db: Db, companyId: CompanyId, key: string, token: string): Claim {
  const mine = () => sql`company_id = ${companyId} AND key = ${key} AND run_token = ${token}`
  const heartbeat = setInterval(
    () => {
      void sql`UPDATE idempotency_keys SET lease_until = now() + make_interval(secs => ${leaseSeconds}) WHERE ${mine()}`
        .execute(db)
        .catch(() => undefined)
    },
    (leaseSeconds * 1000) / 3,
  )
  heartbeat.unref()
  const store = async (where: Db, status: number, answer: object) => {
    const { numAffectedRows } =
      await sql`UPDATE idempotency_keys SET status = ${status}, answer = ${JSON.stringify(answer)} WHERE ${mine()}`.execute(
        where,
      )
    clearInterval(heartbeat)
    return numAffectedRows === 1n
  }
  return {
    kind: 'run',
    async keepWith(trx, status, answer) {
      if (!(await store(trx, status, answer))) throw stillRunning(key)
    },
    async keep(status, answer) {
      await store(db, status, answer)
    },
    async release() {
      clearInterval(heartbeat)
      await sql`DELETE FROM idempotency_keys WHERE ${mine()} AND status IS NULL`.execute(db)
    },
    async leave() {
      clearInterval(heartbeat)
      await sql`UPDATE idempotency_keys SET lease_until = '-infinity' WHERE ${mine()}`.execute(db)
    },
  }
}

function usedForSomethingElse(key: string): AppError {
  return new AppError('unprocessable_entity', `The Idempotency-Key "${key}" was used for another request before.`, {
    issues: [{ path: 'headers.Idempotency-Key', message: 'was used for a different request; choose a new key' }],
  })
}

function usedElsewhere(key: string): AppError {
  const text = `The Idempotency-Key "${key}" was used before for the same by somebody who works in other workspaces than you.`
  return new AppError('unprocessable_entity', text, {
    issues: [
      { path: 'headers.Idempotency-Key', message: 'was used in workspaces that are not yours; choose a new key' },
    ],
  })
}

function stillRunning(key: string): AppError {
  const text = `Another request with the Idempotency-Key "${key}" is still running. Ask again in a moment.`
  return new AppError('conflict', text, undefined, { 'retry-after': '1' })
}

/** At the start of a service that is alone on its database: whoever held them is dead. */
export async function freeAllKeys(db: Db): Promise<void> {
  await sql`UPDATE idempotency_keys SET lease_until = '-infinity' WHERE status IS NULL`.execute(everyCompany(db))
}

/** What still needs a key that is old. */
export const keyNeeds: RowNeeds = {
  // Its process says again and again that it lives.
  open: sql`one.status IS NULL AND one.lease_until > now()`,
}

export function forgetOldKeys(db: Db, hours: number, pace?: StepPace): Promise<number> {
  const isOld = sql<boolean>`one.created_at < now() - make_interval(hours => ${hours})`
  const by = { column: 'created_at', type: 'timestamptz' } as const
  return deleteInSteps(everyCompany(db), { table: 'idempotency_keys', by, isOld, needs: keyNeeds }, pace)
}
