import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestApp } from '../../test/support/harness.ts'
import { picture } from '../../test/support/media/media-files.ts'
import { filesIn, send } from '../../test/support/media/uploads.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const bytes = await picture().png().toBuffer()
const { body: uploaded } = await send(app, bytes, 'served.png')
const { url } = uploaded

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers })
const read = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a stored file needs no key, never changes, and is what it says it is', async () => {
  const response = await get()
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/png')
  assert.equal(response.headers.get('content-length'), String(bytes.length))
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(response.headers.get('accept-ranges'), 'bytes')
  assert.match(response.headers.get('etag') ?? '', /^"[\w.-]+"$/)
  assert.ok(!Number.isNaN(Date.parse(response.headers.get('last-modified') ?? '')))
  assert.deepEqual(await read(response), bytes)
})

test('HEAD says the same without the file', async () => {
  const [head, whole] = [await get({}, 'HEAD'), await get()]
  assert.equal(head.status, 200)
  for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'cache-control']) {
    assert.equal(head.headers.get(name), whole.headers.get(name), name)
  }
  assert.equal((await read(head)).length, 0)
  await whole.body?.cancel()
})

test('a part of a file can be asked for', async () => {
  const last = bytes.length - 1
  const ranges: [string, number, number][] = [
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, last],
    ['bytes=-7', bytes.length - 7, last],
    [`bytes=5-${bytes.length + 1000}`, 5, last],
    [`bytes=-${bytes.length + 1000}`, 0, last],
    [`bytes=${last}-${last}`, last, last],
  ]
  for (const [range, start, end] of ranges) {
    const response = await get({ range })
    assert.equal(response.status, 206, range)
    assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${bytes.length}`)
    assert.equal(response.headers.get('content-length'), String(end - start + 1))
    assert.deepEqual(await read(response), bytes.subarray(start, end + 1))
  }
})

test('a part behind the end is 416, and a range that makes no sense is passed over', async () => {
  for (const range of [`bytes=${bytes.length}-`, 'bytes=-0', 'bytes=999999999-']) {
    const response = await get({ range })
    assert.equal(response.status, 416, range)
    assert.equal(response.headers.get('content-range'), `bytes */${bytes.length}`)
    await response.body?.cancel()
  }
  for (const range of ['bytes=9-3', 'bytes=a-b', 'lines=1-2', 'bytes=-', 'bytes=0-1,4-5']) {
    const response = await get({ range })
    assert.equal(response.status, 200, range)
    assert.equal((await read(response)).length, bytes.length)
  }
})

test('a copy that is still good is not sent again', async () => {
  const first = await get({}, 'HEAD')
  const etag = first.headers.get('etag')!
  const modified = first.headers.get('last-modified')!
  const good: Record<string, string>[] = [
    { 'if-none-match': etag },
    { 'if-none-match': `"other", W/${etag}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': modified },
  ]
  for (const headers of good) {
    const response = await get(headers)
    assert.equal(response.status, 304, JSON.stringify(headers))
    assert.equal(response.headers.get('etag'), etag)
    assert.equal((await read(response)).length, 0)
  }
  const stale: Record<string, string>[] = [
    { 'if-none-match': '"other"' },
    { 'if-none-match': '"other"', 'if-modified-since': modified },
    { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
  ]
  for (const headers of stale) {
    const response = await get(headers)
    assert.equal(response.status, 200, JSON.stringify(headers))
    await response.body?.cancel()
  }
})

test('a range is only honoured for the file that the client holds the rest of', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag')!
  assert.equal((await get({ range: 'bytes=0-3', 'if-range': etag })).status, 206)
  assert.equal((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status, 200)
})

/** Sends the path as it is; fetch would tidy it up first. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(app.url, { path }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    call.on('error', reject)
    call.end()
  })
}

test('nothing but stored files can be read, whatever the path looks like', async () => {
  await writeFile(join(app.dataDir, 'secret.png'), 'not yours')
  await writeFile(join(app.dataDir, 'media', '.unfinished', 'incoming-x.png'), 'not checked yet')
  const paths = [
    '/media/',
    '/media/nothing.png',
    '/media/../secret.png',
    '/media/..%2fsecret.png',
    '/media/%2e%2e/secret.png',
    '/media/..%5csecret.png',
    '/media//etc/passwd',
    '/media/%2fetc%2fpasswd',
    '/media/.unfinished/incoming-x.png',
    '/media/%2eunfinished/incoming-x.png',
    `${new URL(url).pathname}/`,
    '/media/secret-key',
  ]
  for (const path of paths) assert.equal(await statusOf(path), path.endsWith('.png/') ? 200 : 404, path)
  assert.equal(await statusOf(`${new URL(url).pathname}%00.png`), 400)
})

test('a file that was deleted is gone from the storage and from its address', async () => {
  const { body } = await send(app, await picture({ width: 31 }).png().toBuffer(), 'soon-gone.png')
  assert.equal((await app.call('DELETE', `/v1/media/${body.id}`)).status, 200)
  assert.equal((await fetch(body.url)).status, 404)
  const name = new URL(body.url).pathname.split('/').at(-1)!
  assert.ok(!(await filesIn(app)).includes(name))
})

test('health says so when the storage cannot be used', async () => {
  const well = await app.call<{ checks: { storage: string } }>('GET', '/v1/health', { key: null })
  assert.equal(well.body.checks.storage, 'ok')
  const unfinished = join(app.dataDir, 'media', '.unfinished')
  await rm(unfinished, { recursive: true })
  await writeFile(unfinished, 'a file where a folder has to be')
  const ill = await app.call<{ success: boolean; checks: object }>('GET', '/v1/health', { key: null })
  assert.equal(ill.status, 503)
  assert.deepEqual([ill.body.success, ill.body.checks], [false, { database: 'ok', queue: 'ok', storage: 'failed' }])
})
