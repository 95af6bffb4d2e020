import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { openSocket } from '../../support/raw-request.ts'

const app = await startTestApp({ UPLOAD_IDLE_SECONDS: '1' }, { api: true, worker: false, sandbox: false })

test('a caller that takes nothing of its answers is hung up on', async () => {
  const accepted = new Promise<Socket>((resolve) => {
    const take = (message: unknown) => resolve((message as { socket: Socket }).socket)
    subscribe('net.server.socket', take)
    after(() => unsubscribe('net.server.socket', take))
  })
  const socket = await openSocket(app.url)
  const other = await accepted
  assert.equal(other.remotePort, socket.localPort)
  const hungUp = once(other, 'close')
  socket.on('error', () => undefined)
  socket.pause()
  // Far more than lies between the two ends of a connection.
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200))
  // Whoever does not read does not learn of it; both ends are in this process.
  await hungUp
  assert.equal(socket.destroyed, false)
  socket.destroy()
})

test('a caller that reads slowly gets its whole answer', async () => {
  const socket = await openSocket(app.url)
  socket.write('GET /llms-full.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let size = 0
  for await (const piece of socket) size += (piece as Buffer).length
  assert.ok(size > 100_000)
})

test('an event stream without news stays open', async () => {
  const { body: batch } = await app.call<{ id: number }>('POST', '/v1/drafts', { body: { name: 'Later', ads: [] } })
  const socket = await openSocket(app.url)
  const path = `/v1/batches/${batch.id}/events`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  assert.match(first.toString(), /^HTTP\/1.1 200/)
  socket.destroy()
})
