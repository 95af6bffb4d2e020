import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import { createGuardedConnector, createHostList, resolveBySystem } from './guarded-connect.ts'
import type { Resolve } from './guarded-connect.ts'
import { reasonOf } from './url-failure.ts'

export interface UrlPosterOptions {
  /** Hosts ("host" or "host:port") that may be reached although they are private. */
  allowPrivateUrls: string[]
  /** From connecting to the end of the answer. */
  timeoutMs?: number
  /** Resolves host names; called while connecting. */
  lookup?: Resolve
}

/** What became of a request: an answer with the beginning of its text, or a short word for why there is none. */
type Posted = { status: number; answer: string } | { problem: string }

export interface UrlPoster {
  post(url: string, headers: Record<string, string>, body: string): Promise<Posted>
  /** Whether the address may be reached although it is private. */
  isNamed(url: URL): boolean
  close(): Promise<void>
}

const maxAnswerBytes = 500

/**
 * Sends to addresses that users give. A connection goes to the very address that was checked and stays there, so a name that answers differently
 * later gains nothing; nobody is redirected, and of an answer little is read, however long it is.
 */
export function createUrlPoster({ allowPrivateUrls, timeoutMs = 15_000, lookup }: UrlPosterOptions): UrlPoster {
  const isNamed = createHostList(allowPrivateUrls)
  const agent = new Agent({
    connect: createGuardedConnector({ allowPrivateUrls, resolve: lookup ?? resolveBySystem, timeoutMs }),
    pipelining: 1,
    connections: 8,
    keepAliveTimeout: 4_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  })
  return {
    async post(url, headers, body) {
      const target = new URL(url)
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(), timeoutMs)
      try {
        const response = await agent.request({
          origin: target.origin,
          path: `${target.pathname}${target.search}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Flightdeck', ...headers },
          body,
          signal: timeout.signal,
        })
        const answer = await beginningOf(response.body)
        return { status: response.statusCode, answer }
      } catch (error) {
        return { problem: timeout.signal.aborted ? 'timeout' : reasonOf(error) }
      } finally {
        clearTimeout(timer)
      }
    },
    isNamed: ({ protocol, hostname, port }) => isNamed(protocol, hostname, port),
    close: () => agent.destroy(),
  }
}

/** What is not read is not waited for: the connection is given up. */
async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxAnswerBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '')
}
