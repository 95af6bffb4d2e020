import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { connectionTo, ensureDatabase, ensureRunning, initialize, isServed, serviceLock } from './embedded.ts'
import type { EmbeddedConnection } from './embedded.ts'
import { DataFolderError, prepareServer, serverProcess, stopServer } from './server.ts'
import type { Server } from './server.ts'
import { earlierCluster, findBinaries, finishSwap, majorOf, nextCluster } from './versions.ts'

interface NewMajor {
  dataDir: string
  /** Where the earlier binaries lie, where they are not found. */
  binaries: string | null
  report: (text: string) => void
  /** Copies everything, compares both, and marks the first; what was done is not done again. */
  move: (from: EmbeddedConnection, to: EmbeddedConnection, name: string) => Promise<void>
}

/**
 * Moves a private database that an earlier major version of PostgreSQL made into one of the bundled version. The earlier folder stays. Killed
 * anywhere, the next start goes on: what is not whole is copied anew, and only what was compared takes the place of the old one.
 */
export async function takeNewMajor({ dataDir, binaries, report, move }: NewMajor): Promise<void> {
  const root = join(dataDir, 'postgres')
  await finishSwap(root)
  const major = await majorOf(join(root, 'cluster'))
  if (major === null) return
  const server = await prepareServer({ dataDir })
  if (major === server.major) return
  if (major > server.major) throw new DataFolderError(newerWords(dataDir, major, server.major))
  const found = await findBinaries(major, dataDir, binaries)
  if (!found) throw new DataFolderError(missingWords(dataDir, major, server.major))
  const earlier: Server = {
    ...server,
    ...{ major, bin: (name) => join(found, 'bin', name), sockets: `${server.sockets}.${major}` },
  }
  const next: Server = { ...server, cluster: join(root, nextCluster) }
  await refuseServed(server, earlier)
  report(`The database is moved from PostgreSQL ${major} to ${server.major}.`)
  try {
    await moveAlone(earlier, next, move)
  } finally {
    await stopServer(earlier)
    await stopServer(next)
  }
  await rm(earlier.sockets, { recursive: true, force: true })
  const kept = join(root, earlierCluster(major))
  await rename(earlier.cluster, kept)
  await rename(next.cluster, earlier.cluster)
  report(`It is in PostgreSQL ${server.major}, the same by counts and digests. The earlier one is kept in ${kept}.`)
}

async function moveAlone(earlier: Server, next: Server, move: NewMajor['move']): Promise<void> {
  const known = await connectionTo(earlier.dataDir)
  const from = { ...known, host: earlier.sockets }
  for (const server of [earlier, next]) await server.ownFolder(server.sockets, 0o700)
  await ensureRunning(earlier, { ...from, database: 'postgres' })
  const lock = await lockService(from, earlier.dataDir)
  try {
    if (!existsSync(join(next.cluster, 'PG_VERSION'))) await initialize(next, known.password)
    await ensureRunning(next, { ...known, database: 'postgres' })
    await ensureDatabase(known)
    await move(from, known, `PostgreSQL ${next.major} in ${next.dataDir}`)
  } finally {
    await lock.end()
  }
}

/** A service of the earlier version, or another one that does the same, keeps what it has. */
async function refuseServed(server: Server, earlier: Server): Promise<void> {
  const known = await connectionTo(server.dataDir)
  for (const host of [server.sockets, earlier.sockets])
    if (await isServed({ ...known, host })) throw taken(server.dataDir)
  // One that a killed process left listens where the new one is to.
  if ((await serverProcess(server)) !== null) await stopServer(server)
}

async function lockService(connection: EmbeddedConnection, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: `flightdeck service ${process.pid}` })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${serviceLock}) AS locked`)
  if (rows[0]?.locked) return client
  await client.end()
  throw taken(dataDir)
}

function taken(dataDir: string): DataFolderError {
  return new DataFolderError(`Another Flightdeck already works in ${dataDir}. Stop it first.`)
}

function newerWords(dataDir: string, major: number, bundled: number): string {
  return `The database in ${dataDir} is of PostgreSQL ${major}, and this version brings ${bundled}: start the version that it was last used with, or a newer one.`
}

function missingWords(dataDir: string, major: number, bundled: number): string {
  return (
    `The database in ${dataDir} is of PostgreSQL ${major}, and this version brings ${bundled}. To move it, the programs of PostgreSQL ${major} are needed, ` +
    `and they are not in the usual places: install them (Debian: apt-get install postgresql-${major}) or set PREVIOUS_POSTGRES to their folder, and start again. Nothing was changed.`
  )
}
