import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { holdCalls } from './calls-in-hand.ts'

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

async function opened() {
  const server = fastify({ forceCloseConnections: true })
  const calls = holdCalls(server)
  server.get('/', () => 'answered')
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const caller = async () => {
    const accepted = once(server.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const ended = new Promise<string>((resolve) => {
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
      socket.once('close', () => resolve(text))
    })
    await accepted
    return { socket, ended }
  }
  return { calls, caller, close: () => server.close() }
}

test('who was let in and has not spoken yet is answered before the end', async () => {
  const { calls, caller, close } = await opened()
  const { socket, ended } = await caller()
  const finished = calls.finish(10_000)
  socket.write(request)
  await finished
  await close()
  assert.match(await ended, /^HTTP\/1\.1 200 OK[^]*connection: close[^]*answered$/i)
})

test('who never speaks, or has nothing more to say, is not waited for', async () => {
  const { calls, caller, close } = await opened()
  const silent = await caller()
  await calls.finish(20)
  await close()
  assert.equal(await silent.ended, '')

  const other = await opened()
  const { socket, ended } = await other.caller()
  const answered = once(socket, 'data')
  socket.write(request)
  await answered
  await other.calls.finish(600_000)
  await other.close()
  assert.match(await ended, /answered$/)
})

test('many who hang up without a word, one after the other, leave no listener behind', async () => {
  const warnings: Error[] = []
  const heard = (warning: Error) => void warnings.push(warning)
  process.on('warning', heard)
  const { calls, caller, close } = await opened()
  const callers = []
  for (let n = 0; n < 30; n++) callers.push(await caller())
  const finished = calls.finish(600_000)
  for (const { socket, ended } of callers) {
    socket.destroy()
    await ended
  }
  await finished
  await close()
  // Warnings are told in a later turn.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', heard)
  assert.deepEqual(warnings, [])
})
