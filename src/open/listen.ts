import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

/** A listening socket as the operating system knows it: no object of ours hears of its connections. */
export interface SocketHandle {
  close(): void
}

/** Somebody who holds our listening socket, so that it outlives us: calls that come while nobody serves wait in it. */
export interface SocketHolder {
  /** Null: there is none yet. */
  take(): Promise<SocketHandle | null>
  hold(handle: SocketHandle): void
}

interface ListenAddress {
  port: number
  host: string
}

/** Listens, on the socket that is held for us where there is one. Answers the port. */
export async function listen(server: FastifyInstance, { port, host }: ListenAddress, holder: SocketHolder | null) {
  const handle = (await holder?.take()) ?? null
  // By this name a machine has several addresses. The first is the one that is held; the others are opened at every start.
  const [first = host, ...others] = host === 'localhost' ? await addressesOf(host) : []
  await server.listen((handle ? { handle, port, host: first } : { port, host: first }) as FastifyListenOptions)
  holder?.hold((server.server as unknown as { _handle: SocketHandle })._handle)
  const chosen = (server.server.address() as AddressInfo).port
  for (const address of others) alsoListen(server.server, { port: chosen, host: address })
  return chosen
}

async function addressesOf(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true }).catch(() => [])
  return [...new Set(found.map(({ address }) => address))]
}

/** Where that does not work, the first address has to do. */
function alsoListen(server: Server, place: ListenAddress): void {
  const other = createServer((socket) => server.emit('connection', socket))
  other.on('error', () => undefined)
  other.listen(place)
  server.once('close', () => other.close())
}
