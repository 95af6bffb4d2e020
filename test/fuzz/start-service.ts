import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { startSandbox } from '../../sandbox/server.ts'
import type { Ask, Described } from './service.ts'
import { childEnv } from '../support/service/child-env.ts'

export interface FuzzedService {
  url: string
  sandboxUrl: string
  key: string
  strangerKey: string
  pid: number
  /** Exceptions that escaped, and whatever it wrote. */
  escaped: string[]
  output: () => string
  hasEnded: () => boolean
  heap(): Promise<number>
  /** The longest time the event loop was held up since the last time somebody asked. */
  loop(): Promise<number>
  /** How much processor time it has taken since it began. */
  cpuMs(): Promise<number>
  /** Does a fixed piece of work, which other work can be compared with. */
  calibrate(): Promise<void>
  end(): Promise<void>
}

const settings = {
  PORT: '0',
  RATE_LIMIT_READ: '100000000',
  RATE_LIMIT_WRITE: '100000000',
  RATE_LIMIT_UPLOAD: '100000000',
  LOG_LEVEL: 'error',
  PLATFORM_TIMEOUT_SECONDS: '5',
  UPLOAD_IDLE_SECONDS: '2',
  REPORT_SYNC: 'off',
}

/** The sandbox stays with us, so that only the service itself is measured. */
export async function startFuzzedService(environment: Record<string, string>): Promise<FuzzedService> {
  const sandbox = await startSandbox()
  const child = fork(join(import.meta.dirname, 'service.ts'), {
    env: {
      ...childEnv,
      DEMO_API_KEY: makeApiKey(),
      SANDBOX_URL: sandbox.url,
      ...settings,
      ...environment,
    },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const hear = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-100_000))
  child.stdout!.on('data', hear)
  child.stderr!.on('data', hear)
  const escaped: string[] = []
  const waiting = new Map<Described['kind'], (reported: Described) => void>()
  child.on('message', (reported: Described) => {
    if (reported.kind === 'escaped') escaped.push(reported.stack)
    else waiting.get(reported.kind)?.(reported)
  })
  const ended = once(child, 'exit')
  let isOver = false
  void ended.then(() => (isOver = true))
  const reported = async <K extends Described['kind']>(kind: K, ask?: Ask) => {
    const answer = new Promise<Described>((resolve) => waiting.set(kind, resolve))
    if (ask) child.send(ask)
    const first = await Promise.race([answer, ended])
    if (Array.isArray(first)) throw new Error(`The service ended: ${output}`)
    return first as Extract<Described, { kind: K }>
  }
  const { url, sandboxUrl, key, strangerKey, pid } = await reported('ready')
  return {
    ...{ url, sandboxUrl, key, strangerKey, pid, escaped },
    output: () => output,
    hasEnded: () => isOver,
    heap: async () => (await reported('heap', 'heap')).bytes,
    loop: async () => (await reported('loop', 'loop')).maxMs,
    cpuMs: async () => (await reported('cpu', 'cpu')).ms,
    calibrate: async () => void (await reported('calibrate', 'calibrate')),
    async end() {
      if (!isOver) child.send('end' satisfies Ask)
      await ended
      await sandbox.close()
    },
  }
}
