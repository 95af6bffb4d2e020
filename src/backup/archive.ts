import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable, Transform, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { BackupProblem, formatVersion, Manifest, manifestName } from './manifest.ts'

const stored = { compress: false, mtime: new Date(0) }
/** What a file is, in its last bytes, before the digest of all that comes before that. */
const kinds = { backup: 'flightdeck backup ', company: 'flightdeck company ' } as const
type ArchiveKind = keyof typeof kinds
const digestLetters = 64

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  addStream(name: string, bytes: Readable): Promise<void>
  /** Writes what it holds at its end; only then is there a file of that name. */
  end(manifest: Omit<Manifest, 'entries'>): Promise<void>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

/** A zip file, so that anybody can look into it. It is written aside: a backup that was cut short never looks like one. */
export async function createArchive(file: string, kind: ArchiveKind = 'backup'): Promise<ArchiveWriter> {
  if (await stat(file).catch(() => null)) throw new BackupProblem(`${file} is there already, and is not written over.`)
  const aside = `${file}.${process.pid}.part`
  const zip = new yazl.ZipFile()
  const output = createWriteStream(aside, { flags: 'wx', mode: 0o600 })
  await once(output, 'open').catch(({ code }: NodeJS.ErrnoException) => {
    const why = code === 'ENOENT' ? 'its folder is not there' : `the system says ${code}`
    throw new BackupProblem(`${file} cannot be written: ${why}.`)
  })
  const whole = digestOfAllBut(digestLetters)
  const written = pipeline(zip.outputStream as Readable, whole.through, output)
  // Whoever waits for an entry is told, too.
  const failed = written.then(() => undefined as never)
  failed.catch(() => undefined)
  const entries: Manifest['entries'] = {}

  async function addStream(name: string, source: Readable): Promise<void> {
    const hash = createHash('sha256')
    let bytes = 0
    const through = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        bytes += chunk.length
        done(null, chunk)
      },
    })
    const read = pipeline(source, through)
    read.catch(() => undefined)
    zip.addReadStreamLazy(name, stored, (give) => give(null, through))
    await Promise.race([Promise.all([read, finished(through)]), failed])
    entries[name] = { bytes, sha256: hash.digest('hex') }
  }

  return {
    addStream,
    add: (name, bytes) => addStream(name, Readable.from([bytes], { objectMode: false })),
    async end(manifest) {
      zip.addBuffer(Buffer.from(JSON.stringify({ ...manifest, entries }, null, 1)), manifestName, stored)
      zip.end({ comment: `${kinds[kind]}${'0'.repeat(digestLetters)}`, forceZip64Format: false })
      await written
      const handle = await open(aside, 'r+')
      try {
        const { size } = await handle.stat()
        await handle.write(whole.digest(), size - digestLetters)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(aside, file)
    },
    async drop() {
      output.destroy()
      await written.catch(() => undefined)
      await rm(aside, { force: true })
    },
  }
}

export interface ArchiveReader {
  manifest: Manifest
  /** Its bytes, held against their digest: whoever reads to the end has read what was written. */
  read(name: string): Promise<Readable>
  close(): void
}

/** Opens a backup and reads what it says of itself. Throws BackupProblem where it is none, or not a whole one. */
export async function openArchive(file: string, kind: ArchiveKind = 'backup'): Promise<ArchiveReader> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupProblem(`There is no file ${file}.`)
    throw new BackupProblem(`${file} is no whole backup: its end is missing or unreadable (${String(error)}).`)
  })
  try {
    const found = new Map<string, yauzl.Entry>()
    for await (const entry of zip.eachEntry()) found.set(entry.fileName, entry)
    const entry = found.get(manifestName)
    if (!entry || !zip.comment.startsWith(kinds[kind])) throw new BackupProblem(wrongKind(file, zip.comment))
    const text = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray())
    const manifest = manifestOf(file, text)
    const missing = Object.keys(manifest.entries).filter((name) => !found.has(name))
    if (missing.length > 0) throw new BackupProblem(`${file} lacks ${missing.slice(0, 3).join(', ')}.`)
    return {
      manifest,
      async read(name) {
        const wanted = manifest.entries[name]
        const held = found.get(name)
        if (!wanted || !held) throw new BackupProblem(`${file} has no ${name}.`)
        return (await zip.openReadStreamPromise(held)).compose(holdTo(file, name, wanted)) as Readable
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    if (error instanceof BackupProblem) throw error
    throw new BackupProblem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function wrongKind(file: string, comment: string): string {
  if (comment.startsWith(kinds.company))
    return `${file} is an export of one company, and no backup (flightdeck company verify-export reads it).`
  if (comment.startsWith(kinds.backup))
    return `${file} is a backup of a whole installation, and no export of a company.`
  return `${file} is no backup of Flightdeck.`
}

/** Whether every byte of the file is the one that was written. */
export async function isUnchanged(file: string): Promise<boolean> {
  const whole = digestOfAllBut(digestLetters)
  await pipeline(createReadStream(file), whole.through, new Writable({ write: (_chunk, _encoding, done) => done() }))
  return whole.last().toString('latin1') === whole.digest()
}

/** Passes everything on, and digests all but the last bytes. */
function digestOfAllBut(lastBytes: number) {
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([held, chunk])
      const end = Math.max(0, all.length - lastBytes)
      hash.update(all.subarray(0, end))
      held = all.subarray(end)
      done(null, chunk)
    },
  })
  return { through, digest: () => hash.copy().digest('hex'), last: () => held }
}

function manifestOf(file: string, text: Buffer): Manifest {
  const claimed = JSON.parse(text.toString()) as { format?: unknown; version?: unknown }
  if (typeof claimed.format === 'number' && claimed.format > formatVersion)
    throw new BackupProblem(
      `${file} was made by a newer Flightdeck (${String(claimed.version)}): use that one or a newer one.`,
    )
  const parsed = Manifest.safeParse(claimed)
  if (!parsed.success)
    throw new BackupProblem(`${file} has a manifest that cannot be understood: ${parsed.error.message}`)
  return parsed.data
}

function holdTo(file: string, name: string, { bytes, sha256 }: Manifest['entries'][string]): Transform {
  const hash = createHash('sha256')
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      seen += chunk.length
      done(null, chunk)
    },
    flush(done) {
      const isSame = seen === bytes && hash.digest('hex') === sha256
      done(isSame ? null : new BackupProblem(`${file} was changed: ${name} is not what was written.`))
    },
  })
}
