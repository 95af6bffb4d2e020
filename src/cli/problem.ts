import { BackupProblem } from '../backup/manifest.ts'
import { inWordsOf } from '../call/references.ts'
import { ConfigError } from '../config.ts'
import type { Config } from '../config.ts'
import { WrongSecretKey } from '../core/secrets/open.ts'
import { DataFolderError } from '../db/embedded/embedded.ts'
import { eachHost } from '../config/hosts.ts'
import { BusyDatabase, ChangedMigrations, MovedDatabase, NewerDatabase, OlderDatabase } from '../db/migrations.ts'
import { AppError, PlatformError } from '../errors.ts'

/** Something a person can put right; its message is the whole explanation. */
export class CommandProblem extends Error {}

interface SystemError {
  code?: unknown
  syscall?: unknown
  port?: unknown
  address?: unknown
  path?: unknown
  message?: unknown
}

/** What went wrong as one line for a person, or null when it is a fault of ours and the stack is worth more. */
export function describeProblem(error: unknown, config: Config | null): string | null {
  const text = plainWords(error) ?? (config ? systemWords(error as SystemError, config) : null)
  return text?.replace(/\s*\n\s*/g, ' ') ?? null
}

const plainKinds = [
  ...[
    CommandProblem,
    ConfigError,
    DataFolderError,
    ChangedMigrations,
    NewerDatabase,
    OlderDatabase,
    BusyDatabase,
    MovedDatabase,
    WrongSecretKey,
    BackupProblem,
    AppError,
  ],
]

function plainWords(error: unknown): string | null {
  if (error instanceof PlatformError) return inCommands([error.message, error.failure.hint].filter(Boolean).join(' '))
  return plainKinds.some((kind) => error instanceof kind) ? inCommands((error as Error).message) : null
}

/** What the service names by its address, as the operator's command; for the rest there are pages. */
const inCommands = inWordsOf(
  [
    { name: 'connection list', method: 'GET', path: '/v1/connections' },
    { name: 'approval list', method: 'GET', path: '/v1/approvals/{id}' },
  ],
  ({ name }) => (name === undefined ? 'the dashboard' : `\`flightdeck ${name}\``),
)

function systemWords(error: SystemError, config: Config): string | null {
  if (typeof error?.code !== 'string') return null
  if (error.syscall === 'listen' || error.syscall === 'bind') return listenWords(error, error.code, config)
  if (config.databaseUrl && databaseCodes.has(error.code)) return databaseWords(error, config.databaseUrl)
  if (folderCodes.has(error.code) && typeof error.path === 'string' && error.path.startsWith(config.dataDir)) {
    return `The data folder cannot be used: ${error.code} at ${error.path}. Set DATA_DIR to a folder that you may write.`
  }
  return null
}

function listenWords(error: SystemError, code: string, config: Config): string {
  const port = typeof error.port === 'number' ? error.port : config.port
  const [setting, host] = listenSettings(port, config)
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set ${setting} to another port, or stop what uses it.`
  if (code === 'EACCES') return `Port ${port} is not open to this user. Set ${setting} to a port above 1023.`
  const hostSetting = setting.replace('PORT', 'HOST')
  return `Cannot listen on ${host}, port ${port} (${code}). Check ${hostSetting} and ${setting}.`
}

function listenSettings(port: number, config: Config): [setting: string, host: string] {
  if (port === config.port) return ['PORT', config.host]
  if (port === config.sandboxPort) return ['SANDBOX_PORT', config.sandboxHost]
  return port === config.workerPort ? ['WORKER_PORT', config.workerHost] : ['PORT', config.host]
}

/** How connecting fails: on the way (the network's words) or at the door (PostgreSQL's). */
const databaseCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '28000',
  '28P01',
  '3D000',
  '42501',
  '53300',
  '57P03',
])

const folderCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST'])

function databaseWords(error: SystemError, databaseUrl: string): string {
  const host = eachHost(databaseUrl)
    .map((url) => new URL(url).host)
    .join(' and ')
  const said = typeof error.message === 'string' && error.message !== '' ? error.message : String(error.code)
  return `The database of DATABASE_URL${host ? ` (${host})` : ''} cannot be used: ${said}.`
}
