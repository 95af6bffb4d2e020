import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
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
  /**
   * From now on calls are made for a new company, with ad accounts of its own. Answers how to call for it later on. `folder`: where the version
   * lies that makes it, on tables of its own.
   */
  newCompany(folder?: string): Promise<Stage['api']>
  /**
   * `program`: another entry than the usual one, for a build that differs; or the command line, as people run it. `folder`: where another
   * version lies.
   */
  start(role: Role, extra?: Record<string, string>, program?: string, folder?: string): Promise<Actor>
  /** What the operator's command line says, on the same database; one that ends with another code than 0 is an error. */
  command(words: string[], extra?: Record<string, string>, folder?: string): Promise<string>
  /** SIGKILL to whoever was started last, ready or not. */
  killNewest(): Promise<void>
  /** `said`: an Idempotency-Key, or headers. */
  api<T>(method: string, path: string, body?: object, said?: Said): Promise<T>
  control<T>(method: string, path: string, body?: object): Promise<T>
  /** PostgreSQL goes away without a word and comes back. */
  restartDatabase(pauseMs: number): Promise<void>
  close(): Promise<void>
}

type Role = 'up' | 'serve' | 'worker'
export type Said = string | Record<string, string>

export interface Actor {
  child: ChildProcess
  /** Where it keeps its files. Who shares the database with others shares no folder with them. */
  dataDir: string
  ended: Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const execute = promisify(execFile)

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

  const command: Stage['command'] = async (words, extra = {}, folder = root) => {
    const env = { ...childEnv, ...settings, DATABASE_URL: await urlOfDatabase(), ...extra }
    return (await execute(process.execPath, ['src/main.ts', ...words], { cwd: folder, env })).stdout
  }

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
    async newCompany(folder) {
      key = folder ? await keyFrom((words) => command(words, {}, folder)) : await keyIn(await database())
      const own = key
      return (method, path, body, said) => request(url + path, method, { key: own, body, said })
    },
    command,
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
    api: (method, path, body, said) => request(url + path, method, { key, body, said }),
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

const company = { name: 'Crash', scopes: ['read', 'launch', 'admin'] as const }
const newSlug = () => `crash-${randomUUID().slice(0, 8)}`

/** The key of a new company, made by this version. */
async function keyIn(connection: Connection): Promise<string> {
  await migrate(connection)
  const { db } = connect(connection, 1)
  try {
    const { id } = await createCompany(db, { name: company.name, slug: newSlug() })
    return (await createApiKey(db, { companyId: id, name: company.name, scopes: [...company.scopes] })).key
  } finally {
    await db.destroy()
  }
}

/** The key of a new company, made by a command line. */
async function keyFrom(command: (words: string[]) => Promise<string>): Promise<string> {
  const slug = newSlug()
  await command(['company', 'create', company.name, '--slug', slug])
  const scopes = company.scopes.join(',')
  return (await command(['key', 'create', '--company', slug, '--name', company.name, '--scopes', scopes])).trim()
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
  { key, body, said = {} }: { key: string; body?: object; said?: Said },
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(typeof said === 'string' ? { 'idempotency-key': said } : said),
    },
    body: body ? JSON.stringify(body) : undefined,
  })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
