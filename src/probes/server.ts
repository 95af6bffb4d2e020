import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceMetrics } from '../metrics/metrics.ts'
import { live, readyAnswer } from './readiness.ts'
import type { ProbeAnswer, Readiness } from './readiness.ts'

export interface ProbeParts {
  readiness: Pick<Readiness, 'problem'>
  /** Null: METRICS is off, or there are none yet. */
  metrics: () => Pick<ServiceMetrics, 'text' | 'contentType'> | null
}

export interface ProbeServer {
  url: string
  close(): Promise<void>
}

const plainText = 'text/plain; charset=utf-8'
const maxConnections = 100
/** Whoever asks says so at once, and is answered in seconds. */
const requestWithinMs = 5_000

/** What a worker answers: it has no interface of its own. Rejects when the port cannot be had. */
export async function startProbeServer(parts: ProbeParts, place: { port: number; host: string }): Promise<ProbeServer> {
  const server = createServer(
    { requestTimeout: requestWithinMs, headersTimeout: requestWithinMs, maxHeaderSize: 8_192 },
    (request, response) => {
      answer(parts, request, response).catch(() => response.destroy())
    },
  )
  server.maxConnections = maxConnections
  server.listen(place)
  await once(server, 'listening')
  const { port, address, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(parts: ProbeParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, text, type = plainText } = await answerTo(parts, request)
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(request.method === 'HEAD' ? '' : text)
}

async function answerTo(
  { readiness, metrics }: ProbeParts,
  { method, url = '' }: IncomingMessage,
): Promise<ProbeAnswer & { type?: string }> {
  const path = url.split('?', 1)[0]
  const known = path === '/live' || path === '/ready' || path === '/metrics'
  if (known && method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'Only GET is answered here.\n' }
  if (path === '/live') return live
  if (path === '/ready') return readyAnswer(readiness)
  const figures = path === '/metrics' ? metrics() : null
  if (figures) return { status: 200, text: await figures.text(), type: figures.contentType }
  return { status: 404, text: 'A worker answers /live, /ready and, with METRICS=on, /metrics.\n' }
}
