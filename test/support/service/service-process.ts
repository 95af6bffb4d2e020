import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { embeddedConnection } from '../../../src/db/embedded/embedded.ts'
import { childEnv } from './child-env.ts'
import { oneQuery } from '../one-query.ts'

/** The service as a process of its own, as a user runs it. */
export interface ServiceProcess {
  child: ChildProcess
  url: string
  sandboxUrl: string
  output: () => string
  /** Sends a signal and resolves with how the process ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: string | null; ms: number }>
}

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'main.ts')

/** As a user runs it: a supervisor that starts the service, and starts it again when it ends. */
export const supervised = ['up']
/** The service itself, which we may kill: its supervisor is us. */
const bare = ['up', '--supervisor', String(process.pid)]

/** Resolves when it answers; rejects with what it said when it ends instead. `logFile`: what it writes as it runs goes there, and is not read. */
export async function startService(
  settings: Record<string, string>,
  words = bare,
  logFile?: string,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      ...childEnv,
      PORT: '0',
      SANDBOX_PORT: '0',
      RATE_LIMIT_READ: '100000',
      RATE_LIMIT_WRITE: '100000',
      RATE_LIMIT_UPLOAD: '100000',
      REPORT_SYNC: 'off',
      RATES_URL: 'off',
      NODE_ENV: 'test',
      ...settings,
    },
    stdio: ['ignore', 'pipe', logFile === undefined ? 'pipe' : openSync(logFile, 'w')],
  })
  let output = ''
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const ready = new Promise<void>((resolve) => {
    let isReady = false
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      // Some say much afterwards.
      isReady ||= /^Next: /m.test(output)
      if (isReady) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
  })
  await Promise.race([
    ready,
    ended.then(({ code }) => {
      throw new Error(`The service ended with ${code}: ${output}`)
    }),
  ])
  return {
    child,
    url: /API +(http:\S+)/.exec(output)?.[1] ?? '',
    sandboxUrl: /Sandbox +(http:\S+)/.exec(output)?.[1] ?? '',
    output: () => output,
    async end(signal) {
      const from = performance.now()
      child.kill(signal)
      return { ...(await ended), ms: performance.now() - from }
    },
  }
}

/** The process that serves on a data folder, whoever watches over it; null when there is none. */
export async function servicePid(dataDir: string): Promise<number | null> {
  const connection = await embeddedConnection(dataDir)
  if (!connection) return null
  const [found] = await oneQuery<{ name: string }>(
    connection,
    "SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'flightdeck service %'",
  )
  return found ? Number(found.name.split(' ').at(-1)) : null
}

/** The process of the sandbox that a service has started. */
export function sandboxPid(servicePid: number): number {
  return Number(execFileSync('pgrep', ['-f', '-P', String(servicePid), 'sandbox/main.ts'], { encoding: 'utf8' }))
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** A port that was free a moment ago, for what must keep its address over a restart. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
