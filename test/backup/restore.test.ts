import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BackupProblem } from '../../src/backup/manifest.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { resumeAfterRestore } from '../../src/backup/resume.ts'
import { writeBackup } from '../../src/backup/write.ts'
import { socketUrl } from '../../src/db/connect.ts'
import { kinds } from '../crash/kinds.ts'
import { commandLine } from '../support/ads/command-line.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import type { TestApp } from '../support/harness.ts'
import { picture } from '../support/media/media-files.ts'
import { send } from '../support/media/uploads.ts'
import { oneQuery } from '../support/one-query.ts'
import { signedIn } from '../support/people/browser.ts'

/** Restore yesterday's backup, and no ad is made twice. */
const { FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password } = process.env
const server = { host: host!, user: 'flightdeck', password, database: 'postgres' }
const folder = await mkdtemp(join(tmpdir(), 'flightdeck-restore-'))
after(() => rm(folder, { recursive: true, force: true }))

async function emptyDatabase(): Promise<{ connectionString: string }> {
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await oneQuery(server, `CREATE DATABASE ${name}`)
  after(() => oneQuery(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  return { connectionString: socketUrl({ ...server, database: name }) }
}

const before = await startTestApp()
const fixture = await demoFixture(before)
const { media } = before.app.services
assert.equal((await send(before, await picture().png().toBuffer(), 'kept.png')).status, 200)

interface Launched {
  adBatchId: number
}

async function launch(app: TestApp, name: string, key: string, headers: object = {}) {
  const ads = [0, 1, 2].map((index) => singleAd(before, fixture, { adName: `${name} ${index}` }))
  return app.call<Launched & { error?: { code: string; message: string } }>('POST', '/v1/launch', {
    body: { ads },
    headers: { 'idempotency-key': key, ...headers },
  })
}

async function adsNamed(name: string, sandbox = 'meta'): Promise<number> {
  const { ads } = await before.control<{ ads: { name: string }[] }>('GET', `state?platform=${sandbox}`)
  return ads.filter((ad) => ad.name.startsWith(name)).length
}

/** Two ads on every platform, each a batch of its own. */
async function launchEverywhere(name: string): Promise<number[]> {
  const stage = {
    sandboxUrl: before.sandboxUrl,
    api: async <T>(method: string, path: string) => (await before.call<T>(method, path)).body,
  }
  const batches: number[] = []
  for (const kind of Object.values(kinds)) {
    const ads = await kind.ads(stage, name, 2)
    const { status, body } = await before.call<Launched>('POST', '/v1/launch', { body: { ads } })
    assert.equal(status, 202, JSON.stringify(body))
    batches.push(body.adBatchId)
  }
  return batches
}

const everywhere = (name: string) => Promise.all(Object.values(kinds).map(({ sandbox }) => adsNamed(name, sandbox)))
const twoOfEach = Object.keys(kinds).map(() => 2)

/** Every index, every reference and other rule, and every trigger with whether it is on. */
async function rulesOf(place: { connectionString: string }): Promise<string[]> {
  const rows = await oneQuery<{ rule: string }>(
    place,
    `SELECT indexdef AS rule FROM pg_indexes WHERE schemaname = current_schema() AND tablename NOT LIKE 'ad_days%'
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated FROM pg_constraint
       WHERE connamespace = current_schema()::regnamespace AND conparentid = 0
     UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger
       WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
     ORDER BY 1`,
  )
  assert.ok(rows.length > 200)
  return rows.map(({ rule }) => rule)
}

test('every ad is there once after a backup was restored, and what it does not know is asked about', async () => {
  const first = await launch(before, 'Known', 'before the backup')
  await before.finished(first.body.adBatchId)
  // Taken up by nobody yet: what is in the backup is a batch that waits.
  await before.app.worker!.stop(1_000)
  const waiting = await launch(before, 'Waiting', 'waits')
  assert.equal(waiting.status, 202)
  const others = await launchEverywhere('Elsewhere')
  const file = join(folder, 'one.zip')
  const connection = { connectionString: before.databaseUrl }
  await writeBackup(file, { connection, version: '1', media: { store: media.store }, settings: {}, secret: null })

  // The time that is lost: the batch is launched, and another one after it.
  const worker = await startTestApp(
    { DATABASE_URL: before.databaseUrl, SANDBOX_URL: before.sandboxUrl, LOG_LEVEL: 'silent' },
    { api: false, worker: true, sandbox: false },
  )
  for (const batch of [waiting.body.adBatchId, ...others]) await before.finished(batch)
  const lost = await launch(before, 'Lost', 'in the lost time')
  await before.finished(lost.body.adBatchId)
  await worker.close()
  assert.deepEqual(await everywhere('Elsewhere'), twoOfEach)
  assert.deepEqual(await Promise.all(['Known', 'Waiting', 'Lost'].map((name) => adsNamed(name))), [3, 3, 3])

  const place = await emptyDatabase()
  await restoreBackup(file, { connection: place, putMedia: async (_key, bytes) => void bytes.resume() })
  assert.deepEqual(await rulesOf(place), await rulesOf(connection), 'what was taken off the tables is back')
  const settings = {
    DATABASE_URL: place.connectionString,
    SANDBOX_URL: before.sandboxUrl,
    DEMO_API_KEY: before.key,
    LOG_LEVEL: 'silent',
  }
  const parts = { api: true, worker: true, sandbox: false }
  const held = await startTestApp(settings, parts)

  const refused = await launch(held, 'Lost', 'in the lost time')
  assert.equal(refused.status, 503)
  assert.match(refused.body.error!.message, /restored from a backup of .* flightdeck resume --after-restore/)
  assert.equal((await held.call('GET', '/v1/adaccounts')).status, 503, 'keys do not even read')
  assert.equal((await held.call('GET', '/v1/health')).status, 200)
  const person = await signedIn(held)
  assert.equal((await person.call('GET', '/v1/adaccounts')).status, 200, 'people with a new link read')
  assert.equal((await person.call('POST', '/v1/launch', { body: { ads: [singleAd(before, fixture)] } })).status, 503)
  assert.equal(held.app.worker, null)

  await resumeAfterRestore(held.app.services.db, 'all')
  await held.app.resumed
  await held.app.close()
  const again = await startTestApp(settings, parts)
  const done = await again.finished(waiting.body.adBatchId)
  assert.deepEqual([done.successfulAds, done.failedAds], [3, []])
  for (const batch of others) assert.deepEqual((await again.finished(batch)).failedAds, [])
  assert.deepEqual(await everywhere('Elsewhere'), twoOfEach)
  assert.deepEqual(await Promise.all(['Known', 'Waiting', 'Lost'].map((name) => adsNamed(name))), [3, 3, 3])

  const replayed = await launch(again, 'Known', 'before the backup')
  assert.deepEqual([replayed.status, replayed.body.adBatchId], [202, first.body.adBatchId])
  const unknown = await launch(again, 'Lost', 'in the lost time')
  assert.deepEqual([unknown.status, unknown.body.error!.code], [409, 'conflict'])
  assert.match(unknown.body.error!.message, /X-After-Restore: new/)
  assert.equal((await launch(again, 'Lost', '')).status, 400)
  const fresh = await launch(again, 'Fresh', 'after the restore', { 'x-after-restore': 'new' })
  assert.equal(fresh.status, 202, JSON.stringify(fresh.body))
  assert.ok(fresh.body.adBatchId > 1_000_000, 'its number is none that the lost time can have given')
  await again.finished(fresh.body.adBatchId)
  const cli = await commandLine({ FLIGHTDECK_URL: again.url, FLIGHTDECK_KEY: again.key })
  await writeFile(join(cli.folder, 'ads.json'), JSON.stringify([singleAd(before, fixture, { adName: 'By hand' })]))
  assert.match((await cli.run(['launch', 'ads.json'])).err, /--after-restore new/)
  const byHand = await cli.run(['launch', 'ads.json', '--after-restore', 'new'])
  assert.equal(byHand.code, 0, byHand.err)
  assert.deepEqual(await Promise.all(['Known', 'Waiting', 'Lost', 'Fresh'].map((name) => adsNamed(name))), [3, 3, 3, 3])
})

test('what is not empty is never restored into, and a restore that is cut leaves nothing', async () => {
  const file = join(folder, 'two.zip')
  const connection = { connectionString: before.databaseUrl }
  await writeBackup(file, { connection, version: '1', media: { store: media.store }, settings: {}, secret: null })
  await assert.rejects(restoreBackup(file, { connection, putMedia: null }), /This database is not empty/)
  const place = await emptyDatabase()
  const broken = async () => {
    throw new Error('the disk is full')
  }
  await assert.rejects(restoreBackup(file, { connection: place, putMedia: broken }), /the disk is full/)
  const tables = () => oneQuery<{ count: string }>(place, "SELECT count(*) FROM pg_class WHERE relname = 'companies'")
  assert.equal(Number((await tables())[0]!.count), 0)
  await assert.rejects(restoreBackup(join(folder, 'none.zip'), { connection: place, putMedia: null }), BackupProblem)
})
