import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { readConfig } from '../../src/config.ts'
import { foldersBeside, mustShareMedia, notifyMediaFolder, readMark } from '../../src/core/media/shared-folder.ts'
import { foldersOutOfReach } from '../../src/core/media/shared-folder.ts'
import { internalUrl } from '../../src/core/media/siblings/addresses.ts'
import { signedPath } from '../../src/core/media/siblings/signed-path.ts'
import { createSeal } from '../../src/core/secrets/seal.ts'
import { createSiblingReader } from '../../src/files/fetch/read-sibling.ts'
import { createDiskStore } from '../../src/files/store/store.ts'
import { askUntil } from '../support/ask-until.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { makeDataDir, startTestApp } from '../support/harness.ts'
import { picture } from '../support/media/media-files.ts'
import { filesIn, send } from '../support/media/uploads.ts'

/** Three machines on one database, each with a folder of its own; uploads are known by an address that leads nowhere. */
const together = { PUBLIC_URL: 'http://media.invalid', LOG_LEVEL: 'silent' }
const first = await startTestApp(together, { api: true, worker: false, sandbox: true })
const { DATABASE_URL, ...rest } = {
  ...{ ...together, DATABASE_URL: first.databaseUrl, DEMO_API_KEY: first.key },
  SANDBOX_URL: first.sandboxUrl,
}
const second = await startTestApp({ ...rest, DATABASE_URL }, { api: true, worker: false, sandbox: false })
const { db, seal } = first.app.services
const lines: string[] = []
const log = { error: (line: string) => void lines.push(line) } as unknown as Logger

let width = 96
/** Each of another content: the same one is stored once. */
async function upload() {
  const bytes = await picture({ width: width++ }).png().toBuffer()
  const { body } = await send(first, bytes, 'own.png')
  return { ...body, bytes, key: body.url.slice(`${together.PUBLIC_URL}/media/`.length) }
}
const placed = (app: { dataDir: string }, key: string) =>
  stat(join(app.dataDir, 'media', key)).then(
    () => true,
    () => false,
  )

test('what was uploaded at one machine is read at another, in parts too, and kept there', async () => {
  const { key, bytes } = await upload()
  assert.equal(await placed(second, key), false)
  const answers = await Promise.all(
    [{}, { range: 'bytes=2-9' }, {}, {}].map((headers) => fetch(`${second.url}/media/${key}`, { headers })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 206, 200, 200],
  )
  const texts = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  assert.deepEqual(texts[0], bytes)
  assert.deepEqual(texts[1], bytes.subarray(2, 10))
  assert.equal(await placed(second, key), true)
  assert.deepEqual(await readdir(join(second.dataDir, 'media', '.unfinished')), [], 'nothing unfinished is left')
})

test('a worker with a third folder launches with what was uploaded, and a removed file leaves every folder', async () => {
  const { key, url, id } = await upload()
  const worker = await startTestApp({ ...rest, DATABASE_URL }, { api: false, worker: true, sandbox: false })
  const ad = singleAd(first, await demoFixture(first), { media: [{ url }] })
  const { body } = await first.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: [ad] } })
  const status = await first.finished(body.adBatchId)
  assert.equal(status.successfulAds, 1, JSON.stringify(status.failedAds))
  assert.equal(await placed(worker, key), true)

  assert.equal((await second.call('DELETE', `/v1/media/${id}`)).status, 200)
  assert.equal(await placed(first, key), true, 'where it was uploaded it is still')
  for (const app of [first, worker]) {
    const store = createDiskStore(join(app.dataDir, 'media'))
    const stop = await notifyMediaFolder({ db, log }, { dataDir: app.dataDir, store })
    await stop()
    assert.equal(await placed(app, key), false)
  }
  await worker.close()
})

test('nobody else is answered: what is not signed, or no longer, is a path that is not there', async () => {
  const { key } = await upload()
  const other = await upload()
  const get = (path: string, method = 'GET') => fetch(first.url + path, { method })
  const signed = signedPath(seal, key)
  assert.equal((await get(signed)).status, 200)
  const query = new URL(signed, first.url).searchParams
  const signature = query.get('signature')!
  const bad = {
    unsigned: `/internal/media/${key}`,
    expired: signedPath(seal, key, Date.now() - 121_000),
    'made to last': signed.replace(/expires=\d+/, 'expires=99999999999'),
    'another file': signed.replace(key, other.key),
    'another key': signedPath(createSeal(randomBytes(32)), key),
    'cut short': signed.slice(0, -2),
    'one letter': signed.slice(0, -1) + (signed.endsWith('0') ? '1' : '0'),
    'no letters': signed.replace(signature, ''),
    twice: `${signed}&signature=${signature}`,
    'beside the folder': signedPath(seal, '../secret-key'),
    'the mark of the folder': signedPath(seal, '.folder-id'),
    'nothing there': signedPath(seal, `aa/${'a'.repeat(64)}-00.png`),
  }
  const unknown = (await (await get('/internal/nothing')).json()) as object
  for (const [what, path] of Object.entries(bad)) {
    const answer = await get(path)
    assert.equal(answer.status, 404, what)
    assert.deepEqual(Object.keys((await answer.json()) as object), Object.keys(unknown), what)
  }
  for (const method of ['HEAD', 'POST', 'DELETE']) assert.equal((await get(signed, method)).status, 404, method)
  assert.ok(!(await (await get('/openapi.json')).text()).includes('internal/media'))
})

