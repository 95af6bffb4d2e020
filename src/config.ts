import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Every setting, with its default and what it is for. The README's table is checked against this list. */
export const settings = {
  PORT: { default: '8080', about: 'port of the API' },
  HOST: { default: '127.0.0.1', about: 'address to listen on; 0.0.0.0 for every interface' },
  PUBLIC_URL: { default: 'http://HOST:PORT', about: 'address under which callers reach the API' },
  DATA_DIR: { default: './data (as root: /var/lib/flightdeck)', about: 'where the database, media and keys live' },
  DATABASE_URL: { default: 'a private PostgreSQL in DATA_DIR', about: 'your own PostgreSQL, 15 or newer' },
  SANDBOX_PORT: { default: 'PORT + 1', about: 'port of the sandbox' },
  SANDBOX: { default: 'auto', about: 'auto: runs while a platform has no connection; on; off' },
  SANDBOX_URL: { default: 'none', about: 'use a sandbox that already runs there' },
  DEMO_API_KEY: { default: 'made on first start', about: "the demo company's API key (ak_ and 32 letters or digits)" },
  RATE_LIMIT_READ: { default: '60', about: 'GET calls per key in any 60 seconds' },
  RATE_LIMIT_WRITE: { default: '10', about: 'POST, PATCH, PUT and DELETE calls per key in any 60 seconds' },
  SECRET_KEY: { default: 'secret-key in DATA_DIR', about: '32 bytes in base64 or hex; seals platform tokens at rest' },
  LOG_LEVEL: { default: 'warn', about: 'silent, error, warn, info, debug' },
  ALLOW_PRIVATE_URLS: {
    default: 'none',
    about: 'hosts (host or host:port, by comma) that media may come from although private',
  },
  PLATFORM_TIMEOUT_SECONDS: { default: '60', about: 'the longest time one call to an ad platform may take' },
} as const

export type SettingName = keyof typeof settings

const port = z.coerce.number().int().min(0).max(65535)
const positive = z.coerce.number().int().min(1)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX: z.enum(['auto', 'on', 'off']).default('auto'),
  SANDBOX_URL: httpUrl.optional(),
  DEMO_API_KEY: z
    .string()
    .regex(/^ak_[A-Za-z0-9]{32}$/, 'must be ak_ followed by 32 letters or digits')
    .optional(),
  RATE_LIMIT_READ: positive.default(60),
  RATE_LIMIT_WRITE: positive.default(10),
  SECRET_KEY: z
    .string()
    .refine((text) => decodeSecretKey(text) !== null, 'must be 32 bytes in base64 or hex')
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  ALLOW_PRIVATE_URLS: z.string().default(''),
  PLATFORM_TIMEOUT_SECONDS: z.coerce.number().min(1).max(600).default(60),
})

export interface Config {
  port: number
  host: string
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  sandboxPort: number
  sandbox: 'auto' | 'on' | 'off'
  sandboxUrl: string | null
  demoApiKey: string | null
  rateLimit: { read: number; write: number }
  secretKey: Buffer | null
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  allowPrivateUrls: string[]
  platformTimeoutMs: number
  /** The process that started us; when it is gone, so is our reason to run. Only set under npm. */
  launcherPid: number | null
}

/** A setting that cannot be used: one line that says which and why. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const shown =
        name === 'SECRET_KEY' || name === 'DEMO_API_KEY' || name === 'DATABASE_URL' ? '' : ` (it is "${given[name]}")`
      return `${name}: ${issue.message}${shown}`
    })
    throw new ConfigError(`Wrong setting. ${lines.join('; ')}`)
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(env.DATA_DIR ?? defaultDataDir()),
    databaseUrl: env.DATABASE_URL ?? null,
    sandboxPort: env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
    sandbox: env.SANDBOX,
    sandboxUrl: env.SANDBOX_URL?.replace(/\/+$/, '') ?? null,
    demoApiKey: env.DEMO_API_KEY ?? null,
    rateLimit: { read: env.RATE_LIMIT_READ, write: env.RATE_LIMIT_WRITE },
    secretKey: env.SECRET_KEY ? decodeSecretKey(env.SECRET_KEY) : null,
    logLevel: env.LOG_LEVEL,
    allowPrivateUrls: env.ALLOW_PRIVATE_URLS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    platformTimeoutMs: env.PLATFORM_TIMEOUT_SECONDS * 1000,
    launcherPid: given.npm_lifecycle_event ? process.ppid : null,
  }
}

export function decodeSecretKey(text: string): Buffer | null {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : null
}

/** Where short-lived files go when the data folder's own path is too long for a Unix socket. */
export const temporaryDir = tmpdir()
export const homeDir = homedir()

function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/flightdeck' : join(import.meta.dirname, '..', 'data')
}
