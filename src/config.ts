import { join, resolve } from 'node:path'
import { z } from 'zod'
import { addressEnvironment, addressSettings, httpUrl, readAddress } from './config/address.ts'
import type { AddressConfig } from './config/address.ts'
import { agentEnvironment, agentSettings, readAgents } from './config/agents.ts'
import type { AgentsConfig } from './config/agents.ts'
import { backupEnvironment, backupSettings, readBackup } from './config/backup.ts'
import type { BackupConfig } from './config/backup.ts'
import { databaseEnvironment, databaseSettings } from './config/database.ts'
import { ConfigError } from './config/error.ts'
import { withFiles } from './config/files.ts'
import { mailEnvironment, mailSettings, readMail } from './config/mail.ts'
import type { MailConfig } from './config/mail.ts'
import { oidcEnvironment, oidcSettings, readOidc } from './config/oidc.ts'
import type { OidcConfig } from './config/oidc.ts'
import { observeEnvironment, observeSettings, readObserve } from './config/observe.ts'
import type { ObserveConfig } from './config/observe.ts'
import { proxyEnvironment, proxySettings } from './config/proxy.ts'
import type { TrustProxy } from './config/proxy.ts'
import { readResearch, researchEnvironment, researchSettings } from './config/research.ts'
import type { ResearchConfig } from './config/research.ts'
import { readRetention, retentionEnvironment, retentionSettings } from './config/retention.ts'
import type { Retention } from './config/retention.ts'
import { readSandbox, sandboxEnvironment, sandboxSettings } from './config/sandbox.ts'
import type { SandboxConfig } from './config/sandbox.ts'
import { readStorage, storageEnvironment, storageSettings } from './config/storage.ts'
import type { StorageConfig } from './config/storage.ts'

import { readTraces, tracesEnvironment, tracesSettings } from './config/traces.ts'
import type { TracesConfig } from './config/traces.ts'

export { ConfigError }

/** Figures in the public domain, renewed daily. */
const publicRates = 'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json'

/** Every setting but those of single platforms, with its default and what it is for. The README's table is checked against this list. */
export const settings = {
  ...addressSettings,
  ...agentSettings,
  ...proxySettings,
  DATA_DIR: { default: './data (as root: /var/lib/flightdeck)', about: 'where the database, media and keys live' },
  ...databaseSettings,
  ...sandboxSettings,
  DEMO_API_KEY: { default: 'made on first start', about: "the demo company's API key (ak_ and 32 letters or digits)" },
  RATE_LIMIT_READ: { default: '60', about: 'GET calls per key in any 60 seconds' },
  RATE_LIMIT_WRITE: { default: '10', about: 'POST, PATCH, PUT and DELETE calls per key in any 60 seconds' },
  RATE_LIMIT_UPLOAD: { default: '120', about: 'uploads per key in any 60 seconds, counted apart from other writes' },
  SECRET_KEY: { default: 'secret-key in DATA_DIR', about: '32 bytes in base64 or hex; seals platform tokens at rest' },
  SECRET_KEY_PREVIOUS: {
    default: 'secret-key.previous in DATA_DIR',
    about: 'keys (by comma) that only open what they sealed, while the key is being changed; needs SECRET_KEY',
  },
  ...observeSettings,
  ...tracesSettings,
  ALLOW_PRIVATE_URLS: {
    default: 'none',
    about: 'hosts (host or host:port, by comma) that media may come from and webhooks go to although private',
  },
  PLATFORM_TIMEOUT_SECONDS: { default: '60', about: 'the longest time one call to an ad platform may take' },
  REPORT_SYNC: {
    default: 'on',
    about: 'on: workers keep the daily figures of ads up to date; off: they are read when somebody asks',
  },
  RATES_URL: {
    default: publicRates,
    about: 'where workers read the rates of currencies once a day; off: nowhere',
  },
  ...researchSettings,
  ...oidcSettings,
  ...mailSettings,
  DASHBOARD: {
    default: 'on',
    about: 'on: whoever opens PUBLIC_URL in a browser gets the dashboard; off: processes with the API leave it out',
  },
  UPLOAD_IDLE_SECONDS: {
    default: '60',
    about: 'how long the sender of a body may stay silent, or the reader of an answer take nothing',
  },
  ...storageSettings,
  ...backupSettings,
  ...retentionSettings,
} as const

