import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createPermits, withPermit } from '../../../async/permits.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { SiblingReader, Whole } from '../../../files/fetch/read-sibling.ts'
import { contentTypeOfKey } from '../../../files/probe/formats.ts'
import { leftoverName } from '../../../files/store/clean.ts'
import { isMediaKey, MissingObjectError } from '../../../files/store/store.ts'
import type { MediaStore } from '../../../files/store/store.ts'
import { required } from '../../../lookup.ts'
import type { Seal } from '../../secrets/seal.ts'
import { addressesBeside, isReachable } from './addresses.ts'
import { signedPath } from './signed-path.ts'

export interface SiblingDeps {
  db: Db
  log: Logger
  seal: Seal
  reader: SiblingReader
  /** For files that are still arriving. */
  tempDir: string
  /** What this folder is known by; null: nobody has used it yet. */
  folderId: () => Promise<string | null>
}

/** How many files are brought at once, and how soon one that nobody had is asked for again. */
const atOnce = 4
const askAgainMs = 10_000
/** Of how many it is remembered that nobody had them. */
const maxMissed = 1000

/**
 * The storage of a process that has a folder of its own: what is not in it, and is known to the database, is brought from a sibling that has
 * it, once for all who ask, and kept.
 */
export function withSiblings(own: MediaStore, deps: SiblingDeps): MediaStore {
  const bring = createBringing(own, deps)
  return {
    ...own,
    stat: async (key) => (await own.stat(key)) ?? ((await bring(key)) ? own.stat(key) : null),
    async open(key, range) {
      try {
        return await own.open(key, range)
      } catch (error) {
        if (!(error instanceof MissingObjectError) || !(await bring(key))) throw error
        return own.open(key, range)
      }
    },
  }
}

/** Who did not answer as they should lately is asked last. */
function createOrder() {
  const troubled = new Map<string, number>()
  const since = (url: string) => troubled.get(url) ?? -Infinity
  return {
    note: (url: string, isWell: boolean) => void (isWell ? troubled.delete(url) : troubled.set(url, performance.now())),
    sorted: (urls: string[]) => urls.toSorted((one, other) => since(one) - since(other)),
  }
}

/** Answers whether the file is here now. */
function createBringing(own: MediaStore, deps: SiblingDeps): (key: string) => Promise<boolean> {
  const permits = createPermits(atOnce)
  const underWay = new Map<string, Promise<boolean>>()
  const missed = new Map<string, number>()
  const order = createOrder()
  const isMissed = (key: string) => (missed.get(key) ?? -Infinity) > performance.now() - askAgainMs

  async function bring(key: string): Promise<boolean> {
    const whole = await knownAs(deps.db, key)
    if (whole === null) return false
    const isHere = await withPermit(permits, () => fetchFromAny(own, { ...deps, order }, key, whole))
    missed.delete(key)
    if (!isHere) missed.set(key, performance.now())
    if (missed.size > maxMissed) missed.delete(required(missed.keys().next().value, 'oldest name'))
    return isHere
  }

  return async (key) => {
    if (!isMediaKey(key) || isMissed(key)) return false
    const known = underWay.get(key)
    if (known) return known
    const bringing = bring(key).finally(() => underWay.delete(key))
    underWay.set(key, bringing)
    return bringing
  }
}

/** What the database says of a file; null: it knows of none, and nobody is asked. */
async function knownAs(db: Db, key: string): Promise<Whole | null> {
  const { rows } = await sql<{ sha256: string; size: string }>`
    SELECT sha256, size::text FROM media_objects WHERE key = ${key}
    UNION ALL SELECT facts->>'sha256', facts->>'size' FROM batch_media WHERE object_key = ${key} AND facts IS NOT NULL LIMIT 1`.execute(
    everyCompany(db),
  )
  return rows[0] ? { sha256: rows[0].sha256, size: Number(rows[0].size) } : null
}

type Asking = SiblingDeps & { order: ReturnType<typeof createOrder> }

async function fetchFromAny(own: MediaStore, deps: Asking, key: string, whole: Whole): Promise<boolean> {
  const siblings = (await addressesBeside(deps.db, await deps.folderId())).filter(isReachable)
  const urls = [...new Set(siblings.map(({ url }) => required(url, 'url')))]
  for (const url of deps.order.sorted(urls)) {
    const answer = await fetchFrom(own, deps, { url, key, whole }).catch((error: unknown) => ({ problem: error }))
    if (answer === 'read') return true
    deps.order.note(url, answer === 'none')
    if (answer !== 'none')
      deps.log.warn({ key, address: url, problem: answer.problem }, 'a file of a sibling could not be had')
  }
  return false
}

interface Wanted {
  url: string
  key: string
  whole: Whole
}

async function fetchFrom(own: MediaStore, { reader, seal, tempDir }: Asking, { url, key, whole }: Wanted) {
  const path = join(tempDir, leftoverName())
  try {
    const answer = await reader.read(url + signedPath(seal, key), path, whole)
    if (answer === 'read') await own.put(path, key, contentTypeOfKey(key) ?? 'application/octet-stream')
    return answer
  } finally {
    await rm(path, { force: true })
  }
}