test('a sibling is asked on no account but for what the database knows', async () => {
  const asked: string[] = []
  await besideFirst(
    (request, response) => {
      asked.push(request.url!)
      response.writeHead(404).end()
    },
    async () => {
      await writeFile(join(first.dataDir, 'media', 'planted.png'), 'x')
      for (const key of ['planted.png', `aa/${'b'.repeat(64)}-00.png`])
        assert.equal((await fetch(`${second.url}/media/${key}`)).status, 404)
    },
  )
  assert.deepEqual(asked, [])
})

test('a sibling that answers with other bytes, with more or with fewer, or that sends elsewhere, is passed over', async () => {
  let where = ''
  const said: Record<string, (bytes: Buffer) => RequestListener> = {
    other: (bytes) => (_request, response) => void response.end(bytes.toReversed()),
    more: (bytes) => (_request, response) => void response.end(Buffer.concat([bytes, bytes])),
    fewer: (bytes) => (_request, response) => void response.end(bytes.subarray(1)),
    broken: (bytes) => (_request, response) =>
      void response
        .writeHead(200, { 'content-length': bytes.length })
        .write(bytes.subarray(1), () => response.destroy()),
    elsewhere: () => (_request, response) => void response.writeHead(302, { location: where }).end(),
  }
  for (const [what, answer] of Object.entries(said)) {
    const { key, bytes } = await upload()
    where = `${first.url}/media/${key}`
    await rm(join(second.dataDir, 'media', key), { force: true })
    await besideFirst(answer(bytes), async () => {
      const known = await db.selectFrom('media_objects').selectAll().where('key', '=', key).execute()
      assert.equal(known.length, 1)
      assert.equal((await fetch(`${second.url}/media/${key}`)).status, 503, what)
    })
    assert.equal(await placed(second, key), false, what)
  }
  assert.ok(!(await filesIn(second)).some((name) => name.startsWith('incoming-')))
})

test('one that lies is passed over for one that has it', async () => {
  const { key, bytes } = await upload()
  await beside(
    (_request, response) => void response.end('lies'),
    async () => {
      const answer = await fetch(`${second.url}/media/${key}`)
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
    },
  )
})

test('many who ask at once have a sibling asked once', async () => {
  const { key, bytes } = await upload()
  let asked = 0
  const held: (() => void)[] = []
  await besideFirst(
    (_request, response) => {
      asked++
      held.push(() => void response.end(bytes))
    },
    async () => {
      const reads = Array.from({ length: 8 }, () => fetch(`${second.url}/media/${key}`))
      await askUntil(async () => held.length > 0 || null)
      // By then the others have been heard as well.
      assert.equal((await second.call('GET', '/v1/health')).status, 200)
      held.splice(0).forEach((answer) => answer())
      for (const { status } of await Promise.all(reads)) assert.equal(status, 200)
    },
  )
  assert.equal(asked, 1)
})

test('one that hangs or is gone costs its time and no more', async () => {
  const reader = createSiblingReader({ silenceMs: 50 })
  after(() => reader.close())
  const path = join(second.dataDir, 'media', '.unfinished', 'incoming-x')
  const whole = { sha256: '', size: 10 }
  const read = (url: string) => reader.read(url, path, whole)
  const silent = await listening(() => undefined)
  const halfway = await listening((_request, response) => void response.writeHead(200).write('half'))
  assert.deepEqual(await read(`${silent.url}/x`), { problem: 'timeout' })
  assert.deepEqual(await read(`${halfway.url}/x`), { problem: 'timeout' })
  assert.deepEqual(await read('http://127.0.0.1:1/x'), { problem: 'connect' })
  assert.equal(await readFile(path).catch(() => null), null)
  for (const { close } of [silent, halfway]) close()
})