export type SettingName = keyof typeof settings

const positive = z.coerce.number('must be a whole number').int('must be a whole number').min(1, 'must be at least 1')

const secrets = new Set([
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'DEMO_API_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'RESEARCH_KEY',
  'OIDC_CLIENT_SECRET',
  'BACKUP_PASSPHRASE',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
])

const Environment = z.object({
  ...addressEnvironment,
  ...agentEnvironment,
  ...proxyEnvironment,
  DATA_DIR: z.string().min(1).optional(),
  ...databaseEnvironment,
  ...sandboxEnvironment,
  DEMO_API_KEY: z
    .string()
    .regex(/^ak_[A-Za-z0-9]{32}$/, 'must be ak_ followed by 32 letters or digits')
    .optional(),
  RATE_LIMIT_READ: positive.default(60),
  RATE_LIMIT_WRITE: positive.default(10),
  RATE_LIMIT_UPLOAD: positive.default(120),
  SECRET_KEY: z
    .string()
    .refine((text) => decodeSecretKey(text) !== null, 'must be 32 bytes in base64 or hex')
    .optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .refine(
      (text) => text.split(',').every((one) => decodeSecretKey(one.trim()) !== null),
      'must be 32 bytes in base64 or hex',
    )
    .optional(),
  ...observeEnvironment,
  ...tracesEnvironment,
  ALLOW_PRIVATE_URLS: z.string().default(''),
  PLATFORM_TIMEOUT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(1, 'must be at least 1')
    .max(600, 'must be at most 600')
    .default(60),
  REPORT_SYNC: z.enum(['on', 'off'], 'must be on or off').default('on'),
  RATES_URL: z.union([z.literal('off'), httpUrl], 'must be an http or https address, or off').default(publicRates),
  ...researchEnvironment,
  ...oidcEnvironment,
  ...mailEnvironment,
  DASHBOARD: z.enum(['on', 'off'], 'must be on or off').default('on'),
  UPLOAD_IDLE_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(1, 'must be at least 1')
    .max(3600, 'must be at most 3600')
    .default(60),
  ...storageEnvironment,
  ...backupEnvironment,
  ...retentionEnvironment,
})

