import { sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'

/** Where a company's log begins since older entries left: the last of these. */
export interface ChainStart {
  seq: number
  at: string
  hash: string
  leftAt: Date
  signature: string
}

/** Not the text of an end: one that was signed as such does not allow anybody to take away what is before it. */
const startText = (companyId: CompanyId, { seq, at, hash, leftAt }: Omit<ChainStart, 'signature'>) =>
  Buffer.from(`flightdeck audit start ${companyId} ${seq} ${hash} ${at} ${leftAt.toISOString()}`)

export function signStart(key: KeyObject, companyId: CompanyId, start: Omit<ChainStart, 'signature'>): string {
  return sign(null, startText(companyId, start), key).toString('base64')
}

/** `keys`: public ones, of which any may have signed it. */
export function isStartSigned(keys: readonly KeyObject[], companyId: CompanyId, start: ChainStart): boolean {
  const text = startText(companyId, start)
  return keys.some((key) => verify(null, text, key, Buffer.from(start.signature, 'base64')))
}

/** null: nothing has left. */
export async function startOf(db: Db, companyId: CompanyId): Promise<ChainStart | null> {
  const { rows } = await sql<ChainStart>`
    SELECT seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, encode(hash, 'hex') AS hash,
      left_at AS "leftAt", signature
    FROM audit_starts WHERE company_id = ${companyId}`.execute(db)
  return rows[0] ?? null
}
