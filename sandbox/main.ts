import { parseArgs } from 'node:util'
import { startSandbox } from './server.ts'
import type { SandboxOptions } from './server.ts'

const usage =
  'Usage: npm run sandbox -- [--port 8081] [--host 127.0.0.1] [--data DIR] [--seed 1] [--public-url URL] [--names a,b]'

const waitForPortMs = 3_000

function readOptions(): SandboxOptions & { waits: boolean } {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8081' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'public-url': { type: 'string' },
      names: { type: 'string', default: '' },
      // Loaded, and touches nothing before whoever started us says so.
      wait: { type: 'boolean', default: false },
    },
  })
  return {
    host: values.host,
    port: wholeNumber('--port', values.port, 65535),
    seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    waits: values.wait && process.connected,
    names: values.names.split(',').flatMap((name) => name.trim() || []),
    ...(values.data ? { dataDir: values.data } : {}),
    ...(values['public-url'] ? { publicUrl: values['public-url'].replace(/\/$/, '') } : {}),
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > max)
    throw new Error(`${name} must be a whole number from 0 to ${max}, not "${text}"`)
  return value
}

async function run(): Promise<void> {
  const { waits, ...options } = readOptions()
  if (waits && !(await isWanted())) return
  // Whoever started us may just have lost another one, which is on its way out.
  const sandbox = await startSandbox({ ...options, waitForPortMs: process.connected ? waitForPortMs : 0 })
  const lines = sandbox.platforms.map(
    ({ platform, baseUrl, token }) => `  ${platform.padEnd(12)} ${baseUrl}   token: ${token}`,
  )
  const meta = sandbox.platforms.find(({ platform }) => platform === 'meta')
  console.log(`Sandbox listening on ${sandbox.url}\n${lines.join('\n')}`)
  console.log(
    `\nTry next:\n  curl '${meta?.baseUrl}/v26.0/me/adaccounts?fields=name,currency&access_token=${meta?.token}'`,
  )
  console.log(`  curl '${sandbox.url}/_control'`)
  const stop = () => void sandbox.close().finally(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  notifyStarter({ url: sandbox.url })
  process.once('disconnect', stop)
  // They have gone while we began.
  if (waits && !process.connected) stop()
}

/** Resolves with the first word of whoever started us; false: they have gone without one. */
function isWanted(): Promise<boolean> {
  return new Promise((resolve) => {
    process.once('message', () => resolve(true))
    process.once('disconnect', () => resolve(false))
  })
}

/** A program that started us and holds a line to us is told where we are; when it is gone, so is our reason to run. */
function notifyStarter(word: object): void {
  if (process.connected) process.send?.(word)
}

run().catch((error: unknown) => {
  const { code, syscall, port } = error as { code?: unknown; syscall?: unknown; port?: unknown }
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  notifyStarter({ failure: { message, code, syscall, port } })
  if (!process.connected)
    console.error(`Sandbox: ${message} ${message.startsWith('listen') ? '' : `(${usage})`}`.trim())
  process.exit(1)
})
