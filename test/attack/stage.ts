import { rm } from 'node:fs/promises'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { makeDataDir } from '../support/harness.ts'
import { createBrowser } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'
import { startOperator } from '../support/service/operator.ts'
import { servicePid, startService, supervised } from '../support/service/service-process.ts'

/** The service as people run it, with two companies that know nothing of each other. Everything is done from outside. */
export interface Stage {
  url: string
  sandboxUrl: string
  dataDir: string
  /** Costs are measured: on a machine that does something else besides, they are noise. */
  measures: boolean
  /** The demo company's key with every scope, and another company's. */
  key: string
  strangerKey: string
  /** Signs the owner of a company in, by a link of the operator's; with their address, it is confirmed by that. */
  owner(slug: string, email?: string): Promise<Browser>
  /** The operator's command line. */
  command(...words: string[]): Promise<string>
  /** The process that answers now. */
  servicePid(): Promise<number | null>
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  close(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  key?: string | null
  headers?: Record<string, string>
}

interface Reply {
  status: number
  headers: Headers
  text: string
  body: Record<string, unknown>
}

/** The company that attacks; the one that is attacked is the demo's. */
export const strangers = 'evil'

export async function setStage(measures = false): Promise<Stage> {
  const dataDir = await makeDataDir()
  const key = makeApiKey()
  // As people run it: in tests every reply is compared with its schema, which takes its time.
  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'error', DATA_DIR: dataDir, DEMO_API_KEY: key }
  const service = await startService(settings, supervised)
  const { carryOut, end } = startOperator({ DATA_DIR: dataDir, PUBLIC_URL: service.url })
  const command = async (...words: string[]) => {
    const { code, stdout, stderr } = await carryOut(words)
    if (code !== 0) throw new Error(stderr)
    return stdout.trim()
  }
  await command('company', 'create', 'Evil', '--owner-email', 'mallory@evil.example', '--owner-name', 'Mallory')
  const scopes = ['--scopes', 'read,launch,manage,admin']
  const strangerKey = await command('key', 'create', '--company', strangers, '--name', 'Stranger', ...scopes)
  return {
    ...{ url: service.url, sandboxUrl: service.sandboxUrl, dataDir, measures, key, strangerKey, command },
    servicePid: () => servicePid(dataDir),
    call: (method, path, options) => call(path.startsWith('http') ? path : service.url + path, method, key, options),
    async owner(slug, email) {
      const link = await command('login-link', '--company', slug, ...(email === undefined ? [] : ['--email', email]))
      const browser = createBrowser(service.url)
      const { status, body } = await browser.call('POST', '/v1/session', { body: { token: link.split('/').at(-1) } })
      if (status !== 200) throw new Error(`The owner of ${slug} cannot sign in: ${JSON.stringify(body)}`)
      return browser
    },
    async close() {
      end()
      await service.end('SIGTERM')
      await stopEmbedded({ dataDir })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function call(
  url: string,
  method: string,
  ownKey: string,
  { body, key = ownKey, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array
  const reply = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.includes('json') ?? false
  return {
    ...{ status: reply.status, headers: reply.headers, text },
    body: isJson && text ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}
