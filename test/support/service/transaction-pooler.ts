import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import pg from 'pg'

/**
 * The least that makes a pooler in transaction mode: clients are let in at once, and get one of a few connections to the server for as long as
 * a transaction of theirs lasts; the one that was used last first.
 */
export interface TransactionPooler {
  url: string
  close(): Promise<void>
}

interface Backend {
  client: pg.Client
  socket: Socket
}

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('S', Buffer.from('standard_conforming_strings\0on\0')),
  message('Z', Buffer.from('I')),
])

export async function startTransactionPooler(databaseUrl: string, size = 4): Promise<TransactionPooler> {
  const backends = await Promise.all(Array.from({ length: size }, () => openBackend(databaseUrl)))
  const free = [...backends]
  const waiting: ((backend: Backend) => void)[] = []
  const take = () => new Promise<Backend>((resolve) => (free.length > 0 ? resolve(free.pop()!) : waiting.push(resolve)))
  const giveBack = (backend: Backend) => {
    const next = waiting.shift()
    if (next) next(backend)
    else free.push(backend)
  }
  const server = createServer((socket) => serve(socket, take, giveBack))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://anybody@127.0.0.1:${port}/any`,
    async close() {
      server.close()
      for (const { socket } of backends) socket.destroy()
    },
  }
}

/** Connected and authenticated by the driver, then ours as it is. */
async function openBackend(databaseUrl: string): Promise<Backend> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return { client, socket: stream }
}

function serve(socket: Socket, take: () => Promise<Backend>, giveBack: (backend: Backend) => void): void {
  let isWelcome = false
  let backend: Promise<Backend> | null = null
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    if (!isWelcome) {
      isWelcome = true
      socket.write(welcome)
      return
    }
    // A client's last word ends nobody else's connection.
    if (backend === null && chunk.toString('latin1', 0, 1) === 'X') return void socket.end()
    backend ??= take().then((taken) => {
      relay(taken, socket, () => {
        backend = null
        giveBack(taken)
      })
      return taken
    })
    void backend.then((taken) => taken.socket.write(chunk))
  })
}

/** Passes answers on until the server says that no transaction is open. */
function relay({ socket: server }: Backend, client: Socket, onIdle: () => void): void {
  let rest = Buffer.alloc(0)
  const pass = (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    let isIdle = false
    let at = 0
    while (rest.length >= at + 5 && rest.length >= at + 1 + rest.readInt32BE(at + 1)) {
      const end = at + 1 + rest.readInt32BE(at + 1)
      isIdle = rest.toString('latin1', at, at + 1) === 'Z' && rest.toString('latin1', at + 5, end) === 'I'
      at = end
    }
    rest = rest.subarray(at)
    if (isIdle) {
      server.off('data', pass)
      onIdle()
    }
    if (!client.destroyed) client.write(chunk)
  }
  server.on('data', pass)
}
