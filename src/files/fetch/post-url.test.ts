import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createUrlPoster } from './post-url.ts'

let hits = 0
const answers: Record<string, RequestListener> = {
  '/redirect': (_request, reply) => void reply.writeHead(307, { location: '/taken' }).end(),
  '/taken': (_request, reply) => void reply.end('taken'),
  '/hangs': () => undefined,
  '/drips': (_request, reply) => void reply.write('a'),
  '/endless': (_request, reply) => {
    const more = () => {
      while (!reply.destroyed && reply.write('x'.repeat(65_536)));
    }
    reply.on('drain', more)
    more()
  },
}
const server = createServer((request, reply) => {
  hits++
  request.resume()
  answers[request.url!]!(request, reply)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const host = `127.0.0.1:${port}`
after(() => {
  server.closeAllConnections()
  server.close()
})

const poster = createUrlPoster({ allowPrivateUrls: [host] })
const hasty = createUrlPoster({ allowPrivateUrls: [host], timeoutMs: 400 })
after(() => Promise.all([poster.close(), hasty.close()]))
const post = (path: string, by = poster) => by.post(`http://${host}${path}`, {}, '{}')

test('the answer is told, with the beginning of its text', async () => {
  assert.deepEqual(await post('/taken'), { status: 200, answer: 'taken' })
})

test('nobody is redirected', async () => {
  const before = hits
  assert.deepEqual(await post('/redirect'), { status: 307, answer: '' })
  assert.equal(hits, before + 1)
})

test('a receiver that hangs, before its answer or in it, is given up', async () => {
  assert.deepEqual(await post('/hangs', hasty), { problem: 'timeout' })
  assert.deepEqual(await post('/drips', hasty), { problem: 'timeout' })
})

test('of an answer without end little is read', async () => {
  const answer = await post('/endless')
  assert.deepEqual(answer, { status: 200, answer: 'x'.repeat(500) })
})

test('private addresses are not reached, also when a name leads to one only later', async () => {
  const before = hits
  const guarded = (lookup: string[]) =>
    createUrlPoster({
      allowPrivateUrls: [],
      timeoutMs: 400,
      lookup: () => Promise.resolve([{ address: lookup.shift()!, family: 4 }]),
    })
  const strict = guarded([])
  assert.deepEqual(await strict.post(`http://${host}/taken`, {}, '{}'), { problem: 'private_address' })
  // The second time the name leads to ourselves.
  const turning = guarded(['198.51.100.1', '127.0.0.1'])
  await turning.post(`http://turns.example:${port}/taken`, {}, '{}')
  assert.deepEqual(await turning.post(`http://turns.example:${port}/taken`, {}, '{}'), { problem: 'private_address' })
  assert.equal(hits, before)
  await Promise.all([strict.close(), turning.close()])
})
