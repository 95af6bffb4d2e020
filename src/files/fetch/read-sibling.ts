import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Agent } from 'undici'
import { reasonOf } from './url-failure.ts'

/** What a file must turn out to be. */
export interface Whole {
  sha256: string
  size: number
}

/** Reads files from processes of our own. Whoever calls it has their addresses from nobody but themselves. */
export interface SiblingReader {
  /** Writes the file to a path. What is not exactly the file that was asked for leaves nothing there. */
  read(url: string, path: string, whole: Whole): Promise<SiblingAnswer>
  close(): Promise<void>
}

/** read; none: it has no such file; otherwise a short word for what went wrong. */
type SiblingAnswer = 'read' | 'none' | { problem: string }

const connectMs = 3_000
/** Until the first byte, and between any two. */
const usualSilenceMs = 5_000
const wholeMs = 120_000

export function createSiblingReader({ silenceMs = usualSilenceMs } = {}): SiblingReader {
  const agent = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connections: 4,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
  })
  return {
    async read(url, path, whole) {
      const { origin, pathname, search } = new URL(url)
      try {
        const signal = AbortSignal.timeout(wholeMs)
        // Nobody is redirected.
        const answer = await agent.request({ origin, path: pathname + search, method: 'GET', signal })
        if (answer.statusCode !== 200) {
          await answer.body.dump({ limit: 4096, signal }).catch(() => undefined)
          return answer.statusCode === 404 ? 'none' : { problem: `status ${answer.statusCode}` }
        }
        return (await isWritten(answer.body, path, whole)) ? 'read' : { problem: 'other content' }
      } catch (error) {
        return { problem: reasonOf(error) }
      }
    },
    close: () => agent.destroy(),
  }
}

class OtherContent extends Error {}

/** False: it is another file. */
async function isWritten(body: Readable, path: string, whole: Whole): Promise<boolean> {
  const hash = createHash('sha256')
  let size = 0
  async function* count(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length
      if (size > whole.size) throw new OtherContent()
      hash.update(chunk)
      yield chunk
    }
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const closed = new Promise<void>((resolve) => file.once('close', resolve))
  try {
    await pipeline(body, count, file)
    if (size === whole.size && hash.digest('hex') === whole.sha256) return true
    throw new OtherContent()
  } catch (error) {
    await closed
    await rm(path, { force: true })
    if (error instanceof OtherContent) return false
    throw error
  }
}
