import { rm } from 'node:fs/promises'
import { makeApiKey } from '../src/core/people/keys.ts'
import { stopEmbedded } from '../src/db/embedded/embedded.ts'
import { makeDataDir } from '../test/support/harness.ts'
import { startService } from '../test/support/service/service-process.ts'
import type { ServiceProcess } from '../test/support/service/service-process.ts'

export interface BenchService extends ServiceProcess {
  key: string
  dataDir: string
  call<T>(method: string, path: string, body?: object, key?: string): Promise<T>
  control: <T>(method: string, path: string, body?: object) => Promise<T>
  remove(): Promise<void>
}

/** The service in a process and a data folder of its own, with limits out of the way. */
export async function benchService(
  settings: Record<string, string> = {},
  words?: string[],
  logFile?: string,
): Promise<BenchService> {
  const dataDir = settings.DATA_DIR ?? (await makeDataDir())
  const key = makeApiKey()
  const many = '100000000'
  const limits = { RATE_LIMIT_READ: many, RATE_LIMIT_WRITE: many, RATE_LIMIT_UPLOAD: many }
  // As people run it: in tests every reply is compared with its schema, which takes its time.
  const asPeopleRunIt = { NODE_ENV: 'production', LOG_LEVEL: 'error' }
  const given = { ...limits, ...asPeopleRunIt, DATA_DIR: dataDir, DEMO_API_KEY: key, ...settings }
  const service = await startService(given, words, logFile)
  const sandboxUrl = settings.SANDBOX_URL ?? service.sandboxUrl
  return {
    ...service,
    sandboxUrl,
    key,
    dataDir,
    call: (method, path, body, otherKey) => request(service.url + path, method, body, otherKey ?? key),
    control: (method, path, body) => request(`${sandboxUrl}/_control/${path}`, method, body, key),
    async remove() {
      await service.end('SIGTERM')
      await stopEmbedded({ dataDir })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function request<T>(url: string, method: string, body: object | undefined, key: string): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