export interface Config extends AddressConfig, SandboxConfig, StorageConfig, ObserveConfig {
  trustProxy: TrustProxy
  /** How agents sign in. */
  agents: AgentsConfig
  dataDir: string
  databaseUrl: string | null
  /** For what lives on a connection, when databaseUrl leads through a pooler. */
  databaseDirectUrl: string | null
  /** A replica for reports. */
  databaseReadUrl: string | null
  /** Programs of an earlier PostgreSQL; null: in the usual places. */
  previousPostgres: string | null
  demoApiKey: string | null
  rateLimit: { read: number; write: number; upload: number }
  secretKey: Buffer | null
  /** Those before it, which only open. */
  previousSecretKeys: Buffer[]
  allowPrivateUrls: string[]
  platformTimeoutMs: number
  /** Whether figures are read without anybody asking. */
  reportSync: boolean
  /** Where the rates of currencies are read; null: nowhere. */
  ratesUrl: string | null
  research: ResearchConfig
  /** null: no such provider. */
  oidc: OidcConfig | null
  /** null: nothing is mailed. */
  mail: MailConfig | null
  dashboard: boolean
  /** null: nothing is traced. */
  traces: TracesConfig | null
  /** Whether a start changes the tables of the database. */
  migrates: boolean
  /** Every answer is compared with its schema: in tests alone. */
  checkReplies: boolean
  uploadIdleMs: number
  backup: BackupConfig
  retention: Retention
  /** What else the environment holds: platforms have settings of their own, which nobody else knows. */
  others: Readonly<Record<string, string>>
}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = givenBy(environment)
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const shown = secrets.has(name) ? '' : ` (it is "${given[name]?.replace(/\/\/[^/@]*@/, '//…@')}")`
      return `${name}: ${issue.message}${shown}`
    })
    throw new ConfigError(`Wrong setting. ${lines.join('; ')}`)
  }
  const env = parsed.data
  if (env.RESEARCH_KEY && !env.RESEARCH_URL) {
    throw new ConfigError('Wrong setting. RESEARCH_KEY is only useful together with RESEARCH_URL.')
  }
  return {
    ...readAddress(env),
    trustProxy: env.TRUST_PROXY,
    agents: readAgents(env),
    dataDir: resolve(env.DATA_DIR ?? defaultDataDir()),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: onlyWithDatabase(env, 'DATABASE_DIRECT_URL'),
    previousPostgres: env.PREVIOUS_POSTGRES ? resolve(env.PREVIOUS_POSTGRES) : null,
    databaseReadUrl: onlyWithDatabase(env, 'DATABASE_READ_URL'),
    ...readSandbox(env),
    demoApiKey: env.DEMO_API_KEY ?? null,
    rateLimit: { read: env.RATE_LIMIT_READ, write: env.RATE_LIMIT_WRITE, upload: env.RATE_LIMIT_UPLOAD },
    secretKey: env.SECRET_KEY ? decodeSecretKey(env.SECRET_KEY) : null,
    previousSecretKeys: readPreviousKeys(env),
    ...readObserve(env),
    traces: readTraces(env),
    allowPrivateUrls: env.ALLOW_PRIVATE_URLS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    platformTimeoutMs: env.PLATFORM_TIMEOUT_SECONDS * 1000,
    reportSync: env.REPORT_SYNC === 'on',
    ratesUrl: env.RATES_URL === 'off' ? null : env.RATES_URL,
    research: readResearch(env),
    oidc: readOidc(env),
    mail: readMail(env),
    dashboard: env.DASHBOARD === 'on',
    migrates: env.MIGRATE === 'on',
    checkReplies: given.NODE_ENV === 'test',
    uploadIdleMs: env.UPLOAD_IDLE_SECONDS * 1000,
    ...readStorage(env),
    backup: readBackup(env),
    retention: readRetention(env),
    others: Object.fromEntries(Object.entries(given).filter(([name]) => !(name in settings))),
  }
}

/** What is set, in the environment or in a file that it names. */
function givenBy(environment: Record<string, string | undefined>): Record<string, string> {
  const set = Object.entries(environment).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  )
  return withFiles(Object.fromEntries(set), (name) => name in settings)
}

function onlyWithDatabase(
  env: z.output<typeof Environment>,
  name: 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL',
): string | null {
  if (env[name] && !env.DATABASE_URL)
    throw new ConfigError(`Wrong setting. ${name} is only useful together with DATABASE_URL.`)
  return env[name] ?? null
}

function readPreviousKeys({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous }: z.output<typeof Environment>): Buffer[] {
  if (!previous) return []
  if (!key) throw new ConfigError('Wrong setting. SECRET_KEY_PREVIOUS is only useful together with SECRET_KEY.')
  return previous.split(',').map((text) => decodeSecretKey(text.trim())!)
}

/** Which settings come from the environment rather than from their defaults. */
export function givenSettings(environment: Record<string, string | undefined> = process.env): Set<SettingName> {
  const given = givenBy(environment)
  return new Set((Object.keys(settings) as SettingName[]).filter((name) => name in given))
}

export function decodeSecretKey(text: string): Buffer | null {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : null
}

function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/flightdeck' : join(import.meta.dirname, '..', 'data')
}