test('uploads that lie where they cannot be had are told of at the start, and doctor knows', async () => {
  const mark = await readMark(first.dataDir)
  assert.equal((await foldersOutOfReach(db, mark)).length, 0)
  const dataDir = await machine()
  const store = createDiskStore(join(dataDir, 'media'))
  const stop = await notifyMediaFolder({ db, log }, { dataDir, store, address: null })
  assert.deepEqual(lines, [], 'it reaches the others')
  const stopFirst = await notifyMediaFolder({ db, log }, { dataDir: first.dataDir, store })
  assert.match(lines.join(), /cannot be asked for them: .*INTERNAL_URL/)
  await stopFirst()
  await stop()
  assert.equal((await foldersOutOfReach(db, mark)).length, 0)
})

test('the same folder under another path is not another one, and one that nobody uses any more is none', async () => {
  const count = (await foldersBeside(db, null)).length
  const mounted = await machine()
  await cp(join(first.dataDir, 'media'), join(mounted, 'media'), { recursive: true })
  const store = createDiskStore(join(mounted, 'media'))
  await (
    await notifyMediaFolder({ db, log }, { dataDir: mounted, store })
  )()
  assert.equal((await foldersBeside(db, null)).length, count)
  await sql`UPDATE media_folders SET seen_at = now() - interval '1 hour'`.execute(db)
  assert.equal((await foldersBeside(db, null)).length, 0)
})

test('an address that others are told of has no password and nothing that a path could not follow', () => {
  const set = (url: string) => readConfig({ INTERNAL_URL: url }).internalUrl
  for (const url of ['http://me:secret@10.0.0.1', 'http://me@10.0.0.1', 'http://10.0.0.1/?a=1', 'http://10.0.0.1/#a'])
    assert.throws(
      () => set(url),
      ({ message }: Error) => /INTERNAL_URL: must be/.test(message) && !message.includes('secret@'),
      url,
    )
  assert.deepEqual(['off', 'http://10.0.0.1:8080/'].map(set), ['off', 'http://10.0.0.1:8080'])
})

test('one machine alone, and a bucket, ask nobody; where others ask is known', () => {
  const shares = (settings: Record<string, string>) => mustShareMedia(readConfig({ DATA_DIR: '/tmp', ...settings }))
  const databaseUrl = { DATABASE_URL: 'postgres://localhost/x' }
  assert.deepEqual([shares({}), shares(databaseUrl), shares({ ...databaseUrl, S3_BUCKET: 'b' })], [false, true, false])
  const inner = { address: '127.0.0.1', family: 'IPv4', internal: true }
  const outer = { address: '10.0.0.7', family: 'IPv4', internal: false }
  const interfaces = (() => ({ lo: [inner], eth0: [outer] })) as unknown as Parameters<typeof internalUrl>[2]
  const at = (host: string, set: string | null = null, basePath = '') =>
    internalUrl({ host, internalUrl: set, basePath }, '8080', interfaces)
  assert.equal(at('127.0.0.1'), 'http://127.0.0.1:8080')
  assert.equal(at('::1'), 'http://[::1]:8080')
  assert.equal(at('0.0.0.0'), 'http://10.0.0.7:8080')
  assert.equal(at('0.0.0.0', null, '/ads'), 'http://10.0.0.7:8080/ads')
  assert.equal(at('0.0.0.0', 'https://inner.example'), 'https://inner.example')
  assert.equal(at('10.1.1.1', 'off'), null)
})

async function machine() {
  const dataDir = await makeDataDir()
  after(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => void (server.closeAllConnections(), server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Another sibling, told of later than all others, and so asked first. */
async function beside(listener: RequestListener, work: () => Promise<void>): Promise<void> {
  const { url, close } = await listening(listener)
  await sql`
    INSERT INTO media_addresses (folder_id, process, used_by, url, seen_at)
    VALUES ('planted', 'planted', ${hostname()}, ${url}, now() + interval '1 minute')`.execute(db)
  try {
    await work()
  } finally {
    await sql`DELETE FROM media_addresses WHERE folder_id = 'planted'`.execute(db)
    close()
  }
}

/** The same, and the first machine cannot be asked. */
async function besideFirst(listener: RequestListener, work: () => Promise<void>): Promise<void> {
  const mark = await readMark(first.dataDir)
  await sql`UPDATE media_addresses SET seen_at = now() - interval '1 hour' WHERE folder_id = ${mark}`.execute(db)
  try {
    await beside(listener, work)
  } finally {
    await sql`UPDATE media_addresses SET seen_at = now() WHERE folder_id = ${mark}`.execute(db)
  }
}
