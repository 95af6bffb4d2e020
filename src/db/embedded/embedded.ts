import { existsSync } from 'node:fs'
import { appendFile, chown, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  asksForPassword,
  closeWithPassword,
  ensurePassword,
  openForOnce,
  readPassword,
  takeOver,
  writePasswordRules,
} from './access.ts'
import { DataFolderError, prepareServer, serverProcess, socketFolder, startServer, stopServer } from './server.ts'
import type { EmbeddedOptions, Server } from './server.ts'
import { finishSwap, majorOf } from './versions.ts'
import { only } from '../../lookup.ts'

export { DataFolderError } from './server.ts'

/** For pg and kysely: a Unix socket, no TCP port. */
export interface EmbeddedConnection {
  host: string
  user: string
  database: string
  password: string
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection
  /** True when a server that was still running was taken over. */
  adopted: boolean
  stop(): Promise<void>
}

/** What a running service holds, as an expression for PostgreSQL's advisory locks. */
export const serviceLock = "hashtext('flightdeck service')"

const database = 'flightdeck'
const user = 'flightdeck'

/** Starts a private PostgreSQL in the data folder, or adopts the one a killed process left running there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options)
  const stop = () => stopServer(server)
  await finishSwap(server.root)
  const major = await majorOf(server.cluster)
  const hasCluster = major !== null
  if (hasCluster && major !== server.major) throw new DataFolderError(otherMajorWords(server, major))
  const known = await connectionTo(options.dataDir)
  // Whoever serves there keeps the server as it is.
  if (hasCluster && (await isServed(known))) return { connection: known, adopted: true, stop }
  if (hasCluster && known.password === '') await reopen(server)
  const connection = { ...known, password: await ensurePassword(options.dataDir) }
  if (server.account) await takeOver(server.root, server.account, stop)
  await server.ownFolder(server.root)
  if (!hasCluster) await initialize(server, connection.password)
  await server.ownFolder(server.sockets, 0o700)
  const adopted = await ensureRunning(server, { ...connection, database: 'postgres' })
  if (!(await asksForPassword(options.dataDir, server.cluster))) {
    await closeWithPassword({ ...connection, database: 'postgres' }, server.cluster, server.account)
  }
  await ensureDatabase(connection)
  return { connection, adopted, stop }
}

/** Only a start of the service moves it. */
function otherMajorWords({ dataDir, major: ours }: Server, major: number): string {
  return `The database in ${dataDir} is of PostgreSQL ${major}, and this version brings ${ours}: start the service (npm start), which moves it.`
}

/** Stops whatever server runs on the data folder, if any. */
export async function stopEmbedded(options: EmbeddedOptions): Promise<void> {
  await stopServer(await prepareServer(options))
}

/** Where the server of a data folder listens; for commands that join a service that is already running. */
export async function embeddedConnection(dataDir: string): Promise<EmbeddedConnection | null> {
  const connection = await connectionTo(dataDir)
  return (await canConnect(connection)) ? connection : null
}

export async function connectionTo(dataDir: string): Promise<EmbeddedConnection> {
  return { host: socketFolder(dataDir), user, database, password: (await readPassword(dataDir)) ?? '' }
}

export async function initialize(server: Server, password: string): Promise<void> {
  // Made aside and moved into place, so that a kill in the middle, or a second start, never meets half a cluster.
  const aside = join(server.root, `cluster.new.${process.pid}`)
  const passwordFile = `${aside}.password`
  await rm(aside, { recursive: true, force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (server.account) await chown(passwordFile, server.account.uid, server.account.gid)
  try {
    await server.exec(server.bin('initdb'), [
      `--pgdata=${aside}`,
      `--username=${user}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-instructions',
      // What is thrown away needs no password that is hard to guess: every connection pays for that.
      ...(server.durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writePasswordRules(aside, server.account)
  await appendFile(join(aside, 'postgresql.conf'), "\ninclude_if_exists = 'flightdeck.conf'\n")
  try {
    await rename(aside, server.cluster)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    if (!existsSync(join(server.cluster, 'PG_VERSION'))) throw error
  }
}

/** The password is not there: either there never was one, or it was lost. */
async function reopen(server: Server): Promise<void> {
  if ((await serverProcess(server)) === null) return openForOnce(server.cluster, server.account)
  if (await canConnect({ ...(await connectionTo(server.dataDir)), database: 'postgres' })) return
  throw new DataFolderError(
    `PostgreSQL runs in ${server.dataDir}, but its password (${join(server.dataDir, 'postgres-password')}) is gone. ` +
      'Stop that server, or put the file back.',
  )
}

const startWithinMs = 60_000

/** Returns true when the server was running already, or another process was starting it at the same moment. */
export async function ensureRunning(server: Server, maintenance: EmbeddedConnection): Promise<boolean> {
  const limit = Date.now() + startWithinMs
  for (;;) {
    if (await canConnect(maintenance)) return true
    // A server that is just starting or stopping is neither there nor gone: wait for it to decide.
    if ((await serverProcess(server)) === null && (await startServer(server))) return false
    if (Date.now() > limit) throw new DataFolderError(`PostgreSQL in ${server.dataDir} does not answer.`)
    await delay(100)
  }
}

async function canConnect(connection: EmbeddedConnection): Promise<boolean> {
  return (await askOnce(connection, 'SELECT true AS answer')) ?? false
}

/** Whether a service holds its lock. Looked up rather than tried: who tries holds it for a moment. */
export async function isServed(connection: EmbeddedConnection): Promise<boolean> {
  const question = `
    SELECT EXISTS (SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND granted AND datname = current_database()
        AND ((classid::bigint << 32) | objid::bigint) = ${serviceLock}) AS answer`
  return (await askOnce(connection, question)) ?? false
}

/** null: nobody answers. */
async function askOnce(connection: EmbeddedConnection, question: string): Promise<boolean | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return only((await client.query<{ answer: boolean }>(question)).rows).answer
  } catch (error) {
    // Nothing changes by asking again.
    if ((error as { code?: string }).code === '28P01') {
      throw new DataFolderError(`The password beside it does not open the PostgreSQL at ${connection.host}.`)
    }
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${database}`).catch((error: { code?: string }) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error as unknown as Error
      })
    }
  } finally {
    await client.end()
  }
}
