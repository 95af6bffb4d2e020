import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { untilTrue } from '../../support/ask-until.ts'
import { startTestApp } from '../../support/harness.ts'
import { openSocket } from '../../support/raw-request.ts'

const app = await startTestApp({ UPLOAD_IDLE_SECONDS: '1' }, { api: true, worker: false, sandbox: false })

test('a caller that takes nothing of its answers is hung up on', async () => {
  const socket = await openSocket(app.url)
  socket.on('error', () => undefined)
  socket.pause()
  // Far more than lies between the two ends of a connection.
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200))
  // Whoever does not read does not learn of it; both ends are in this process.
  const ends = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const open = ends()
  await untilTrue(() => ends() < open)
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
