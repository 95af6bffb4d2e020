import type { Pool } from 'pg'
import type { Db } from '../../db/connect.ts'
import { required } from '../../lookup.ts'
import { auditKey } from '../audit/signed-head.ts'
import { vouchFor } from '../audit/keys.ts'
import { newCanary, readCanary } from './open.ts'
import type { SecretKeys } from './keys.ts'
import { createSeal, keyIdOf } from './seal.ts'
import type { Seal } from './seal.ts'
import { pageOfOthers, putSealed, sealedByOthers, sealedColumns } from './sealed.ts'

/** Somebody else does it already. */
export class RotationUnderWay extends Error {}

export interface Rotated extends Pass {
  /** Of the key that everything is sealed with now. */
  keyId: string
}

interface Pass {
  /** How many secrets were sealed anew. */
  resealed: number
  /** Which could not be opened with any key at hand: they stay as they are. */
  unopened: { table: string; id: number }[]
}

const atOnce = 200
const lockName = 'flightdeck secret rotate'

/**
 * Seals everything with the key of now. What was sealed anew stays so after a kill: the next run goes on with the rest. The canary comes
 * last, so that nobody starts without the old key as long as something needs it.
 */
export async function rotateSecrets(
  { db, pool }: { db: Db; pool: Pool },
  keysFor: () => Promise<SecretKeys>,
): Promise<Rotated> {
  return alone(pool, async () => {
    const keys = await keysFor()
    const seal = createSeal(keys)
    for (const earlier of keys.previous) await vouchFor(db, auditKey(createSeal(earlier)), auditKey(seal))
    const rotated: Rotated = { keyId: keyIdOf(keys.current).toString('hex'), resealed: 0, unopened: [] }
    for (;;) {
      const pass = await sealAnew(db, seal)
      rotated.resealed += pass.resealed
      rotated.unopened = pass.unopened
      // A process that has not heard of the new key yet may have sealed something meanwhile.
      if (pass.resealed === 0) break
    }
    if (rotated.unopened.length === 0) await markCanary(db, seal)
    return rotated
  })
}

async function sealAnew(db: Db, seal: Seal): Promise<Pass> {
  const pass: Pass = { resealed: 0, unopened: [] }
  for (const column of sealedColumns) {
    let after = 0
    for (;;) {
      const rows = await pageOfOthers(db, seal, column, { after, limit: atOnce })
      for (const row of rows) {
        const secret = opened(seal, row.sealed, column.purposeOf(row))
        if (secret === null) pass.unopened.push({ table: column.table, id: row.id })
        else if (await putSealed(db, column, row, seal.seal(secret, column.purposeOf(row)))) pass.resealed++
      }
      if (rows.length < atOnce) break
      after = required(rows.at(-1), 'last row').id
    }
  }
  return pass
}

function opened(seal: Seal, sealed: Buffer, purpose: string): string | null {
  try {
    return seal.open(sealed, purpose)
  } catch {
    return null
  }
}

async function markCanary(db: Db, seal: Seal): Promise<void> {
  const canary = await readCanary(db)
  if (canary?.subarray(0, seal.mark().length).equals(seal.mark())) return
  await db
    .updateTable('secret_canary')
    .set({ sealed: newCanary(seal) })
    .execute()
}

/** Whether everything, the canary too, is sealed with the key of now. */
export async function isRotated(db: Db, seal: Seal): Promise<boolean> {
  const canary = await readCanary(db)
  const isMarked = canary === null || canary.subarray(0, seal.mark().length).equals(seal.mark())
  return isMarked && (await sealedByOthers(db, seal)) === 0
}

/** One at a time: two would seal with two keys. */
async function alone<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ is_ours: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_ours',
      [lockName],
    )
    if (!rows[0]?.is_ours) throw new RotationUnderWay('Another process changes the secret key just now.')
    return await work()
  } finally {
    // At once for whoever comes next; should that fail, it ends with its session.
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockName]).catch(() => undefined)
    client.release(true)
  }
}
