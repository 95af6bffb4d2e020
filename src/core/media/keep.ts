import type { Logger } from 'pino'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { safeFilename } from '../../files/store/names.ts'
import { discard } from '../../files/store/receive.ts'
import type { Received } from '../../files/store/receive.ts'
import { insertUnderFreeName } from './free-name.ts'
import type { KeptMedia } from './free-name.ts'
import { requireMediaPlace } from '../quotas/kept.ts'
import { noteLoose, removeLoose } from './loose.ts'
import { newMediaKey } from './storage.ts'
import type { MediaStorage } from './storage.ts'

export interface KeepDeps {
  db: Db
  log: Logger
  media: MediaStorage
}

export interface MediaArrival {
  companyId: CompanyId
  /** What the sender calls the file. */
  name: string | undefined
  received: Received
  /** Runs in the transaction that makes the upload exist. */
  onKept(trx: Db, kept: KeptMedia): Promise<void>
}

/** The object that was to be shared, or the key that was to be claimed, was removed by somebody else in between. */
class Vanished extends Error {}
/** Each try meets another removal at the very same moment. */
const maxTries = 8

/** Makes a received file a stored one: its bytes once, and a row of its own. The temporary file is gone afterwards. */
export async function keepUpload(deps: KeepDeps, arrival: MediaArrival): Promise<KeptMedia> {
  const unclaimed = new Set<string>()
  try {
    for (let tries = 1; ; tries++) {
      const key = (await sharedKey(deps, arrival)) ?? (await storeNew(deps, arrival, unclaimed))
      try {
        return await insert(deps.db, arrival, key, unclaimed)
      } catch (error) {
        if ((!(error instanceof Vanished) && !isMissingObject(error)) || tries >= maxTries) throw error
        // Keys are not used again, so whatever lies under this one now is nobody's.
        if (!unclaimed.has(key)) await noteLoose(deps.db, key)
        unclaimed.add(key)
      }
    }
  } finally {
    await discard(arrival.received)
    for (const key of unclaimed) await removeLoose({ ...deps, store: deps.media.store }, key)
  }
}

async function sharedKey({ db, media }: KeepDeps, { received }: MediaArrival): Promise<string | undefined> {
  const known = await objectKeyOf(db, received.sha256)
  // Costs a look when the file is there, and heals a storage that lost it.
  if (known !== undefined) await media.store.put(received.tempPath, known, received.contentType)
  return known
}

async function objectKeyOf(db: Db, sha256: string): Promise<string | undefined> {
  const found = await db.selectFrom('media_objects').select('key').where('sha256', '=', sha256).executeTakeFirst()
  return found?.key
}

async function storeNew(deps: KeepDeps, { received }: MediaArrival, unclaimed: Set<string>): Promise<string> {
  const key = newMediaKey(received.sha256, received.format)
  await noteLoose(deps.db, key)
  unclaimed.add(key)
  await deps.media.store.put(received.tempPath, key, received.contentType)
  return key
}

async function insert(db: Db, arrival: MediaArrival, key: string, unclaimed: Set<string>): Promise<KeptMedia> {
  const kept = await db.transaction().execute(async (trx) => {
    await requireMediaPlace(trx, arrival.companyId, arrival.received)
    const objectKey = unclaimed.has(key) ? await claim(trx, arrival.received, key) : key
    const originalName = cleanOriginalName(arrival.name)
    const wanted = safeFilename(arrival.name, arrival.received.format)
    const row = await insertUnderFreeName(trx, {
      companyId: arrival.companyId,
      objectKey,
      wanted,
      originalName: originalName || wanted,
    })
    await arrival.onKept(trx, row)
    return row
  })
  unclaimed.delete(kept.objectKey)
  return kept
}

/** Makes the key the object of its content, or answers the key of the upload that came first. */
async function claim(trx: Db, received: Received, key: string): Promise<string> {
  const { sha256, format, size, dimensions } = received
  const created = await trx
    .insertInto('media_objects')
    .values({ key, sha256, format, size, dimensions: JSON.stringify(dimensions) })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst()
  if (created.numInsertedOrUpdatedRows !== 1n) {
    const first = await objectKeyOf(trx, sha256)
    if (first === undefined) throw new Vanished()
    return first
  }
  const freed = await trx.deleteFrom('media_loose').where('key', '=', key).executeTakeFirst()
  // An upload so slow that its file was swept.
  if (freed.numDeletedRows !== 1n) throw new Vanished()
  return key
}

const foreignKeyViolation = '23503'

function isMissingObject(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === foreignKeyViolation && constraint === 'media_object_key_fkey'
}

const maxOriginalName = 1000

/** The sender's own name as far as a database and a screen can take it. */
function cleanOriginalName(name: string | undefined): string {
  return (name ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, maxOriginalName)
    .toWellFormed()
    .trim()
}
