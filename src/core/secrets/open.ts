import type { Db } from '../../db/connect.ts'
import { required } from '../../lookup.ts'
import { keyFile, makeSecretKey, readSecretKeys } from './keys.ts'
import type { KeySource, SecretKeys } from './keys.ts'
import { createSeal } from './seal.ts'
import type { Seal } from './seal.ts'
import { latestSealed, sealedColumns } from './sealed.ts'

/** The key at hand is not the one that this database's secrets were sealed with. Its message is for whoever starts us. */
export class WrongSecretKey extends Error {}

/**
 * The seal of this database. The first to come makes a key, where none is set, and leaves a word sealed with it; everybody else must be able to
 * open that. Throws WrongSecretKey.
 */
export async function openSeal(db: Db, place: KeySource): Promise<Seal> {
  const canary = await readCanary(db)
  const known = readSecretKeys(place)
  if (!known && canary) throw new WrongSecretKey(noKeyWords(place))
  const seal = sealWith(place, known ?? { current: await makeSecretKey(place.dataDir), previous: [] })
  if (!opens(seal, canary ?? (await leaveCanary(db, seal, place)), canaryPurpose))
    throw new WrongSecretKey(otherKeyWords(place))
  return seal
}

/** Keys in files may be changed while we run; a setting holds until the process ends. */
function sealWith(place: KeySource, keys: SecretKeys): Seal {
  return createSeal(keys, place.secretKey ? undefined : () => readSecretKeys(place))
}

/** The seal for whoever needs no database; null: there is no key yet. */
export function sealAtHand(place: KeySource): Seal | null {
  const keys = readSecretKeys(place)
  return keys && sealWith(place, keys)
}

export type SealState = 'ok' | 'no canary' | { problem: string }

/** The same for whoever only looks: nothing is made. */
export async function checkSeal(db: Db, place: KeySource): Promise<SealState> {
  const canary = await readCanary(db)
  const seal = sealAtHand(place)
  if (!seal) return canary ? { problem: noKeyWords(place) } : 'no canary'
  const isOurs = canary ? opens(seal, canary, canaryPurpose) : await opensWhatIsThere(db, seal)
  if (!isOurs) return { problem: otherKeyWords(place) }
  return canary ? 'ok' : 'no canary'
}

const canaryPurpose = 'canary'

export async function readCanary(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('secret_canary').select('sealed').executeTakeFirst()
  return row?.sealed ?? null
}

/** Two may start at the same moment: the word of one of them stays, and the other must be able to open it. */
async function leaveCanary(db: Db, seal: Seal, place: KeySource): Promise<Buffer> {
  if (!(await opensWhatIsThere(db, seal))) throw new WrongSecretKey(otherKeyWords(place))
  await db
    .insertInto('secret_canary')
    .values({ sealed: newCanary(seal) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return required(await readCanary(db), 'canary')
}

export function newCanary(seal: Seal): Buffer {
  return seal.seal('Flightdeck', canaryPurpose)
}

/** For databases from before there was a canary: of what was sealed, at least something must open. */
async function opensWhatIsThere(db: Db, seal: Seal): Promise<boolean> {
  let found = 0
  for (const column of sealedColumns) {
    const rows = await latestSealed(db, column)
    if (rows.some((row) => opens(seal, row.sealed, column.purposeOf(row)))) return true
    found += rows.length
  }
  return found === 0
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

function otherKeyWords({ secretKey, dataDir }: KeySource): string {
  const which = secretKey ? 'SECRET_KEY' : keyFile(dataDir)
  return `The secrets in this database were sealed with another key than the one in ${which}, and cannot be opened with it. ${whatToDo}`
}

function noKeyWords({ dataDir }: KeySource): string {
  return `The secrets in this database were sealed with a key that is not here: SECRET_KEY is not set, and ${keyFile(dataDir)} does not exist. ${whatToDo}`
}
