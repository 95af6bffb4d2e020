import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from '../../is-alive.ts'
import { required } from '../../lookup.ts'
import { serverAccount } from './account.ts'
import type { Account } from './account.ts'
import { replaceFile } from './replace-file.ts'
import { majorOfBinaries, packagedBinaries } from './versions.ts'

const run = promisify(execFile)

export interface EmbeddedOptions {
  dataDir: string
  /** Tests trade durability for speed. */
  durable?: boolean
  /** A folder with bin/ in it, instead of the bundled one. */
  binaries?: string
  log?: (line: string) => void
}

/** Another service works on this data folder, or the folder cannot be used. The message is for a person. */
export class DataFolderError extends Error {}

/** The program: where its files lie, whom it runs as, and how it is started and stopped. */
export interface Server {
  dataDir: string
  durable: boolean
  /** The version of its binaries. */
  major: number
  /** Everything the server itself owns. */
  root: string
  cluster: string
  sockets: string
  logFile: string
  bin: (name: 'initdb' | 'pg_ctl') => string
  account: Account | null
  ownFolder(path: string, mode?: number): Promise<void>
  exec(file: string, args: string[]): Promise<void>
}

export async function prepareServer({
  dataDir,
  durable = true,
  binaries: given,
  log,
}: EmbeddedOptions): Promise<Server> {
  const account = await serverAccount()
  const root = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  if (account) await openPathFor(dataDir, account)
  const binaries = given ?? (await usableBinaries(dataDir, account))
  return {
    dataDir,
    durable,
    major: given
      ? required(await majorOfBinaries(given), 'version of the binaries')
      : Number.parseInt(await bundledVersion(), 10),
    root,
    cluster: join(root, 'cluster'),
    sockets: socketFolder(dataDir),
    logFile: join(root, 'server.log'),
    bin: (name) => join(binaries, 'bin', name),
    account,
    async ownFolder(path, mode = 0o700) {
      await mkdir(path, { recursive: true, mode })
      if (account) await chown(path, account.uid, account.gid)
    },
    async exec(file, args) {
      try {
        // A socket or a pipe inherited by the server would keep our own callers waiting for its end.
        await run(file, args, { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...account })
      } catch (error) {
        const text = (error as { stderr?: string }).stderr?.trim() ?? String(error)
        log?.(text)
        throw new DataFolderError(`PostgreSQL in ${dataDir} did not start: ${text.split('\n').slice(-3).join(' ')}`)
      }
    },
  }
}

/** A Unix socket's path holds about 100 bytes; a longer data folder gets a short name elsewhere. */
export function socketFolder(dataDir: string): string {
  const usual = join(dataDir, 'postgres', 'socket')
  if (Buffer.byteLength(usual) <= 85 && !/[,"]/.test(usual)) return usual
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `flightdeck-${process.getuid?.() ?? 0}-${name}`)
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
  await replaceFile(join(server.cluster, 'flightdeck.conf'), lines.join('\n') + '\n', server.account)
}

/** False: another process was faster, and its server is on the way. */
export async function startServer(server: Server): Promise<boolean> {
  await writeSettings(server)
  const noted = await notedProcess(server)
  // PostgreSQL itself takes any living process for a server.
  if (noted !== null && !(await isPostgres(noted))) await rm(noteOf(server), { force: true })
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

const stopWithinMs = 10_000

/** By signal rather than by its own tool, which only its own account may use. */
export async function stopServer(server: Server): Promise<void> {
  const pid = await serverProcess(server)
  if (pid === null) return
  // Ends connections, and stops as soon as everything is on disk.
  process.kill(pid, 'SIGINT')
  const limit = Date.now() + stopWithinMs
  while ((await serverProcess(server)) !== null) {
    if (Date.now() > limit) throw new DataFolderError(`PostgreSQL in ${server.dataDir} does not stop.`)
    await delay(50)
  }
}

export async function serverProcess(server: Server): Promise<number | null> {
  const pid = await notedProcess(server)
  return pid !== null && (await isPostgres(pid)) ? pid : null
}

/** The living process whose id stands in the server's own note. */
async function notedProcess(server: Server): Promise<number | null> {
  const text = await readFile(noteOf(server), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null
}

const noteOf = (server: Server) => join(server.cluster, 'postmaster.pid')

/** After a crash of the machine, and in a container, the id of a server that died may be another program's. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => commandOf(pid))
  return name === null || name.includes('postgres')
}

/** null: it cannot be told. */
function commandOf(pid: number): string | null {
  const { status, stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout : null
}

function canUse(path: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Our own data folder may be entered (not listed) by the server's user; folders above it are not ours to change. */
async function openPathFor(dataDir: string, account: Account): Promise<void> {
  if (canUse(dataDir, account)) return
  await chmod(dataDir, ((await stat(dataDir)).mode & 0o7777) | 0o011)
  if (canUse(dataDir, account)) return
  throw new DataFolderError(
    `As root, PostgreSQL runs as an unprivileged user, and that user cannot enter ${dataDir}. ` +
      'Set DATA_DIR to a folder that every user can enter, such as /var/lib/flightdeck.',
  )
}

async function bundledVersion(): Promise<string> {
  const text = await readFile(join(packagedBinaries() ?? '', '..', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** The server's binaries as they are, or a copy in the data folder when the server's user cannot reach them. */
async function usableBinaries(dataDir: string, account: Account | null): Promise<string> {
  const native = packagedBinaries()
  if (!native)
    throw new DataFolderError(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in the box: set DATABASE_URL.`,
    )
  if (!account || canUse(join(native, 'bin'), account)) return native
  const copy = join(dataDir, 'postgres-binaries', await bundledVersion())
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
