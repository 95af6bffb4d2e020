import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { createSeal, makeSecretKey, readSecretKey, sealPurpose } from './seal.ts'
import type { Seal } from './seal.ts'

/** The key at hand is not the one that this database's secrets were sealed with. Its message is for whoever starts us. */
export class WrongSecretKey extends Error {}

interface OpenSeal {
  seal: Seal
  secretKey: Buffer
}

type KeyPlace = Pick<Config, 'secretKey' | 'dataDir'>

/**
 * The seal of this database. The first to come makes a key, where none is set, and leaves a word sealed with it; everybody else must be able to
 * open that. Throws WrongSecretKey.
 */
export async function openSeal(db: Db, place: KeyPlace): Promise<OpenSeal> {
  const canary = await readCanary(db)
  const known = await readSecretKey(place)
  if (!known && canary) throw new WrongSecretKey(noKeyWords(place))
  const secretKey = known ?? (await makeSecretKey(place.dataDir))
  const seal = createSeal(secretKey)
  if (!opens(seal, canary ?? (await leaveCanary(db, seal, place)), purpose))
    throw new WrongSecretKey(otherKeyWords(place))
  return { seal, secretKey }
}

export type SealState = 'ok' | 'no canary' | { problem: string }

/** The same for whoever only looks: nothing is made. */
export async function checkSeal(db: Db, place: KeyPlace): Promise<SealState> {
  const canary = await readCanary(db)
  const secretKey = await readSecretKey(place)
  if (!secretKey) return canary ? { problem: noKeyWords(place) } : 'no canary'
  const seal = createSeal(secretKey)
  const isOurs = canary ? opens(seal, canary, purpose) : await opensWhatIsThere(db, seal)
  if (!isOurs) return { problem: otherKeyWords(place) }
  return canary ? 'ok' : 'no canary'
}

const purpose = 'canary'

async function readCanary(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('secret_canary').select('sealed').executeTakeFirst()
  return row?.sealed ?? null
}

/** Two may start at the same moment: the word of one of them stays, and the other must be able to open it. */
async function leaveCanary(db: Db, seal: Seal, place: KeyPlace): Promise<Buffer> {
  if (!(await opensWhatIsThere(db, seal))) throw new WrongSecretKey(otherKeyWords(place))
  await db
    .insertInto('secret_canary')
    .values({ sealed: seal.seal('Flightdeck', purpose) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readCanary(db))!
}

/** For databases from before there was a canary: of what was sealed, at least something must open. */
async function opensWhatIsThere(db: Db, seal: Seal): Promise<boolean> {
  const found = await sql<{ sealed: Buffer; what: string; company_id: CompanyId; platform: string | null }>`
    (SELECT sealed_credentials AS sealed, 'connection' AS what, company_id, platform FROM connections ORDER BY id DESC LIMIT 20)
    UNION ALL (SELECT sealed_target, 'webhook', company_id, NULL FROM webhooks ORDER BY id DESC LIMIT 20)
    UNION ALL (SELECT sealed_address, 'approval target', company_id, NULL FROM approval_targets ORDER BY id DESC LIMIT 20)`.execute(
    everyCompany(db),
  )
  if (found.rows.length === 0) return true
  return found.rows.some(({ sealed, what, company_id: companyId, platform }) =>
    opens(seal, sealed, platform === null ? `${what} ${companyId}` : sealPurpose(companyId, platform)),
  )
}

function opens(seal: Seal, sealed: Buffer, what: string): boolean {
  try {
    seal.open(sealed, what)
    return true
  } catch {
    return false
  }
}

const whatToDo =
  'Set SECRET_KEY to the key of this database: the one that its other processes have, or, where none was set, the one in the file ' +
  'secret-key of the DATA_DIR that it was first started with.'

function otherKeyWords({ secretKey, dataDir }: KeyPlace): string {
  const which = secretKey ? 'SECRET_KEY' : join(dataDir, 'secret-key')
  return `The secrets in this database were sealed with another key than the one in ${which}, and cannot be opened with it. ${whatToDo}`
}

function noKeyWords({ dataDir }: KeyPlace): string {
  return `The secrets in this database were sealed with a key that is not here: SECRET_KEY is not set, and ${join(dataDir, 'secret-key')} does not exist. ${whatToDo}`
}
