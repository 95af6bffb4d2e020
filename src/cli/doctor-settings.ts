import { readConfig } from '../config.ts'
import type { Config, SettingName } from '../config.ts'

export interface SettingLine {
  name: SettingName
  value: string
  source: 'environment' | 'default'
}

const notSet = 'not set'

/** How each setting is shown. Secrets, and addresses that carry a password, are only ever "set". */
const shown: Record<SettingName, (config: Config) => string> = {
  PORT: ({ port }) => String(port),
  HOST: ({ host }) => host,
  PUBLIC_URL: ({ publicUrl }) => withoutPassword(publicUrl),
  DATA_DIR: ({ dataDir }) => dataDir,
  DATABASE_URL: ({ databaseUrl }) => (databaseUrl ? 'set' : notSet),
  SANDBOX_PORT: ({ sandboxPort }) => String(sandboxPort),
  SANDBOX: ({ sandbox }) => sandbox,
  SANDBOX_URL: ({ sandboxUrl }) => withoutPassword(sandboxUrl),
  DEMO_API_KEY: ({ demoApiKey }) => (demoApiKey ? 'set' : notSet),
  RATE_LIMIT_READ: ({ rateLimit }) => String(rateLimit.read),
  RATE_LIMIT_WRITE: ({ rateLimit }) => String(rateLimit.write),
  SECRET_KEY: ({ secretKey }) => (secretKey ? 'set' : notSet),
  LOG_LEVEL: ({ logLevel }) => logLevel,
  ALLOW_PRIVATE_URLS: ({ allowPrivateUrls }) => allowPrivateUrls.join(',') || notSet,
  PLATFORM_TIMEOUT_SECONDS: ({ platformTimeoutMs }) => String(platformTimeoutMs / 1000),
}

/** Settings whose value differs from the one an empty environment gives come from the environment. */
export function describeSettings(config: Config): SettingLine[] {
  const untouched = readConfig({})
  // The sandbox's port follows the API's: only a port of its own counts as set.
  const expected = { ...untouched, sandboxPort: config.port === 0 ? 0 : config.port + 1 }
  return Object.entries(shown).map(([name, show]) => {
    const value = show(config)
    return { name: name as SettingName, value, source: value === show(expected) ? 'default' : 'environment' }
  })
}

function withoutPassword(address: string | null): string {
  if (address === null) return notSet
  const url = new URL(address)
  return url.username === '' && url.password === '' ? address : 'set'
}
