import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { sql } from 'kysely'
import type { SimulatorFactory } from '../../sandbox/core/simulator.ts'
import { startSandbox } from '../../sandbox/server.ts'
import { startApp } from '../../src/app.ts'
import type { App, Choice } from '../../src/app.ts'
import type { SandboxStarter } from '../../src/open/sandbox.ts'
import { readConfig } from '../../src/config.ts'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { createApiKey, makeApiKey } from '../../src/core/people/keys.ts'
import type { CompanyId } from '../../src/db/company-id.ts'
import { socketUrl } from '../../src/db/connect.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import type { Services } from '../../src/services.ts'
import type { Scope } from '../../src/core/context.ts'
import { ask } from './ask.ts'
import { oneQuery } from './one-query.ts'
import { sharedKey } from './service/child-env.ts'
import { templateName } from './template.ts'

export interface Reply<T = Record<string, unknown>> {
  status: number
  headers: Headers
  body: T
}

/** Tests look at the rows of all companies. */
interface TestedApp extends Omit<App, 'services'> {
  services: Omit<Services, 'db'> & { db: EveryCompany }
}

/** The real service on a database and a data folder of its own, with its own sandbox. */
export interface TestApp {
  app: TestedApp
  url: string
  sandboxUrl: string
  /** The demo company's key, with every scope. */
  key: string
  databaseUrl: string
  dataDir: string
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Reply<T>>
  /** Steers and reads the sandbox. */
  control<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>
  /** Another company, with a key. */
  stranger(scopes?: Scope[]): Promise<{ companyId: CompanyId; slug: string; key: string }>
  /** Asks until the batch has come to its end. */
  finished(batchId: number | string, options?: CallOptions): Promise<BatchStatus>
  close(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  key?: string | null
  headers?: Record<string, string>
}

export interface BatchStatus {
  status: string
  summaryStatus: string
  rawStatus: string
  progress: number
  totalAds: number
  successfulAds: number
  failedAds: Record<string, unknown>[]
  ads?: Record<string, unknown>[]
  [field: string]: unknown
}

/** Settings that only slow tests down unless a test is about them. */
const usual = {
  PORT: '0',
  SANDBOX_PORT: '0',
  RATE_LIMIT_READ: '100000',
  RATE_LIMIT_WRITE: '100000',
  RATE_LIMIT_UPLOAD: '100000',
  LOG_LEVEL: 'error',
  NODE_ENV: 'test',
  ...sharedKey,
  PLATFORM_TIMEOUT_SECONDS: '5',
  // Calls that nobody asked for would stand between those that a test looks for.
  REPORT_SYNC: 'off',
  RATES_URL: 'off',
  // Built once, for those who ask for it (test/support/web/).
  DASHBOARD: 'off',
}

interface TestDatabase {
  url: string
  place: { host: string; user: string; password: string | undefined; database: string }
  drop(): Promise<void>
}

/** An empty, migrated database: tens of milliseconds. */
export async function createDatabase(): Promise<TestDatabase> {
  const { FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password } = process.env
  if (!host)
    throw new Error('Tests that need the database are run by `npm test` (npm test -- part-of-the-path for some).')
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const connection = { host, user: 'flightdeck', password, database: 'postgres' }
  await oneQuery(connection, `CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`)
  const place = { ...connection, database: name }
  return {
    url: socketUrl(place),
    place,
    drop: async () => void (await oneQuery(connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

export async function makeDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'flightdeck-'))
  await chmod(dir, 0o711)
  return dir
}

/** The sandbox as part of the test's process, which is cheaper than one of its own; what it holds is over with it. */
export function sandboxHere(simulators?: SimulatorFactory[]): SandboxStarter {
  return async (place) => ({ ...(await startSandbox({ ...place, dataDir: undefined, simulators })), pid: () => null })
}

/** Starts a service for one test file, and ends it when the file's tests are over. */
export async function startTestApp(
  settings: Record<string, string> = {},
  parts = { api: true, worker: true, sandbox: true },
  choice: Choice = {},
): Promise<TestApp> {
  const database = settings.DATABASE_URL ? null : await createDatabase()
  const databaseUrl = settings.DATABASE_URL ?? database!.url
  const dataDir = await makeDataDir()
  const key = settings.DEMO_API_KEY ?? makeApiKey()
  const config = readConfig({ ...usual, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO_API_KEY: key, ...settings })
  const app = await startApp(config, parts, { startSandbox: sandboxHere(), ...choice })
  let closed = false
  const test: TestApp = {
    app: app as TestedApp,
    url: app.url ?? '',
    sandboxUrl: app.sandboxUrl ?? '',
    key,
    databaseUrl,
    dataDir,
    call: (method, path, options = {}) => call(test, method, path, options),
    control: (method, path, body) => control(test, method, path, body),
    stranger: (scopes = ['read', 'launch', 'manage', 'admin']) => makeStranger(test, scopes),
    finished: (id, options) => finished(test, id, options),
    async close() {
      if (closed) return
      closed = true
      await app.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  after(() => test.close())
  return test
}

async function call<T>(
  test: TestApp,
  method: string,
  path: string,
  { body, key = test.key, headers = {} }: CallOptions,
): Promise<Reply<T>> {
  const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array
  const {
    status,
    headers: given,
    text,
  } = await ask(path.startsWith('http') ? path : test.url + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : isRaw ? body : JSON.stringify(body),
  })
  const isJson = given.get('content-type')?.includes('json') ?? false
  return { status, headers: given, body: (isJson && text ? JSON.parse(text) : text) as T }
}

async function control<T>(test: TestApp, method: string, path: string, body?: object): Promise<T> {
  const { status, text } = await ask(`${test.sandboxUrl}/_control/${path}`, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  })
  if (status !== 200) throw new Error(`The sandbox refused ${method} ${path}: ${text}`)
  return JSON.parse(text) as T
}

async function makeStranger(test: TestApp, scopes: Scope[]) {
  const slug = `stranger-${randomUUID().slice(0, 8)}`
  const { db } = test.app.services
  const company = await createCompany(db, { name: slug, slug })
  const { key } = await createApiKey(db, { companyId: company.id, name: 'Stranger', scopes })
  return { companyId: company.id, slug, key }
}

/** Waits on the service's own events, not on the clock. While the batch is on its way, a glance at its row is enough. */
async function finished(test: TestApp, id: number | string, options: CallOptions = {}): Promise<BatchStatus> {
  const { db, listener } = test.app.services
  const onItsWay = db
    .selectFrom('batches')
    .select('id')
    .where((where) => where.or([where(sql<string>`id::text`, '=', String(id)), where('slug', '=', String(id))]))
    .where('state', 'in', ['queued', 'processing'])
  let heard: () => void = () => undefined
  const stop = listener.on('batch_event', () => heard())
  try {
    for (;;) {
      const event = new Promise<void>((resolve) => (heard = resolve))
      if (await onItsWay.executeTakeFirst()) {
        await event
        continue
      }
      const { body, status } = await test.call<BatchStatus>('GET', `/v1/batch-status/${id}?include=ads`, options)
      if (status !== 200) throw new Error(`batch-status answered ${status}`)
      if (body.summaryStatus !== 'in_progress') return body
      await event
    }
  } finally {
    stop()
  }
}
