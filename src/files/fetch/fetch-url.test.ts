import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createUrlFetcher } from './fetch-url.ts'
import type { UrlFetcher, UrlFetcherOptions } from './fetch-url.ts'
import { serveHttp, serveTcp } from '../../../test/support/media/file-server.ts'
import type { TestServer } from '../../../test/support/media/file-server.ts'

type Limits = Partial<UrlFetcherOptions>

function fetcherFor(t: TestContext, server: TestServer, limits: Limits = {}): UrlFetcher {
  const fetcher = createUrlFetcher({ allowPrivateUrls: [server.host], ...limits })
  t.after(async () => {
    await fetcher.close()
    await server.close()
  })
  return fetcher
}

async function httpFetcher(
  t: TestContext,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  limits?: Limits,
) {
  const server = await serveHttp(listener)
  return { server, fetcher: fetcherFor(t, server, limits) }
}

/** A server that sends the same bytes to everybody, HTTP or not, and then keeps the connection open. */
async function rawFetcher(t: TestContext, answer: string, limits?: Limits) {
  const server = await serveTcp((socket) => socket.once('data', () => socket.write(answer)))
  return { server, fetcher: fetcherFor(t, server, limits) }
}

function unreachable(url: string, reason: string) {
  return { code: 'URL_NOT_ACCESSIBLE', status: 422, details: { url, reason } }
}

test('a file is fetched with its type, its length and its bytes', async (t) => {
  const seen: IncomingMessage[] = []
  const { server, fetcher } = await httpFetcher(t, (request, response) => {
    seen.push(request)
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 5, 'set-cookie': 'a=b' }).end('bytes')
  })
  const url = server.url('/a%20b.png?token=1#part')
  for (let round = 0; round < 2; round += 1) {
    const answer = await fetcher.fetch(url)
    assert.equal(answer.status, 200)
    assert.equal(answer.finalUrl, server.url('/a%20b.png?token=1'))
    assert.equal(answer.contentType, 'image/png')
    assert.equal(answer.contentLength, 5)
    assert.equal((await buffer(answer.body)).toString(), 'bytes')
  }
  assert.deepEqual(
    seen.map((request) => request.url),
    ['/a%20b.png?token=1', '/a%20b.png?token=1'],
  )
  assert.equal(seen[1]?.headers['accept-encoding'], 'identity')
  assert.equal(seen[1]?.headers.cookie, undefined)
})

test('up to five redirects are followed and the sixth is not', async (t) => {
  const { server, fetcher } = await httpFetcher(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('here')
    else response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, { location: `/${left - 1}` }).end('moved')
  })
  const answer = await fetcher.fetch(server.url('/5'))
  assert.equal(answer.finalUrl, server.url('/0'))
  assert.equal((await buffer(answer.body)).toString(), 'here')
  await assert.rejects(fetcher.fetch(server.url('/6')), unreachable(server.url('/6'), 'too_many_redirects'))
})

test('a circle of redirects ends', async (t) => {
  let requests = 0
  const { server, fetcher } = await httpFetcher(t, (request, response) => {
    requests += 1
    response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end()
  })
  await assert.rejects(fetcher.fetch(server.url('/a')), unreachable(server.url('/a'), 'too_many_redirects'))
  assert.equal(requests, 6)
})

test('an answer other than 200 is refused with its status', async (t) => {
  const { server, fetcher } = await httpFetcher(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end()
  })
  for (const status of [204, 206, 300, 302, 401, 403, 404, 410, 500, 503]) {
    const url = server.url(`/${status}`)
    await assert.rejects(fetcher.fetch(url), unreachable(url, `status_${status}`))
  }
})

test('a compressed body is refused', async (t) => {
  const { server, fetcher } = await httpFetcher(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1000)))
  })
  await assert.rejects(fetcher.fetch(server.url('/')), unreachable(server.url('/'), 'encoded_body'))
})

test('a file that says it is too large is refused before it is read', async (t) => {
  const { server, fetcher } = await httpFetcher(
    t,
    (_request, response) => response.writeHead(200, { 'content-length': 1001 }).write('x'),
    { maxBytes: 1000 },
  )
  const details = { fileSize: 1001, maxSize: 1000 }
  await assert.rejects(fetcher.fetch(server.url('/')), { code: 'FILE_TOO_LARGE', status: 413, details })
})

test('a file of exactly the largest size passes and one byte more does not', async (t) => {
  const { server, fetcher } = await httpFetcher(
    t,
    (request, response) => {
      response.write('x'.repeat(500))
      response.end('x'.repeat(Number(request.url?.slice(1)) - 500))
    },
    { maxBytes: 1000 },
  )
  const whole = await fetcher.fetch(server.url('/1000'))
  assert.equal((await buffer(whole.body)).length, 1000)
  const larger = await fetcher.fetch(server.url('/1001'))
  assert.equal(larger.contentLength, null)
  await assert.rejects(buffer(larger.body), { code: 'FILE_TOO_LARGE', details: { fileSize: 1001, maxSize: 1000 } })
})

