// Alone in its process: it listens for every exception that escapes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, describe, mock, test } from 'node:test'
import { boundary, formEnd, partHead } from '../../support/media/uploads.ts'
import { picture } from '../../support/media/media-files.ts'
import { startTestApp } from '../../support/harness.ts'
import { openSocket, parseAnswer, readAnswer, sendRaw } from '../../support/raw-request.ts'

/** Whatever one connection sends, it gets an answer or is closed, and all others are served as before. */
const app = await startTestApp({ UPLOAD_IDLE_SECONDS: '1' }, { api: true, worker: false, sandbox: false })
const png = await picture().png().toBuffer()
const escaped: unknown[] = []
const hear = (error: unknown) => void escaped.push(error)
process.on('uncaughtException', hear)
process.on('unhandledRejection', hear)
after(() => {
  process.off('uncaughtException', hear)
  process.off('unhandledRejection', hear)
})

const errors = mock.method(app.app.services.log, 'error')

const bearer = `Authorization: Bearer ${app.key}\r\n`
const head = (line: string, headers = '') => `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

afterEach(async () => {
  assert.equal((await app.call('GET', '/v1/health', { key: null })).status, 200)
  assert.deepEqual(escaped, [], 'an exception escaped its request')
  assert.deepEqual(errors.mock.calls, [], 'nothing of this is an error of ours')
})

const badPaths: [string, string, string][] = [
  ['a broken percent sign', '/%zz', 'v1'],
  ['an overlong encoding', '/v1/batches/%c0%af', 'v1'],
  ['a broken percent sign on the older surface', '/api/%zz', 'older'],
  ['a broken percent sign among uploads', '/upload/%zz', 'upload'],
  ['an id of 600 letters', `/v1/media/${'a'.repeat(600)}`, 'v1'],
]

for (const [what, path, surface] of badPaths) {
  test(`a path with ${what} is 400 in the envelope of its surface`, async () => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body, text } = await sendRaw(app.url, head(`${method} ${path}`, bearer))
      assert.equal(status, 400, text)
      const error = body!.error as { code?: string } | string
      assert.equal(typeof error === 'string' ? error : error.code, surface === 'upload' ? 'BAD_REQUEST' : 'bad_request')
      assert.deepEqual('success' in body!, surface !== 'older')
      assert.match(text, /x-request-id: req_/i)
    }
  })
}

/** Zero stands for a connection that is closed without an answer. */
const tricks: [string, string, number[]][] = [
  ['no method', ' / HTTP/1.1\r\n\r\n', [400]],
  ['an unknown method', 'BREW /v1/health HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
  ['no version', 'GET /v1/health\r\n\r\n', [200]],
  ['version 9.9', 'GET /v1/health HTTP/9.9\r\nHost: x\r\n\r\n', [400]],
  ['no host', 'GET /v1/health HTTP/1.1\r\n\r\n', [400]],
  ['version 1.0', 'GET /v1/health HTTP/1.0\r\n\r\n', [200]],
  ['a NUL in the path', 'GET /v1/\0 HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
  ['a NUL in a header', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n', [400]],
  ['a header without a colon', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', [400]],
  ['a folded header', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n', [200, 400]],
  ['the whole address of another host', 'GET http://other.example/v1/health HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
  ['the whole address of its host', 'GET http://x/v1/health HTTP/1.1\r\nHost: x\r\n\r\n', [200]],
  ['two hosts', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', [400]],
  ['the same host twice', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', [400]],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', [400, 404, 405]],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', [0, 400, 404]],
  ['an upgrade', head('GET /v1/health', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), [200]],
  ['TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [0, 400]],
  ['headers of 100 KB', head('GET /v1/health', `X-A: ${'a'.repeat(100_000)}\r\n`), [413]],
  ['5,000 headers', head('GET /v1/health', 'a: b\r\n'.repeat(5_000)), [200, 413]],
  ['two lengths', head('POST /v1/launch', `${bearer}Content-Length: 2\r\nContent-Length: 3\r\n`), [400]],
  ['a negative length', head('POST /v1/launch', `${bearer}Content-Length: -1\r\n`), [400]],
  [
    'a length and chunks',
    head('POST /v1/launch', `${bearer}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`),
    [400],
  ],
  ['an endless length', head('POST /v1/launch', `${bearer}Content-Length: ${'9'.repeat(30)}\r\n`), [400]],
  ['an unknown encoding', head('POST /v1/launch', `${bearer}Transfer-Encoding: gzip\r\n`), [400]],
  [
    'chunks that are none',
    `${head('POST /v1/launch', `${bearer}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`)}zz\r\n{}\r\n`,
    [400],
  ],
  ['another expectation', head('GET /v1/health', 'Expect: miracles\r\n'), [200]],
  ['a path of 12,000 letters', head(`GET /v1/${'a'.repeat(12_000)}`), [404]],
  ['a query of 12,000 letters', head(`GET /v1/health?${'a=b&'.repeat(3_000)}`), [200]],
  ['garbage after a good request', `${head('GET /v1/health')}\0\0\0\r\n\r\n`, [200, 400]],
]

for (const [what, bytes, statuses] of tricks) {
  test(`a request with ${what} is answered or hung up on`, async () => {
    const { status, text } = await sendRaw(app.url, Buffer.from(bytes, 'latin1'))
    assert.ok(statuses.includes(status), `${status}: ${text.slice(0, 200)}`)
    if (status === 400) assert.match(text, /"success":false,"message":".+","error":\{"code":"bad_request"/)
  })
}

test('every JSON answer says that it is not to be kept or guessed at', async () => {
  for (const path of ['/v1/health', '/v1/user', '/v1/nothing', '/%zz', '/api/ad-copy-templates']) {
    const { headers } = await app.call('GET', path)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
  }
})

test('requests that come before the answers to others are answered in their order', async () => {
  const socket = await openSocket(app.url)
  socket.write(head('GET /%zz') + head('GET /v1/nothing') + head('GET /v1/health', 'Connection: close\r\n'))
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]),
    ['400', '404', '200'],
  )
})

test('a caller that asks before it sends is told to go on only when its body is wanted', async () => {
  const asking = (headers: string) =>
    head(
      'POST /v1/launch/validate',
      `Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n${headers}`,
    )
  const refused = await sendRaw(app.url, asking(''))
  assert.equal(refused.status, 401)
  const socket = await openSocket(app.url)
  socket.write(asking(bearer))
  const [first] = (await once(socket, 'data')) as [Buffer]
  assert.match(first.toString(), /^HTTP\/1.1 100 Continue/)
  socket.write('{}')
  assert.equal(parseAnswer(await readAnswer(socket)).status, 400)
  socket.destroy()
})

test('a form of any length that is cut off anywhere is 400 at once', async () => {
  const many = `--${boundary}\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n`.repeat(25)
  const whole = Buffer.concat([Buffer.from(`${many}${partHead()}`), png.subarray(0, 64), Buffer.from(formEnd)])
  const short = Buffer.concat([Buffer.from(partHead()), png.subarray(0, 64), Buffer.from(formEnd)])
  const headers = (length: number) =>
    head(
      'POST /upload',
      `${bearer}Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n`,
    )
  for (const form of [short, whole]) {
    const step = form === short ? 1 : 97
    for (let length = 0; length < form.length - 4; length += step) {
      const { status, text } = await sendRaw(
        app.url,
        Buffer.concat([Buffer.from(headers(length)), form.subarray(0, length)]),
      )
      assert.ok(status === 400 || status === 415, `${length}: ${text}`)
      assert.doesNotMatch(text, /"reason":"timeout"/, `cut after ${length}`)
    }
  }
})

const refusals: [string, string, number][] = [
  ['for an operation that does not exist', head('POST /nothing', 'Content-Length: 100000000\r\n'), 404],
  ['without a key', head('POST /v1/launch', 'Content-Length: 100000000\r\n'), 401],
  ['without a key, in chunks,', head('POST /v1/launch', 'Transfer-Encoding: chunked\r\n'), 401],
  ['under a broken path', head('POST /%zz', 'Content-Length: 100000000\r\n'), 400],
  ['to an operation that takes none', head('GET /v1/health', 'Content-Length: 100000000\r\n'), 200],
]

for (const [what, request, expected] of refusals) {
  test(`a body ${what} is answered before it comes, and is not received`, async () => {
    const socket = await openSocket(app.url)
    socket.write(request)
    assert.equal(parseAnswer(await readAnswer(socket)).status, expected)
    const block = Buffer.from(`100000\r\n${'x'.repeat(1_048_576)}\r\n`)
    let sent = 0
    // Long before its end the connection is closed; what the two kernels hold between us does not count.
    while (!socket.destroyed && sent < 90_000_000) {
      sent += block.length
      await new Promise<void>((resolve) => {
        socket.once('close', resolve)
        socket.write(block, () => {
          socket.off('close', resolve)
          resolve()
        })
      })
    }
    assert.ok(sent < 90_000_000)
  })
}

describe('callers who hang up', () => {
  const json = JSON.stringify({ ads: [{ adName: 'x' }] })
  const jsonRequest =
    head('POST /v1/launch', `${bearer}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`) + json
  const form = Buffer.concat([Buffer.from(partHead()), png, Buffer.from(formEnd)])
  const formRequest = Buffer.concat([
    Buffer.from(
      head(
        'POST /upload',
        `${bearer}Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${form.length}\r\n`,
      ),
    ),
    form,
  ])
  const stages: [string, Buffer][] = [
    ['a JSON body', Buffer.from(jsonRequest)],
    ['a form', formRequest],
    ['a read', Buffer.from(head('GET /openapi.json'))],
  ]
  for (const [what, bytes] of stages) {
    for (const how of ['destroy', 'resetAndDestroy', 'end'] as const) {
      test(`at any stage of ${what} harm nobody (${how})`, async () => {
        const step = Math.ceil(bytes.length / 40)
        for (let sent = 1; sent <= bytes.length; sent += step) {
          const socket = await openSocket(app.url)
          await new Promise<void>((resolve) => socket.write(bytes.subarray(0, sent), () => resolve()))
          socket[how]()
          socket.resume()
          if (!socket.destroyed) await once(socket, 'close')
        }
      })
    }
  }

  test('in the middle of a long answer harm nobody', async () => {
    for (let n = 0; n < 20; n++) {
      const socket = await openSocket(app.url)
      socket.write(head('GET /openapi.json'))
      await once(socket, 'data')
      if (n % 2) socket.destroy()
      else socket.resetAndDestroy()
    }
  })

  test('in the middle of a long answer, after garbage, harm nobody', async () => {
    const socket = await openSocket(app.url)
    socket.write(`${head('GET /openapi.json')}\0garbage\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    assert.doesNotMatch(text.slice(20), /HTTP\/1\.1 400[^]*"openapi"/)
  })
})

describe('unfinished requests', { concurrency: true }, () => {
  test('headers that never end are given up', async () => {
    const socket = await openSocket(app.url)
    socket.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n')
    const { status, text } = parseAnswer(await readAnswer(socket))
    assert.equal(status, 400)
    assert.match(text, /did not arrive within 15 seconds/)
  })

  test('a connection that says nothing is closed, without a word', async () => {
    const socket = await openSocket(app.url)
    assert.equal(await readAnswer(socket), '')
    assert.equal(socket.readableEnded, true)
  })

  test('a JSON body that stops arriving is 400, and its connection is closed', async () => {
    const socket = await openSocket(app.url)
    const headers = `${bearer}Content-Type: application/json\r\nContent-Length: 100\r\n`
    socket.write(`${head('POST /v1/launch', headers)}{"ads":`)
    const { status, text } = parseAnswer(await readAnswer(socket))
    assert.equal(status, 400)
    assert.match(text, /stopped arriving/)
    await once(socket, 'close')
  })
})
