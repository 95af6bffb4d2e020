import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createCompany } from '../../src/core/companies.ts'
import { createApiKey } from '../../src/core/keys.ts'
import { connect, socketUrl } from '../../src/db/connect.ts'
import type { Connection } from '../../src/db/connect.ts'
import { connectionOf } from '../../src/db/hosts.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import { startEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { makeDataDir } from '../support/harness.ts'
import { freePort } from '../support/service/service-process.ts'
import { askUntil } from '../support/ask-until.ts'
import { childEnv } from '../support/service/child-env.ts'

/** Everything a scenario plays on: a sandbox and a database that outlive the service, and services that are started to be killed. */
export interface Stage {
  /** Our word for the platform that is launched on. */
  platform: string
  /** How many share the work; with more than one, the API is a process of its own. */
  workers: number
  sandboxUrl: string
  url: string
  /** Lends the database, which outlives the services. */
  withDatabase<T>(work: (db: EveryCompany) => Promise<T>): Promise<T>
  /** From now on calls are made for a new company, with ad accounts of its own. Answers how to call for it later on. */
  newCompany(schema?: 'ours' | 'as it is'): Promise<Stage['api']>
  /**
   * `program`: another entry than the usual one, for a build that differs; or the command line, as people run it. `folder`: where another
   * version lies.
   */
  start(role: Role, extra?: Record<string, string>, program?: string, folder?: string): Promise<Actor>
  /** SIGKILL to whoever was started last, ready or not. */
  killNewest(): Promise<void>
  api<T>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<T>
  control<T>(method: string, path: string, body?: object): Promise<T>
  /** PostgreSQL goes away without a word and comes back. */
  restartDatabase(pauseMs: number): Promise<void>
  close(): Promise<void>
}

type Role = 'up' | 'serve' | 'worker'

export interface Actor {
  child: ChildProcess
  /** Where it keeps its files. Who shares the database with others shares no folder with them. */
  dataDir: string
  ended: Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')

const usualSettings = {
  RATE_LIMIT_READ: '1000000',
  RATE_LIMIT_WRITE: '1000000',
  RATE_LIMIT_UPLOAD: '1000000',
  PLATFORM_TIMEOUT_SECONDS: '1',
  LOG_LEVEL: 'error',
  RATES_URL: 'off',
  // All that processes with folders of their own have in common, besides the database.
  SECRET_KEY: Buffer.alloc(32, 'crash').toString('base64'),
}

/** `databaseUrl`: servers of somebody else; absent: the stage has one of its own. */
export async function setStage(platform = 'primary', workers = 1, databaseUrl?: string): Promise<Stage> {
  const dataDir = await makeDataDir()
  const sandboxPort = await freePort()
  const port = await freePort()
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const url = `http://127.0.0.1:${port}`
  const actors = new Set<Actor>()
  let machines = 0
  const sandboxDir = join(dataDir, 'sandbox')
  const sandbox = run([process.execPath, 'sandbox/main.ts', '--port', String(sandboxPort), '--data', sandboxDir], {
    DATA_DIR: sandboxDir,
  })
  await answers(sandboxUrl)

  let key = ''
  const settings = { ...usualSettings, PORT: String(port), SANDBOX_URL: sandboxUrl, DATA_DIR: dataDir }

  const database = async (): Promise<Connection> =>
    databaseUrl ? connectionOf(databaseUrl) : (await startEmbedded({ dataDir })).connection
  const urlOfDatabase = async () => databaseUrl ?? socketUrl((await startEmbedded({ dataDir })).connection)

  return {
    platform,
    workers,
    sandboxUrl,
    url,
    async withDatabase(work) {
      const { db } = connect(await database(), 2)
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    },
    async newCompany(schema = 'ours') {
      const connection = await database()
      if (schema === 'ours') await migrate(connection)
      const { db } = connect(connection, 1)
      const company = await createCompany(db, { name: 'Crash', slug: `crash-${randomUUID().slice(0, 8)}` })
      key = (await createApiKey(db, { companyId: company.id, name: 'Crash', scopes: ['read', 'launch', 'admin'] })).key
      await db.destroy()
      const own = key
      return (method, path, body, idempotencyKey) => request(url + path, method, { key: own, body, idempotencyKey })
    },
    async start(role, extra = {}, program = 'test/crash/victim.ts', folder = root) {
      // One service alone brings its own database; several share it, as they would in production, each on a machine of its own.
      const shared = {
        DATABASE_URL: await urlOfDatabase(),
        DATA_DIR: join(dataDir, 'machines', String(machines++)),
      }
      const words = program === 'flightdeck' ? [program, role] : [process.execPath, program, role]
      const actor = run(words, { ...settings, ...(role === 'up' ? {} : shared), ...extra }, folder)
      actors.add(actor)
      await Promise.race([saysReady(actor), actor.ended])
      return actor
    },
    async killNewest() {
      await [...actors].at(-1)!.kill()
    },
    api: (method, path, body, idempotencyKey) => request(url + path, method, { key, body, idempotencyKey }),
    control: (method, path, body) => request(`${sandboxUrl}/_control/${path}`, method, { key, body }),
    async restartDatabase(pauseMs) {
      await stopEmbedded({ dataDir })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      await startEmbedded({ dataDir })
    },
    async close() {
      await Promise.all([...actors].map((actor) => actor.kill()))
      await sandbox.kill()
      if (!databaseUrl) await stopEmbedded({ dataDir })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function run(
  [command, ...args]: string[],
  settings: Record<string, string> & { DATA_DIR: string },
  folder = root,
): Actor {
  const child = spawn(resolve(folder, command!), args, {
    cwd: folder,
    env: { ...childEnv, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    child,
    dataDir: settings.DATA_DIR,
    ended,
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      await ended
    },
  }
}

function saysReady({ child }: Actor): Promise<void> {
  return new Promise((resolve) =>
    child.stdout!.on('data', (chunk: Buffer) => /ready|is running\./.test(chunk.toString()) && resolve()),
  )
}

async function answers(url: string): Promise<void> {
  await askUntil(() =>
    fetch(url).then(
      () => true,
      () => null,
    ),
  )
}

async function request<T>(
  url: string,
  method: string,
  { key, body, idempotencyKey }: { key: string; body?: object; idempotencyKey?: string },
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