test('a body that never ends is cut off at the largest size', async (t) => {
  const { server, fetcher } = await httpFetcher(
    t,
    (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more)
      more()
    },
    { maxBytes: 1_000_000 },
  )
  const { body } = await fetcher.fetch(server.url('/'))
  await assert.rejects(buffer(body), { code: 'FILE_TOO_LARGE' })
})

test('a body shorter than its Content-Length is an error, not a file', async (t) => {
  const server = await serveTcp((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this')),
  )
  const fetcher = fetcherFor(t, server)
  const { body } = await fetcher.fetch(server.url('/'))
  await assert.rejects(buffer(body), unreachable(server.url('/'), 'connection_lost'))
})

test('bytes after the announced length are not part of the file', async (t) => {
  const { server, fetcher } = await rawFetcher(t, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfilesmuggled')
  const { body } = await fetcher.fetch(server.url('/'))
  assert.equal((await buffer(body)).toString(), 'file')
})

test('a body that hangs half way ends in a timeout', async (t) => {
  const { server, fetcher } = await httpFetcher(
    t,
    (_request, response) => response.writeHead(200, { 'content-length': 100 }).write('half'),
    { idleTimeoutMs: 50 },
  )
  const { body } = await fetcher.fetch(server.url('/'))
  await assert.rejects(buffer(body), unreachable(server.url('/'), 'timeout'))
})

test('a body that only drips ends when the total time is over', async (t) => {
  const { server, fetcher } = await httpFetcher(
    t,
    (_request, response) => {
      const drip = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drip))
    },
    { idleTimeoutMs: 1000, totalTimeoutMs: 150 },
  )
  const { body } = await fetcher.fetch(server.url('/'))
  await assert.rejects(buffer(body), unreachable(server.url('/'), 'timeout'))
})

test('headers that never come, or come too slowly, end in a timeout', async (t) => {
  const silent = await serveTcp(() => undefined)
  const first = fetcherFor(t, silent, { headerTimeoutMs: 50 })
  await assert.rejects(first.fetch(silent.url('/')), unreachable(silent.url('/'), 'timeout'))
  const slow = await serveTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 10)
    socket.on('close', () => clearInterval(drip))
  })
  const second = fetcherFor(t, slow, { headerTimeoutMs: 100 })
  await assert.rejects(second.fetch(slow.url('/')), unreachable(slow.url('/'), 'timeout'))
})

test('a name that is never resolved ends in a timeout', async (t) => {
  const server = await serveTcp(() => undefined)
  const fetcher = fetcherFor(t, server, { headerTimeoutMs: 50, lookup: () => new Promise(() => undefined) })
  await assert.rejects(fetcher.fetch('http://slow.test/'), unreachable('http://slow.test/', 'timeout'))
})

test('what cannot be reached or understood says why', async (t) => {
  const gone = await serveTcp(() => undefined)
  await gone.close()
  const closing = await serveTcp((socket) => socket.destroy())
  const { server, fetcher } = await rawFetcher(t, 'SSH-2.0-OpenSSH_9.9\r\n', {
    allowPrivateUrls: ['127.0.0.1'],
    lookup: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  })
  t.after(() => closing.close())
  const cases: [url: string, reason: string][] = [
    [gone.url('/'), 'connect'],
    [closing.url('/'), 'connection_lost'],
    [server.url('/'), 'bad_response'],
    [`https://${server.host}/`, 'tls'],
    ['http://no-such-host.test/', 'dns'],
  ]
  for (const [url, reason] of cases) await assert.rejects(fetcher.fetch(url), unreachable(url, reason))
})

test('headers without end are refused', async (t) => {
  const { server, fetcher } = await rawFetcher(t, `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`)
  await assert.rejects(fetcher.fetch(server.url('/')), unreachable(server.url('/'), 'bad_response'))
})

test('a caller can give up while waiting for headers and while reading', async (t) => {
  const { server, fetcher } = await httpFetcher(t, (request, response) => {
    if (request.url === '/body') response.writeHead(200).write('start')
  })
  await assert.rejects(fetcher.fetch(server.url('/'), AbortSignal.abort()), unreachable(server.url('/'), 'aborted'))
  const early = new AbortController()
  const waiting = fetcher.fetch(server.url('/'), early.signal)
  early.abort()
  await assert.rejects(waiting, unreachable(server.url('/'), 'aborted'))
  const late = new AbortController()
  const { body } = await fetcher.fetch(server.url('/body'), late.signal)
  late.abort()
  await assert.rejects(buffer(body), unreachable(server.url('/body'), 'aborted'))
})

test('a body that nobody wants any more gives its connection back', async (t) => {
  const closed = Promise.withResolvers<void>()
  const { server, fetcher } = await httpFetcher(t, (_request, response) => {
    response.on('close', () => closed.resolve())
    response.writeHead(200).write('start')
  })
  const { body } = await fetcher.fetch(server.url('/'))
  body.destroy()
  await closed.promise
})
