import { parseArgs } from 'node:util'
import { startSandbox } from './server.ts'
import type { SandboxOptions } from './server.ts'

const usage =
  'Usage: npm run sandbox -- [--port 8081] [--host 127.0.0.1] [--data DIR] [--seed 1] [--public-url URL] [--names a,b]'

function readOptions(): SandboxOptions {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8081' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'public-url': { type: 'string' },
      names: { type: 'string', default: '' },
    },
  })
  return {
    host: values.host,
    port: wholeNumber('--port', values.port, 65535),
    seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
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
  const sandbox = await startSandbox(readOptions())
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
  tellStarter({ url: sandbox.url })
  process.once('disconnect', stop)
}

/** A program that started us and holds a line to us is told where we are; when it is gone, so is our reason to run. */
function tellStarter(word: object): void {
  if (process.connected) process.send?.(word)
}

run().catch((error: unknown) => {
  const { code, syscall, port } = error as { code?: unknown; syscall?: unknown; port?: unknown }
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  tellStarter({ failure: { message, code, syscall, port } })
  if (!process.connected)
    console.error(`Sandbox: ${message} ${message.startsWith('listen') ? '' : `(${usage})`}`.trim())
  process.exit(1)
})
