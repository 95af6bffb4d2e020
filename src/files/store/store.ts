import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { leftoverName } from './clean.ts'
import { extensionsOf } from '../probe/formats.ts'
import type { Format } from '../probe/formats.ts'

export interface ByteRange {
  start: number
  /** The last byte wanted, as in an HTTP range. */
  end: number
}

export interface StoredObject {
  size: number
  lastModified: Date
}

export interface MediaStore {
  /** Stores the file at a path; the file itself stays. Storing the same key again changes nothing. */
  put(path: string, key: string, contentType: string): Promise<void>
  /** Rejects with MissingObjectError when there is nothing under the key. */
  open(key: string, range?: ByteRange): Promise<Readable>
  stat(key: string): Promise<StoredObject | null>
  remove(key: string): Promise<void>
  /** Rejects when the storage cannot be used. */
  check(): Promise<void>
}

export class MissingObjectError extends Error {
  readonly code = 'OBJECT_MISSING'

  constructor(key: string) {
    super(`Nothing is stored under ${key}.`)
  }
}

/** Keys follow the content, so the same content is stored once whatever it is called. */
export function mediaKey(sha256: string, format: Format): string {
  return `${sha256.slice(0, 2)}/${sha256}.${extensionsOf(format)[0]}`
}

/** Plain segments that cannot start with a dot: no key leads out of the storage or to its unfinished files. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}){0,4}$/

export function isMediaKey(key: string): boolean {
  return keyPattern.test(key)
}

export function requireMediaKey(key: string): void {
  if (!isMediaKey(key)) throw new MissingObjectError('this key')
}

/** Where a disk store keeps files that are not finished yet. */
export function unfinishedDir(dir: string): string {
  return join(dir, '.unfinished')
}

export function createDiskStore(dir: string): MediaStore {
  const locate = (key: string): string => {
    requireMediaKey(key)
    return join(dir, key)
  }
  return {
    async put(path, key) {
      const target = locate(key)
      const [source, present] = [await stat(path), await statFile(target)]
      if (present?.size === source.size) return
      await placeFile(path, target, unfinishedDir(dir))
    },
    open: async (key, range) => openFile(locate(key), key, range),
    stat: async (key) => (isMediaKey(key) ? statFile(locate(key)) : null),
    remove: async (key) => rm(locate(key), { force: true }),
    check: () => checkWritable(unfinishedDir(dir)),
  }
}

async function placeFile(path: string, target: string, unfinished: string): Promise<void> {
  const parent = dirname(target)
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const temporary = join(unfinished, leftoverName())
  try {
    await linkOrCopy(path, temporary)
    await syncPath(temporary)
    await rename(temporary, target)
    // The name is safe from a power cut only once the directories that carry it are.
    await syncPath(parent)
    await syncPath(dirname(parent))
  } finally {
    // Renaming one link of a file onto another link of the same file does nothing and leaves both.
    await rm(temporary, { force: true })
  }
}

/** A hard link costs nothing; between file systems, and on those without links, the bytes are copied. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}

async function statFile(path: string): Promise<StoredObject | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? { size: found.size, lastModified: found.mtime } : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Large enough that a file is sent as fast as the network takes it, small enough for many readers at once. */
const readBytes = 262_144

/** The file is opened before the stream is handed out, so that a missing one is an answer and not a broken stream. */
async function openFile(path: string, key: string, range?: ByteRange): Promise<Readable> {
  const found = await statFile(path)
  if (!found) throw new MissingObjectError(key)
  const file = createReadStream(path, { ...range, highWaterMark: readBytes })
  try {
    await once(file, 'open')
  } catch (error) {
    throw isMissing(error) ? new MissingObjectError(key) : error
  }
  return file
}

async function checkWritable(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, leftoverName())
  const handle = await open(path, 'wx')
  try {
    await handle.write('ok')
    await handle.sync()
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}
