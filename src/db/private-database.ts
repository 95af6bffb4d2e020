import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection } from './connect.ts'
import { DataFolderError, serviceLock, startEmbedded } from './embedded/embedded.ts'
import type { EmbeddedPostgres } from './embedded/embedded.ts'

/** The database in the data folder, which this process alone serves. */
export interface PrivateDatabase {
  connection: Connection
  adopted: boolean
  close(): Promise<void>
}

/** Another service serves on the folder. */
class FolderTakenError extends DataFolderError {}

interface Held {
  server: EmbeddedPostgres
  lock: pg.Client
}

/** The first pause lets the processes of a dead server end, and whoever stopped it see that it is gone. */
const shortestPauseMs = 500
const maxPauseMs = 15_000

/** Starts the server, and starts it again whenever it ends while we live. */
export async function openPrivateDatabase(dataDir: string, log: Logger): Promise<PrivateDatabase> {
  let held = await startAlone(dataDir).catch(async (error: unknown) => {
    if (!isShuttingDown(error)) throw error
    // A command that had the server for a moment was just letting it go.
    return startAlone(dataDir)
  })
  const closing = new AbortController()
  let regaining: Promise<void> = Promise.resolve()

  const watch = () => {
    held.lock.once('end', () => {
      if (!closing.signal.aborted) regaining = regain()
    })
  }
  async function regain(): Promise<void> {
    const again = await startAgain(dataDir, log, closing.signal)
    if (!again) return
    held = again
    watch()
  }
  watch()
  return {
    connection: held.server.connection,
    adopted: held.server.adopted,
    async close() {
      closing.abort()
      await regaining
      await held.lock.end().catch(() => undefined)
      await held.server.stop()
    },
  }
}

/** null: we are told to stop meanwhile. */
async function startAgain(dataDir: string, log: Logger, stopping: AbortSignal): Promise<Held | null> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return null
    try {
      const held = await startAlone(dataDir)
      log.warn(`The private PostgreSQL had ended; it ${held.server.adopted ? 'runs' : 'was started'} again.`)
      return held
    } catch (error) {
      // Two services must not work in one folder: this one ends.
      if (error instanceof FolderTakenError) throw error
      log.error(`The private PostgreSQL has ended and does not start: ${(error as Error).message}`)
    }
  }
}

/** The server, and the lock of the only service in its folder. */
export async function startAlone(dataDir: string): Promise<Held> {
  const server = await startEmbedded({ dataDir })
  // Until the lock is ours, the server may be somebody else's and is not ours to stop.
  return { server, lock: await lockDataFolder(server.connection, dataDir) }
}

function isShuttingDown(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '57P03' || code === '57P01' || code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET'
}

/** A lock that the database itself lets go when this process dies, however it dies. */
async function lockDataFolder(connection: Connection, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: `flightdeck service ${process.pid}` })
  client.on('error', () => undefined)
  await client.connect()
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${serviceLock}) AS locked`)
    if (rows[0]?.locked) return client
    const holder = await client.query<{ name: string }>(
      "SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'flightdeck service %' AND pid <> pg_backend_pid()",
    )
    const pid = holder.rows[0]?.name.split(' ').at(-1)
    if (pid) {
      await client.end()
      throw new FolderTakenError(
        `Another Flightdeck (process ${pid}) already works in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    // No service holds it: a command is about to leave, and lets go in a moment.
    await delay(100)
  }
  await client.end()
  throw new DataFolderError(`The database in ${dataDir} is held by another program. Try again in a moment.`)
}
