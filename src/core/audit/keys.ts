import { createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { publicKeyOf } from './signed-head.ts'

/** A key that signed ends of logs before the secret key was changed. */
export interface EarlierKey {
  publicKey: string
  /** When it signed for the first and for the last time; null: it signed nothing. */
  signedFrom: Date | null
  signedUntil: Date | null
}

interface Vouched {
  public_key: string
  replaced_at: Date
  replaced_by: string
  signature: string
}

const vouchedText = (publicKey: string, replacedAt: Date) =>
  Buffer.from(`flightdeck audit key ${publicKey} ${replacedAt.toISOString()}`)

/** The new key vouches for the old one, so that nobody who can only write into the database can add one of theirs. */
export async function vouchFor(db: Db, old: KeyObject, current: KeyObject): Promise<void> {
  const [publicKey, replacedBy, replacedAt] = [publicKeyOf(old), publicKeyOf(current), new Date()]
  if (publicKey === replacedBy) return
  const signature = sign(null, vouchedText(publicKey, replacedAt), current).toString('base64')
  await sql`
    INSERT INTO audit_keys (public_key, signed_from, signed_until, replaced_at, replaced_by, signature)
    SELECT ${publicKey}, min(at), max(at), ${replacedAt}, ${replacedBy}, ${signature} FROM events
    WHERE kind = 'audit.head' AND detail ->> 'publicKey' = ${publicKey}
    ON CONFLICT DO NOTHING`.execute(everyCompany(db))
}

/** Those at hand, and every earlier one that one of them vouches for, itself or through others. */
export async function trustedKeys(db: Db, atHand: readonly KeyObject[]): Promise<KeyObject[]> {
  const rows: Vouched[] = await db.selectFrom('audit_keys').selectAll().execute()
  const trusted = new Map(atHand.map((key) => [publicKeyOf(key), createPublicKey(key)]))
  for (let before = -1; before < trusted.size;) {
    before = trusted.size
    for (const row of rows) {
      const voucher = trusted.get(row.replaced_by)
      if (voucher && isVouchedBy(voucher, row)) trusted.set(row.public_key, publicKeyFrom(row.public_key))
    }
  }
  return [...trusted.values()]
}

function isVouchedBy(voucher: KeyObject, row: Vouched): boolean {
  return verify(null, vouchedText(row.public_key, row.replaced_at), voucher, Buffer.from(row.signature, 'base64'))
}

function publicKeyFrom(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
}

export async function earlierKeys(db: Db): Promise<EarlierKey[]> {
  const rows = await db.selectFrom('audit_keys').selectAll().orderBy('replaced_at').execute()
  return rows.map((row) => ({
    publicKey: row.public_key,
    signedFrom: row.signed_from,
    signedUntil: row.signed_until,
  }))
}
