/** Servers on loopback for the tests of this folder. Used by tests only. */
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export interface TestServer {
  /** "127.0.0.1:port" */
  host: string
  port: number
  url(path: string): string
  /** How many connections are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

export function serveHttp(listener: RequestListener): Promise<TestServer> {
  return start(createServer(listener))
}

/** For answers that no HTTP server would give. */
export function serveTcp(listener: (socket: Socket) => void): Promise<TestServer> {
  return start(createTcpServer(listener))
}

async function start(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    port,
    url: (path) => `http://${host}${path}`,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        for (const socket of sockets) socket.destroy()
      }),
  }
}
