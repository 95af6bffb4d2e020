import { givenSettings } from '../../config.ts'
import type { Config, SettingName } from '../../config.ts'
import { retentionKinds } from '../../config/retention.ts'
import type { RetentionKind, retentionSettings } from '../../config/retention.ts'
import { builtIn } from '../../platforms/index.ts'
import { platformSettings } from '../../platforms/settings.ts'
import { ratesSource } from '../../core/currency/fetch-rates.ts'

export interface SettingLine {
  name: string
  value: string
  source: 'environment' | 'default'
}

const notSet = 'not set'

/** How each setting is shown. Secrets, and addresses that carry a password, are only ever "set". */
const shown: Record<SettingName, (config: Config) => string> = {
  PORT: ({ port }) => String(port),
  HOST: ({ host }) => host,
  PUBLIC_URL: ({ publicUrl }) => withoutPassword(publicUrl),
  BASE_PATH: ({ basePath }) => basePath || notSet,
  AGENT_URL: ({ agents }) => withoutPassword(agents.url),
  AGENT_PORT: ({ agents }) => String(agents.port ?? notSet),
  AGENT_REGISTRATION: ({ agents }) => (agents.registration ? 'on' : 'off'),
  AGENT_CLIENTS: ({ agents }) => agents.clients.map(({ clientId }) => clientId).join(', ') || notSet,
  AGENT_TOKEN_HOURS: ({ agents }) => String(agents.tokenHours),
  TRUST_PROXY: ({ trustProxy }) => (trustProxy === false ? 'off' : String(trustProxy)),
  DATA_DIR: ({ dataDir }) => dataDir,
  DATABASE_URL: ({ databaseUrl }) => (databaseUrl ? 'set' : notSet),
  DATABASE_DIRECT_URL: ({ databaseDirectUrl }) => (databaseDirectUrl ? 'set' : notSet),
  DATABASE_READ_URL: ({ databaseReadUrl }) => (databaseReadUrl ? 'set' : notSet),
  PREVIOUS_POSTGRES: ({ previousPostgres }) => previousPostgres ?? notSet,
  SANDBOX_PORT: ({ sandboxPort }) => String(sandboxPort),
  SANDBOX_HOST: ({ sandboxHost }) => sandboxHost,
  SANDBOX_NAMES: ({ sandboxNames }) => sandboxNames.join(',') || notSet,
  SANDBOX: ({ sandbox }) => sandbox,
  SANDBOX_URL: ({ sandboxUrl }) => withoutPassword(sandboxUrl),
  DEMO_API_KEY: ({ demoApiKey }) => (demoApiKey ? 'set' : notSet),
  RATE_LIMIT_READ: ({ rateLimit }) => String(rateLimit.read),
  RATE_LIMIT_WRITE: ({ rateLimit }) => String(rateLimit.write),
  RATE_LIMIT_UPLOAD: ({ rateLimit }) => String(rateLimit.upload),
  SECRET_KEY: ({ secretKey }) => (secretKey ? 'set' : notSet),
  SECRET_KEY_PREVIOUS: ({ previousSecretKeys }) => (previousSecretKeys.length > 0 ? 'set' : notSet),
  LOG_LEVEL: ({ logLevel }) => logLevel,
  OTEL_EXPORTER_OTLP_ENDPOINT: ({ traces }) => traces?.endpoint ?? notSet,
  OTEL_EXPORTER_OTLP_HEADERS: ({ traces }) => (Object.keys(traces?.headers ?? {}).length > 0 ? 'set' : notSet),
  OTEL_SERVICE_NAME: ({ traces }) => traces?.serviceName ?? notSet,
  OTEL_TRACES_SAMPLER_ARG: ({ traces }) => (traces ? String(traces.ratio) : notSet),
  WORKER_PORT: ({ workerPort }) => String(workerPort),
  WORKER_HOST: ({ workerHost }) => workerHost,
  ALLOW_PRIVATE_URLS: ({ allowPrivateUrls }) => allowPrivateUrls.join(',') || notSet,
  PLATFORM_TIMEOUT_SECONDS: ({ platformTimeoutMs }) => String(platformTimeoutMs / 1000),
  RESEARCH_URL: ({ research }) => withoutPassword(research.url),
  RESEARCH_KEY: ({ research }) => (research.key ? 'set' : notSet),
  RESEARCH_PROCEDURES: ({ research }) => research.procedures.join(','),
  RESEARCH_INPUT: ({ research }) => (research.wrapsInput ? 'json' : 'plain'),
  RESEARCH_TIMEOUT_SECONDS: ({ research }) => String(research.timeoutMs / 1000),
  OIDC_ISSUER: ({ oidc }) => withoutPassword(oidc?.issuer ?? null),
  OIDC_CLIENT_ID: ({ oidc }) => oidc?.clientId ?? notSet,
  OIDC_CLIENT_SECRET: ({ oidc }) => (oidc ? 'set' : notSet),
  SMTP_URL: ({ mail }) => (mail ? 'set' : notSet),
  MAIL_FROM: ({ mail }) => mail?.from.address ?? notSet,
  DASHBOARD: ({ dashboard }) => (dashboard ? 'on' : 'off'),
  MIGRATE: ({ migrates }) => (migrates ? 'on' : 'off'),
  METRICS: ({ metrics }) => (metrics ? 'on' : 'off'),
  UPLOAD_IDLE_SECONDS: ({ uploadIdleMs }) => String(uploadIdleMs / 1000),
  REPORT_SYNC: ({ reportSync }) => (reportSync ? 'on' : 'off'),
  RATES_URL: ({ ratesUrl }) => (ratesUrl ? ratesSource(ratesUrl) : 'off'),
  S3_BUCKET: ({ s3 }) => s3?.bucket ?? notSet,
  S3_ENDPOINT: (config) => withoutPassword(bucketOf(config)?.endpoint ?? null),
  S3_REGION: (config) => bucketOf(config)?.region ?? notSet,
  S3_ACCESS_KEY_ID: (config) => (bucketOf(config)?.accessKeyId ? 'set' : notSet),
  S3_SECRET_ACCESS_KEY: (config) => (bucketOf(config)?.secretAccessKey ? 'set' : notSet),
  FIGURES_BUCKET: ({ figuresBucket }) => figuresBucket?.bucket ?? notSet,
  MEDIA_PUBLIC_URL: ({ mediaPublicUrl }) => withoutPassword(mediaPublicUrl),
  INTERNAL_URL: ({ internalUrl }) => withoutPassword(internalUrl),
  BACKUP_DIR: ({ backup }) => backup.dir ?? notSet,
  BACKUP_KEEP: ({ backup }) => String(backup.keep),
  BACKUP_PASSPHRASE: ({ backup }) => (backup.passphrase === null ? notSet : 'set'),
  ...retentionShown(),
}

