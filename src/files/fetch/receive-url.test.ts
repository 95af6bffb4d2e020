import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createUrlFetcher } from './fetch-url.ts'
import type { UrlFetcher } from './fetch-url.ts'
import { avi, picture } from '../../../test/support/media/media-files.ts'
import { createProber } from '../probe/probe.ts'
import { discard } from '../store/receive.ts'
import type { ReceiveOptions } from '../store/receive.ts'
import { receiveUrl } from './receive-url.ts'
import { serveHttp } from '../../../test/support/media/file-server.ts'
import type { TestServer } from '../../../test/support/media/file-server.ts'

const prober = createProber()
const probe: ReceiveOptions['probe'] = (...file) => prober.probe(1, ...file)
let tempDir = ''
let server: TestServer
let fetcher: UrlFetcher

before(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'receive-url-test-'))
  const files: Record<string, Buffer> = {
    '/lies.html': await avi(),
    '/page': Buffer.from('<!doctype html><title>Log in</title>'),
    '/error': Buffer.from('{"error":"expired"}'),
    '/empty': Buffer.alloc(0),
    '/image.webp': await picture().webp().toBuffer(),
  }
  server = await serveHttp((request, response) => {
    const bytes = files[request.url ?? '']
    if (request.url === '/hangs') response.writeHead(200, { 'content-length': 1000 }).write('GIF89a')
    else if (bytes) response.writeHead(200, { 'content-type': 'text/html', 'content-length': bytes.length }).end(bytes)
    else response.writeHead(404).end()
  })
  fetcher = createUrlFetcher({ allowPrivateUrls: [server.host] })
})

after(async () => {
  await fetcher.close()
  await server.close()
  await rm(tempDir, { recursive: true, force: true })
})

function receive(path: string, maxBytes = 10_000_000) {
  return receiveUrl(fetcher, server.url(path), { probe, tempDir, maxBytes })
}

test('a file behind a URL is received whatever its name and type claim', async () => {
  const received = await receive('/lies.html')
  assert.equal(received.format, 'avi')
  assert.equal(received.dimensions.width, 320)
  await discard(received)
})

test('a page, a message or nothing behind a URL means there is no file', async () => {
  for (const path of ['/page', '/error', '/empty']) {
    const details = { url: server.url(path), reason: 'not_a_file' }
    await assert.rejects(receive(path), { code: 'URL_NOT_ACCESSIBLE', status: 422, details })
  }
})

test('a file of an unsupported format behind a URL is refused as such', async () => {
  await assert.rejects(receive('/image.webp'), {
    code: 'INVALID_FORMAT',
    details: { detectedFormat: 'webp', reason: 'unsupported_format' },
  })
})

test('a file behind a URL that is missing, too large or never ends leaves nothing', async () => {
  await assert.rejects(receive('/missing'), { code: 'URL_NOT_ACCESSIBLE' })
  await assert.rejects(receive('/lies.html', 1000), { code: 'FILE_TOO_LARGE' })
  const impatient = createUrlFetcher({ allowPrivateUrls: [server.host], idleTimeoutMs: 50 })
  const details = { url: server.url('/hangs'), reason: 'timeout' }
  const hanging = receiveUrl(impatient, server.url('/hangs'), { probe, tempDir, maxBytes: 1000 })
  await assert.rejects(hanging, { code: 'URL_NOT_ACCESSIBLE', details })
  await impatient.close()
  assert.deepEqual(await readdir(tempDir), [])
})
