import { createServer, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { after } from 'node:test'

/** What goes wrong with one call on its way. */
export type Trouble =
  | 'cut-before' // the service never sees it
  | 'cut-after' // the service has done it, and its answer is lost
  | 'cut-within' // the answer breaks off in the middle
  | { status: number; headers?: Record<string, string>; body?: string } // somebody on the way answers

export interface Passed {
  method: string
  path: string
  headers: IncomingHttpHeaders
  trouble: Trouble | null
}

/** Stands between the client and the service, as networks do. */
export interface RoughProxy {
  url: string
  /** Every call that was tried, in order. */
  calls: Passed[]
  /** Asked for each call; null: it goes through. */
  trouble: (call: Passed) => Trouble | null
  /** Where the service is; null: nobody is there. */
  target: string | null
  /** Cuts every connection that there is. */
  cut(): void
}

export async function roughProxy(target: string): Promise<RoughProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((incoming, reply) => {
    const { method = '', url: path = '', headers } = incoming
    const call: Passed = { method, path, headers, trouble: null }
    call.trouble = proxy.trouble(call)
    proxy.calls.push(call)
    if (proxy.target === null || call.trouble === 'cut-before') return void incoming.socket.destroy()
    pass(proxy.target, incoming, reply, call.trouble)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RoughProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    trouble: () => null,
    target,
    cut: () => sockets.forEach((socket) => socket.destroy()),
  }
  after(() => {
    proxy.cut()
    server.close()
  })
  return proxy
}

function pass(target: string, incoming: IncomingMessage, reply: ServerResponse, trouble: Trouble | null): void {
  if (typeof trouble === 'object' && trouble !== null) {
    incoming.resume()
    reply.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '')
    return
  }
  const { method, headers, url = '/' } = incoming
  const outgoing = httpRequest(new URL(url, target), { method, headers, agent: false }, (answer) => {
    if (trouble === 'cut-after') return void answer.resume().once('end', () => incoming.socket.destroy())
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    if (trouble === 'cut-within') {
      answer.once('data', (chunk: Buffer) =>
        reply.write(chunk.subarray(0, chunk.length >> 1), () => incoming.socket.destroy()),
      )
      return
    }
    answer.once('error', () => incoming.socket.destroy()).pipe(reply)
  })
  reply.once('close', () => outgoing.destroy())
  outgoing.once('error', () => incoming.socket.destroy())
  incoming.pipe(outgoing)
}