function retentionShown() {
  const kinds = Object.keys(retentionKinds) as RetentionKind[]
  const show = (kind: RetentionKind) => (config: Config) => String(config.retention[kind] ?? 'forever')
  return Object.fromEntries(kinds.map((kind) => [retentionKinds[kind].setting, show(kind)])) as Record<
    keyof typeof retentionSettings,
    (config: Config) => string
  >
}

/** What was set and may be seen by whoever finds a backup. The data folder is the machine's own matter. */
export function plainSettings(config: Config): Record<string, string> {
  const plain = describeSettings(config).filter(
    ({ name, value, source }) => source === 'environment' && value !== 'set' && name !== 'DATA_DIR',
  )
  return Object.fromEntries(plain.map(({ name, value }) => [name, value]))
}

export function describeSettings(config: Config, given = givenSettings()): SettingLine[] {
  const common = (Object.keys(shown) as SettingName[]).map((name): SettingLine => {
    return { name, value: shown[name](config), source: given.has(name) ? 'environment' : 'default' }
  })
  const ofPlatforms = Object.entries(platformSettings(builtIn, config)).map(([name, value]): SettingLine => {
    return { name, value, source: name in config.others ? 'environment' : 'default' }
  })
  return [...common, ...ofPlatforms]
}

function withoutPassword(address: string | null): string {
  if (address === null) return notSet
  const url = new URL(address)
  return url.username === '' && url.password === '' ? address : 'set'
}

/** Both lie in one storage. */
const bucketOf = ({ s3, figuresBucket }: Config) => s3 ?? figuresBucket
