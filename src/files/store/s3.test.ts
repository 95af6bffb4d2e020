import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { mediaKey } from './store.ts'
import { createS3Store } from './s3.ts'
import { s3Credentials, startS3 } from '../../../test/support/media/s3.ts'

let dir = ''
let server: Awaited<ReturnType<typeof startS3>>
let store: ReturnType<typeof createS3Store>
let endpoint = ''

const credentials = s3Credentials

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'store-s3-test-'))
  server = await startS3()
  endpoint = server.endpoint
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
