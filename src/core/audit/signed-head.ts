import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
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

/** Makes keys from the secret of the service. */
interface Deriving {
  derive(purpose: string): Buffer
}

/** The key that signs the ends of chains, made from the secret of the service: whoever has that has this. */
export function auditKey(seal: Deriving): KeyObject {
  const seed = seal.derive('flightdeck audit head')
  return createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })
}

export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}

const signedText = ({ companyId, seq, hash }: ChainHead) => Buffer.from(`${companyId} ${seq} ${hash}`)

function signHead(key: KeyObject, head: ChainHead): string {
  return sign(null, signedText(head), key).toString('base64')
}

/** `keys`: public ones, of which any may have signed it. */
export function isSignedBy(keys: readonly KeyObject[], head: ChainHead, signature: string): boolean {
  return keys.some((key) => verify(null, signedText(head), key, Buffer.from(signature, 'base64')))
}

/** An end that is to be told, and up to where the last one went. */
interface NewHead extends ChainHead {
  at: string
  before: number
}

/**
 * Tells each company the end that its chain had when the last full hour began, signed, unless that was told already: one for
 * every hour in which entries were added, however often and however late this is called.
 */
export async function publishHeads({ db, key, now }: { db: Db; key: KeyObject; now?: Date }): Promise<void> {
  const hour = sql`date_trunc('hour', ${now ?? sql`clock_timestamp()`}::timestamptz, 'UTC')`
  const { rows } = await sql<NewHead>`
    SELECT head.company_id AS "companyId", last.seq, encode(last.hash, 'hex') AS hash, head.told_seq AS before,
      to_char(last.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
    FROM audit_heads AS head CROSS JOIN LATERAL (
      SELECT seq, hash, at FROM audit_log WHERE company_id = head.company_id AND at < ${hour} ORDER BY at DESC, seq DESC LIMIT 1
    ) AS last
    WHERE head.seq <> head.told_seq AND last.seq <> head.told_seq ORDER BY head.company_id`.execute(everyCompany(db))
  for (const head of rows) await publishHead(db, key, head)
}

/** That it was told and the event are one transaction; another process may have been quicker. */
async function publishHead(db: Db, key: KeyObject, head: NewHead): Promise<void> {
  const { companyId, seq, hash, at, before } = head
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('audit_heads')
      .where('company_id', '=', companyId)
      .set({ told_seq: seq })
      .where('told_seq', '=', before)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    const data = { seq, hash, at, signature: signHead(key, head), publicKey: publicKeyOf(key) }
    await recordEvent(trx, { id: companyId }, { type: 'audit.head', data })
  })
}
