import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { toldNobody } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { EventData } from '../events/catalogue.ts'
import { isSignedBy } from './signed-head.ts'

export interface Verified {
  entries: number
  signedHeads: number
  /** What does not fit, oldest first. */
  problems: string[]
}

interface Row {
  seq: number
  at: string
  hash: string
  text: string
}

const atOnce = 1_000
const firstHash = '0'.repeat(64)

/** Goes through a company's chain from its beginning: every hash, every number, and the ends that were signed. */
export async function verifyChain(db: Db, companyId: CompanyId, key: KeyObject | null): Promise<Verified> {
  const heads = await signedHeads(db, companyId)
  const problems: string[] = []
  let last = { seq: 0, hash: firstHash }
  for (;;) {
    const rows = await entriesAfter(db, companyId, last.seq)
    for (const row of rows) {
      problems.push(...problemsOf(companyId, last, row))
      const head = heads.get(row.seq)
      if (head && head.hash !== row.hash) problems.push(`entry ${row.seq} is not the one that was signed`)
      if (head && key && !isSignedBy(key, { companyId, ...head }, head.signature))
        problems.push(`the signature of entry ${row.seq} was not made by this service`)
      heads.delete(row.seq)
      last = { seq: row.seq, hash: row.hash }
    }
    if (rows.length < atOnce) break
  }
  for (const seq of heads.keys()) problems.push(`entry ${seq} was signed and is missing`)
  const end = await db.selectFrom('audit_heads').where('company_id', '=', companyId).selectAll().executeTakeFirst()
  if (end && (end.seq !== last.seq || end.hash.toString('hex') !== last.hash))
    problems.push(`the chain ends with entry ${last.seq}, and should with ${end.seq}`)
  const { size: signed } = await signedHeads(db, companyId)
  return { entries: last.seq, signedHeads: signed, problems }
}

function problemsOf(companyId: CompanyId, last: { seq: number; hash: string }, row: Row): string[] {
  const missing = row.seq === last.seq + 1 ? [] : [`entries ${last.seq + 1} to ${row.seq - 1} are missing`]
  const text = [last.hash, companyId, row.seq, row.at, row.text].join('\n')
  const isTrue = createHash('sha256').update(text).digest('hex') === row.hash
  return isTrue ? missing : [...missing, `entry ${row.seq} was changed, or the one before it`]
}

async function entriesAfter(db: Db, companyId: CompanyId, seq: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, encode(hash, 'hex') AS hash, entry::text AS text
    FROM audit_log WHERE company_id = ${companyId} AND seq > ${seq} ORDER BY seq LIMIT ${atOnce}`.execute(db)
  return rows
}

type SignedHead = EventData['audit.head']

async function signedHeads(db: Db, companyId: CompanyId): Promise<Map<number, SignedHead>> {
  const rows = await db
    .selectFrom('events')
    .where('company_id', '=', companyId)
    .where(toldNobody)
    .select('detail')
    .where('kind', '=', 'audit.head')
    .where('batch_id', 'is', null)
    .execute()
  return new Map(rows.map(({ detail }) => [Number(detail.seq), detail as unknown as SignedHead]))
}
