import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { mediaKey } from './store.ts'
import { createS3Store } from './store-s3.ts'

/** The part of the test server that is used here; it comes without types. */
interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
type S3ServerClass = new (options: object) => S3Server

const S3rver = createRequire(import.meta.url)('s3rver') as S3ServerClass

let dir = ''
let server: S3Server
let store: ReturnType<typeof createS3Store>
let endpoint = ''

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'store-s3-test-'))
  const buckets = [{ name: 'media' }]
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(dir, 's3'),
    configureBuckets: buckets,
  })
  const { port } = await server.run()
  endpoint = `http://127.0.0.1:${port}`
  store = createS3Store({ bucket: 'media', endpoint, ...credentials })
})

after(async () => {
  store.close()
  await server.close()
  await rm(dir, { recursive: true, force: true })
})

const key = mediaKey('cd'.repeat(32), 'mp4')

async function sourceFile(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, bytes)
  return path
}

test('what was stored in a bucket can be described, read whole, read in part and removed', async () => {
  const source = await sourceFile('small', '0123456789')
  assert.equal(await store.stat(key), null)
  await store.put(source, key, 'video/mp4')
  assert.equal((await store.stat(key))?.size, 10)
  assert.ok((await store.stat(key))?.lastModified instanceof Date)
  assert.equal(await text(await store.open(key)), '0123456789')
  assert.equal(await text(await store.open(key, { start: 2, end: 5 })), '2345')
  const served = await fetch(`${endpoint}/media/${key}`)
  assert.equal(served.headers.get('content-type'), 'video/mp4')
  await served.body?.cancel()
  await store.remove(key)
  await store.remove(key)
  assert.equal(await store.stat(key), null)
  await assert.rejects(store.open(key), { code: 'OBJECT_MISSING' })
})

test('a file of many parts arrives whole', async () => {
  const bytes = Buffer.alloc(12_345_678, 'flightdeck')
  const large = mediaKey('ef'.repeat(32), 'avi')
  await store.put(await sourceFile('large', bytes), large, 'video/x-msvideo')
  const stored = await buffer(await store.open(large))
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  assert.equal(digest(stored), digest(bytes))
})

test('the same content is sent once', async () => {
  const source = await sourceFile('first', 'aaaaa')
  const once = mediaKey('01'.repeat(32), 'gif')
  await store.put(source, once, 'image/gif')
  await store.put(await sourceFile('second', 'bbbbb'), once, 'image/gif')
  assert.equal(await text(await store.open(once)), 'aaaaa')
})

test('keys that are not ours are not asked for', async () => {
  for (const bad of ['../media', '.hidden', 'a//b', '']) {
    assert.equal(await store.stat(bad), null)
    await assert.rejects(store.open(bad), { code: 'OBJECT_MISSING' })
    await assert.rejects(store.put(dir, bad, 'image/png'), { code: 'OBJECT_MISSING' })
    await assert.rejects(store.remove(bad), { code: 'OBJECT_MISSING' })
  }
})

test('a check passes on the bucket and fails on one that does not exist or does not answer', async () => {
  await store.check()
  const missing = createS3Store({ bucket: 'no-such-bucket', endpoint, ...credentials })
  await assert.rejects(missing.check())
  missing.close()
  const silent = createS3Store({ bucket: 'media', endpoint: 'http://127.0.0.1:1', ...credentials })
  await assert.rejects(silent.check())
  silent.close()
})
