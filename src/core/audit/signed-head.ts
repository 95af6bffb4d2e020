import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { recordEvent } from '../events/record.ts'

/** The end of a company's chain at some time. */
export interface ChainHead {
  companyId: CompanyId
  seq: number
  hash: string
}

/** How PKCS#8 begins for an Ed25519 key; the 32 bytes of the key follow. */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs the ends of chains, made from the secret of the service: whoever has that has this. */
export function auditKey(secretKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'flightdeck audit head', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })
}

export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}

const signedText = ({ companyId, seq, hash }: ChainHead) => Buffer.from(`${companyId} ${seq} ${hash}`)

function signHead(key: KeyObject, head: ChainHead): string {
  return sign(null, signedText(head), key).toString('base64')
}

export function isSignedBy(key: KeyObject, head: ChainHead, signature: string): boolean {
  return verify(null, signedText(head), createPublicKey(key), Buffer.from(signature, 'base64'))
}

/** Tells each company the end of its chain, signed, unless it is the same as the last time. */
export async function tellHeads({ db, key }: { db: Db; key: KeyObject }): Promise<void> {
  const { rows } = await sql<ChainHead & { at: string }>`
    SELECT company_id AS "companyId", seq, encode(hash, 'hex') AS hash,
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
    FROM audit_heads AS head WHERE seq > 0 AND NOT EXISTS (
      SELECT FROM events WHERE events.company_id = head.company_id AND kind = 'audit.head' AND batch_id IS NULL
        AND (detail ->> 'seq')::bigint = head.seq
    )`.execute(everyCompany(db))
  for (const head of rows) {
    const { seq, hash, at } = head
    const data = { seq, hash, at, signature: signHead(key, head), publicKey: publicKeyOf(key) }
    await recordEvent(db, { id: head.companyId }, { type: 'audit.head', data })
  }
}
