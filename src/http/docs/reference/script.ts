import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Answer } from '../../../call/operation.ts'

/** What the page of the reference is drawn by: one file, the same for as long as its package has the same version. */
const packageFolder = new URL('../', import.meta.resolve('@scalar/fastify-api-reference'))
const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as { version: string }
export const scriptName = `scalar-${version}.js`

const maxBytes = 16 * 1024 * 1024
const run = promisify(execFile)
const unpack = promisify(gunzip)

type Packed = () => Promise<Buffer>

/** Made when it is first asked for, and kept packed: most services are never asked. */
export function packedOnce(): Packed {
  let packed: Promise<Buffer> | null = null
  return () =>
    (packed ??= pack().catch((error: unknown) => {
      packed = null
      throw error
    }))
}

async function pack(): Promise<Buffer> {
  const file = fileURLToPath(import.meta.resolve('./pack.ts'))
  return (await run(process.execPath, [file], { encoding: 'buffer', maxBuffer: maxBytes })).stdout
}

export async function answerScript(
  packed: Packed,
  headers: Record<string, string>,
  encodings: string | undefined,
): Promise<Answer> {
  const script = await packed()
  const all = { ...headers, 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }
  if (!takesGzip(encodings)) return new Answer(200, await unpack(script), all)
  return new Answer(200, script, { ...all, 'content-encoding': 'gzip' })
}

function takesGzip(encodings = ''): boolean {
  return encodings.split(',').some((each) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/i.test(each))
}
