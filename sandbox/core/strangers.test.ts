import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { openSocket, parseAnswer, readAnswer, sendRaw } from '../../test/support/raw-request.ts'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import { simulatorFactories } from '../simulators.ts'

/** What a page sends without being asked about it first: a form, whole or cut off inside of its last part. */
function formOf(parts: number, isCutOff: boolean): string {
  const fields = Array.from(
    { length: parts - 1 },
    (_, n) => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\nv\r\n`,
  )
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'
  return fields.join('') + file + (isCutOff ? '' : '\r\n--x--\r\n')
}

interface Sent {
  path?: string
  headers?: Record<string, string>
  body?: string
  /** What it says of its length, where that is not true. */
  length?: number
}

function requestOf(url: string, { path = '/meta/', headers = {}, body = '', length }: Sent): string {
  const all = { host: new URL(url).host, 'content-length': String(length ?? body.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

const form = { 'content-type': 'multipart/form-data; boundary=x' }

test('no number of parts ends the sandbox, whether the form ends inside of a part or after it', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const parts of [2, 200, 201, 1_000, 1_001, 2_000, 100_000])
    for (const isCutOff of [false, true]) {
      const path = '/meta/v26.0/me/adaccounts?access_token=sandbox-meta-token'
      const { status } = await sendRaw(url, requestOf(url, { path, headers: form, body: formOf(parts, isCutOff) }))
      assert.equal(status, 400, `${parts} parts, ${isCutOff ? 'cut off' : 'whole'}`)
    }
  assert.equal((await fetch(`${url}/_control/clock`)).status, 200)
})

test('a form whose sender hangs up in the middle of a part does no harm', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const parts of [2, 1_001]) {
    const socket = await openSocket(url)
    const body = formOf(parts, true)
    await new Promise((resolve) => socket.write(requestOf(url, { headers: form, body, length: 1e6 }), resolve))
    socket.resetAndDestroy()
    await once(socket, 'close')
    assert.equal((await fetch(`${url}/_control/clock`)).status, 200)
  }
})

test('what a page of somebody else sends to a simulated platform is refused before its body is read', async (context) => {
  const { url } = await startTestSandbox(context)
  const { port } = new URL(url)
  const own = `http://127.0.0.1:${port}`
  const foreign: Record<string, string>[] = [
    { host: `evil.example:${port}` },
    { host: `127.0.0.1.evil.example:${port}` },
    { host: '' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: `https://127.0.0.1:${port}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
  ]
  const prefixes = [
    '/meta/',
    '/tiktok/',
    '/snapchat/',
    '/pinterest/',
    '/linkedin/',
    '/applovin/',
    '/google-ads/',
    '/research/',
  ]
  assert.equal(prefixes.length, simulatorFactories.length)
  for (const path of prefixes)
    for (const headers of foreign) {
      // Of the body nothing is ever sent.
      const { status } = await sendRaw(url, requestOf(url, { path, headers: { ...form, ...headers }, length: 1e9 }))
      assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`)
    }
  const socket = await openSocket(url)
  socket.write(requestOf(url, { headers: { ...form, origin: own }, length: 3, body: 'abc' }))
  assert.notEqual(parseAnswer(await readAnswer(socket)).status, 403)
  socket.destroy()
})

async function read(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const all = { host: new URL(url).host, connection: 'close', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return (await sendRaw(url, `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)).status
}

test('pages of others read nothing; they may show pictures, and people may follow their links', async (context) => {
  const { url } = await startTestSandbox(context)
  const path = '/meta/v26.0/me/adaccounts?access_token=sandbox-meta-token'
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  const statuses: [number, string, Record<string, string>][] = [
    [200, path, {}],
    [200, path, { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [403, path, { host: 'evil.example' }],
    [403, path, { origin: 'http://evil.example' }],
    [403, path, { ...crossSite, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
    [403, path, { ...crossSite, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
    [403, '/_control/clock', crossSite],
    [403, '/manager/meta', { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    [403, '/_assets/square.png', { host: 'evil.example' }],
    [200, '/_assets/square.png', { ...crossSite, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    [200, '/manager/meta', { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ]
  for (const [status, where, headers] of statuses)
    assert.equal(await read(url, where, headers), status, `${where} ${JSON.stringify(headers)}`)
})

test('a sandbox that listens for everybody goes by its addresses, and by the names that it was given', async (context) => {
  const { url } = await startTestSandbox(context, { host: '0.0.0.0', names: ['Sandbox.internal'] })
  const path = '/meta/v26.0/me/adaccounts?access_token=sandbox-meta-token'
  for (const host of ['sandbox.internal:8081', '192.0.2.7:8081', 'localhost'])
    assert.equal(await read(url, path, { host }), 200, host)
  for (const host of ['internal', 'other.internal:8081']) assert.equal(await read(url, path, { host }), 403, host)
})

test('a body is at most what its platform takes', async (context) => {
  const { url } = await startTestSandbox(context)
  const json = { 'content-type': 'application/json' }
  const large = await sendRaw(url, requestOf(url, { path: '/tiktok/', headers: json, length: 17 * 1024 * 1024 }))
  assert.equal(large.status, 413)
  const piece = await sendRaw(url, requestOf(url, { path: '/snapchat/', headers: form, length: 40 * 1024 * 1024 }))
  assert.equal(piece.status, 413)
})
