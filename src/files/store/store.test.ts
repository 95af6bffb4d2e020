import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { createDiskStore, isMediaKey, mediaKey, unfinishedDir } from './store.ts'

let base = ''
let dir = ''
let source = ''

before(async () => {
  base = await mkdtemp(join(tmpdir(), 'store-test-'))
  dir = join(base, 'media')
  source = join(base, 'source')
  await writeFile(source, '0123456789')
})

after(() => rm(base, { recursive: true, force: true }))

const key = mediaKey('ab'.repeat(32), 'png')

test('a key is made of the content and the format', () => {
  assert.equal(key, `ab/${'ab'.repeat(32)}.png`)
  assert.ok(isMediaKey(key))
})

test('what was stored can be described, read whole, read in part and removed', async () => {
  const store = createDiskStore(dir)
  assert.equal(await store.stat(key), null)
  await store.put(source, key, 'image/png')
  const found = await store.stat(key)
  assert.equal(found?.size, 10)
  assert.ok(found?.lastModified instanceof Date)
  assert.equal(await text(await store.open(key)), '0123456789')
  assert.equal(await text(await store.open(key, { start: 2, end: 5 })), '2345')
  assert.equal(await text(await store.open(key, { start: 9, end: 9 })), '9')
  await store.remove(key)
  await store.remove(key)
  assert.equal(await store.stat(key), null)
  await assert.rejects(store.open(key), { code: 'OBJECT_MISSING' })
})

test('storing leaves the source where it was and nothing unfinished', async () => {
  await createDiskStore(dir).put(source, key, 'image/png')
  assert.equal(await readFile(source, 'utf8'), '0123456789')
  assert.deepEqual(await readdir(unfinishedDir(dir)), [])
  await rm(source)
  assert.equal(await readFile(join(dir, key), 'utf8'), '0123456789')
  await writeFile(source, '0123456789')
})

test('the same content is stored once', async () => {
  const store = createDiskStore(dir)
  await store.put(source, key, 'image/png')
  const first = await stat(join(dir, key))
  const copy = join(base, 'copy')
  await writeFile(copy, '0123456789')
  await store.put(copy, key, 'image/png')
  const second = await stat(join(dir, key))
  assert.equal(second.ino, first.ino)
  assert.deepEqual(await readdir(join(dir, 'ab')), [`${'ab'.repeat(32)}.png`])
})

test('a stored file that is not whole is replaced', async () => {
  const store = createDiskStore(dir)
  await store.put(source, key, 'image/png')
  await rm(join(dir, key))
  await writeFile(join(dir, key), '012')
  await store.put(source, key, 'image/png')
  assert.equal(await readFile(join(dir, key), 'utf8'), '0123456789')
})

test('many uploads of the same content at once end in one whole file', async () => {
  const store = createDiskStore(join(base, 'parallel'))
  await Promise.all(Array.from({ length: 20 }, () => store.put(source, key, 'image/png')))
  assert.equal(await text(await store.open(key)), '0123456789')
  assert.deepEqual(await readdir(unfinishedDir(join(base, 'parallel'))), [])
})

test('no key leads out of the storage', async () => {
  const store = createDiskStore(dir)
  await writeFile(join(base, 'secret'), 'secret')
  const keys = [
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    '..',
    '.',
    '',
    'a//b',
    'a/',
    '.unfinished/x',
    'a/.b',
    'a\0b',
  ]
  for (const bad of [...keys, 'a\\..\\b', '%2e%2e/secret', 'a/b/c/d/e/f', `${'x'.repeat(300)}`]) {
    assert.equal(isMediaKey(bad), false, bad)
    assert.equal(await store.stat(bad), null, bad)
    await assert.rejects(store.open(bad), { code: 'OBJECT_MISSING' }, bad)
    await assert.rejects(store.put(source, bad, 'image/png'), { code: 'OBJECT_MISSING' }, bad)
    await assert.rejects(store.remove(bad), { code: 'OBJECT_MISSING' }, bad)
  }
  assert.equal(await readFile(join(base, 'secret'), 'utf8'), 'secret')
})

test('a folder is not a stored file', async () => {
  const store = createDiskStore(dir)
  await store.put(source, key, 'image/png')
  assert.equal(await store.stat('ab'), null)
  await assert.rejects(store.open('ab'), { code: 'OBJECT_MISSING' })
  assert.equal(await store.stat(`${key}/x`), null)
})

test('a check passes on a usable directory and fails where no directory can be', async () => {
  await createDiskStore(dir).check()
  assert.deepEqual(await readdir(unfinishedDir(dir)), [])
  await assert.rejects(createDiskStore(join(source, 'below-a-file')).check(), { code: 'ENOTDIR' })
})

test('a stored file is readable by its owner only when it arrived so', async () => {
  await chmod(source, 0o600)
  const store = createDiskStore(join(base, 'modes'))
  await store.put(source, key, 'image/png')
  assert.equal((await stat(join(base, 'modes', key))).mode & 0o777, 0o600)
})
