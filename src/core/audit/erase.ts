import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { only, required } from '../../lookup.ts'
import { addressPattern, deletedPerson, describesDoer } from './personal.ts'
import type { Erasure, PersonalValue } from './personal.ts'
import { recordAudit } from './record.ts'
import type { AuditEntry } from './record.ts'

/** The entry that says that somebody was deleted: nothing is erased without one. */
export const erasureAction = 'person.deleted'

/** How the public key of a raw Ed25519 key begins. */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex')
const rowsAtOnce = 500

/** Who is erased: by their number, and by their address and name, which stand in entries of others. */
export interface ErasedPerson {
  id: number
  /** null: it is somebody else's there. */
  email: string | null
  /** null: somebody else there is called the same. */
  name: string | null
}

const erasedText = (companyId: number, { seq, place }: Pick<Erasure, 'seq' | 'place'>) =>
  Buffer.from(`flightdeck erased ${companyId} ${seq} ${place}`)

interface Row {
  seq: number
  personal: PersonalValue[]
}

export interface ErasedEntries {
  /** Entries of which something was erased. */
  erased: number
  /** Older entries that have it in their text: their hash is over it. */
  kept: number
}

/**
 * Erases what tells who somebody was from a company's log. First it is written down that it is done, with a key that exists nowhere else;
 * then each place is signed with it as it is erased, and the key is forgotten: nobody can pass a later change off as part of this. Cut in
 * between, it is called again, and writes down a second time.
 */
export async function eraseFromLog(
  db: Db,
  companyId: CompanyId,
  person: ErasedPerson,
  actor: AuditEntry['actor'],
): Promise<ErasedEntries> {
  const isAddressed = isIn(person.email)
  const isCalled = (each: PersonalValue) => each.value === person.name && describesDoer(each)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const erasedWith = publicKey.export({ format: 'der', type: 'spki' }).subarray(spkiStart.length).toString('hex')
  const by = await db.transaction().execute(async (trx) => {
    const targets = [`person:${person.id}`]
    await recordAudit(
      trx,
      { id: companyId },
      { actor, action: erasureAction, targets, after: { erasedWith }, outcome: 'done' },
    )
    const { rows } = await sql<{ seq: number }>`
      SELECT seq FROM audit_heads WHERE company_id = ${companyId}`.execute(trx)
    return only(rows).seq
  })
  let erased = 0
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      SELECT seq, personal FROM audit_log WHERE company_id = ${companyId} AND seq > ${after} AND seq < ${by} AND personal IS NOT NULL
      ORDER BY seq LIMIT ${rowsAtOnce}`.execute(db)
    for (const row of rows) {
      const left = row.personal.map((each) =>
        erasedValue(each, row.seq, { companyId, personId: person.id, isAddressed, isCalled, by, key: privateKey }),
      )
      if (left.every((each, index) => each === row.personal[index])) continue
      await keep(db, companyId, { seq: row.seq, personal: left })
      erased += 1
    }
    if (rows.length < rowsAtOnce) break
    after = required(rows.at(-1), 'last row').seq
  }
  return { erased, kept: await olderEntries(db, companyId, person) }
}

/** Whether a text has the address in it. */
function isIn(email: string | null): (text: string) => boolean {
  if (email === null) return () => false
  const pattern = new RegExp(addressPattern(email), 'i')
  return (text) => pattern.test(text)
}

interface Erasing {
  companyId: CompanyId
  personId: number
  isAddressed: (text: string) => boolean
  isCalled: (each: PersonalValue) => boolean
  by: number
  key: KeyObject
}

function erasedValue(each: PersonalValue, seq: number, { companyId, by, key, ...whose }: Erasing): PersonalValue {
  const { place, personId, value } = each
  const isTheirs =
    personId === whose.personId || whose.isAddressed(value ?? '') || (personId === undefined && whose.isCalled(each))
  if (value === undefined || !isTheirs) return each
  const proof = sign(null, erasedText(companyId, { seq, place }), key).toString('base64')
  return { place, ...(personId === undefined ? {} : { personId }), erased: by, proof }
}

async function keep(db: Db, companyId: CompanyId, { seq, personal }: Row): Promise<void> {
  const isActor = personal.some(({ place, erased }) => place === '/actor/name' && erased !== undefined)
  const actor = isActor ? sql`ARRAY[${deletedPerson}, actor[2]]` : sql`actor`
  await sql`
    UPDATE audit_log SET personal = ${JSON.stringify(personal)}::jsonb, actor = ${actor}
    WHERE company_id = ${companyId} AND seq = ${seq}`.execute(db)
}

async function olderEntries(db: Db, companyId: CompanyId, { id, email }: ErasedPerson): Promise<number> {
  const pattern = email === null ? null : addressPattern(email)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit_log WHERE company_id = ${companyId} AND personal IS NULL
      AND (actor @> ARRAY[${`user:${id}`}] OR coalesce(entry::text ~* ${pattern}, false))`.execute(db)
  return only(rows).count
}

/** The key of an entry that says that somebody was deleted; null: it is none. */
export function erasureKey(text: string): KeyObject | null {
  const { action, after } = JSON.parse(text) as { action?: string; after?: { erasedWith?: unknown } | null }
  const raw = after?.erasedWith
  if (action !== erasureAction || typeof raw !== 'string' || !/^[0-9a-f]{64}$/.test(raw)) return null
  return createPublicKey({ key: Buffer.concat([spkiStart, Buffer.from(raw, 'hex')]), format: 'der', type: 'spki' })
}

export function isErasedBy(key: KeyObject, companyId: CompanyId, erasure: Erasure): boolean {
  return verify(null, erasedText(companyId, erasure), key, Buffer.from(erasure.proof, 'base64'))
}
