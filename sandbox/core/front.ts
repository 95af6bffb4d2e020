import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What listens, before there is anything to answer with: calls that come early wait. */
export interface Front {
  /** Answers the port. */
  listen(where: { host: string; port: number }, patienceMs: number): Promise<number>
  serve(handle: RequestListener): Server
  close(): Promise<void>
}

const lookAgainMs = 50
const keepAliveMs = 72_000

export function createFront(): Front {
  const ready = Promise.withResolvers<RequestListener>()
  const server = createServer((request, response) => void ready.promise.then((handle) => handle(request, response)))
  server.keepAliveTimeout = keepAliveMs
  return {
    async listen(where, patienceMs) {
      const until = performance.now() + patienceMs
      while (!(await takes(server, where, performance.now() < until))) await delay(lookAgainMs)
      return (server.address() as AddressInfo).port
    },
    serve(handle) {
      ready.resolve(handle)
      return server
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** False when somebody else has the port and it is worth waiting for. */
async function takes(server: Server, where: { host: string; port: number }, isPatient: boolean): Promise<boolean> {
  try {
    server.listen(where)
    await once(server, 'listening')
    return true
  } catch (error) {
    if (isPatient && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}
