import { createServer, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One call as it went through. */
export interface Recorded {
  method: string
  /** With its query. */
  url: string
  requestHeaders: IncomingHttpHeaders
  requestBody: Buffer
  status: number
  replyBody: Buffer
}

/** Stands between the service and a server and keeps what was said, to the letter. */
export async function recordingProxy(target: string): Promise<{ url: string; calls: Recorded[]; close(): void }> {
  const calls: Recorded[] = []
  const forward = (incoming: IncomingMessage, requestBody: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { method, headers, url = '/' } = incoming
      const outgoing = httpRequest(new URL(url, target), { method, headers }, resolve)
      outgoing.on('error', reject)
      outgoing.end(requestBody)
    })
  const server = createServer((incoming, reply) => {
    const pass = async () => {
      const requestBody = await buffer(incoming)
      const answer = await forward(incoming, requestBody)
      const replyBody = await buffer(answer)
      const status = answer.statusCode ?? 0
      const { method = '', url = '', headers: requestHeaders } = incoming
      calls.push({ method, url, requestHeaders, requestBody, status, replyBody })
      reply.writeHead(status, answer.headers).end(replyBody)
    }
    pass().catch(() => reply.destroy())
  })
  // A connection that is closed for being idle breaks the request that is on its way by then.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
