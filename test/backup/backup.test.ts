import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { lastBackup, takeNext } from '../../src/backup/kept.ts'
import { BackupProblem } from '../../src/backup/manifest.ts'
import { openSecret, sealSecret } from '../../src/backup/secret.ts'
import { verifyBackup } from '../../src/backup/verify.ts'
import { writeBackup } from '../../src/backup/write.ts'
import { sql } from '../../src/db/sql.ts'
import { untilTrue } from '../support/ask-until.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { picture } from '../support/media/media-files.ts'
import { send } from '../support/media/uploads.ts'

const app = await startTestApp()
const { db, media } = app.app.services
const folder = await mkdtemp(join(tmpdir(), 'flightdeck-backup-'))
after(() => rm(folder, { recursive: true, force: true }))

const wanted = {
  connection: { connectionString: app.databaseUrl },
  version: '0.0.0-test',
  media: { store: media.store },
  settings: { LOG_LEVEL: 'error' },
  secret: null,
}
let files = 0
const newFile = () => join(folder, `${(files += 1)}.zip`)

async function countIn(table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM ${sql.table(table)}`.execute(db)
  return Number(rows[0]!.count)
}

const fixture = await demoFixture(app)
const launch = async (count: number) => {
  const ads = Array.from({ length: count }, (_, index) => singleAd(app, fixture, { adName: `Kept ${index}` }))
  const { status, body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  return body.adBatchId
}

const uploaded = await send(app, await picture().png().toBuffer(), 'kept.png')
assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))

test('a backup holds every row and every file, and says so when it is verified', async () => {
  await app.finished(await launch(3))
  // What was fetched for a launch is removed after its end, and would be gone while the backup is written.
  const fetched = sql<{ key: string }>`SELECT object_key AS key FROM batch_media WHERE object_key IS NOT NULL`
  await untilTrue(async () => (await fetched.execute(db)).rows.length === 0)
  const file = newFile()
  await writeBackup(file, wanted)
  const manifest = await verifyBackup(file)
  for (const table of ['companies', 'batch_items', 'journal', 'receipts', 'ad_days', 'audit_log'])
    assert.equal(manifest.tables.find(({ name }) => name === table)!.rows, await countIn(table), table)
  assert.equal(manifest.media.objects.length, await countIn('media_objects'))
  assert.ok(manifest.media.objects.length > 0)
  assert.deepEqual([manifest.media.gone, manifest.settings], [[], { LOG_LEVEL: 'error' }])
  assert.ok(manifest.auditHeads.length > 0)
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(db)
  assert.deepEqual(
    manifest.migrations.map(({ name }) => name),
    rows.map(({ name }) => name),
  )
})

test('what is taken during a launch is of one moment', async () => {
  const batch = await launch(30)
  const file = newFile()
  await writeBackup(file, wanted)
  const manifest = await verifyBackup(file)
  const rowsOf = (table: string) => manifest.tables.find(({ name }) => name === table)!.rows
  await app.finished(batch)
  assert.ok(rowsOf('journal') <= (await countIn('journal')))
  // A receipt without its item, or an item without its batch, would be of two moments.
  assert.ok(rowsOf('receipts') <= rowsOf('batch_items'))
})

test('a backup that was cut short or changed by any one byte is refused', async () => {
  const file = newFile()
  await writeBackup(file, wanted)
  const bytes = await readFile(file)
  const places = [0, 40, bytes.length - 1, bytes.length - 70, bytes.length - 100]
  for (let tries = 0; tries < 40; tries++) places.push(randomInt(bytes.length))
  for (const place of places) {
    const changed = Buffer.from(bytes)
    changed[place]! ^= 1 << randomInt(8)
    const copy = newFile()
    await writeFile(copy, changed)
    await assert.rejects(verifyBackup(copy), BackupProblem, `byte ${place} of ${bytes.length}`)
  }
  for (const length of [0, 10, bytes.length >> 1, bytes.length - 1]) {
    const copy = newFile()
    await writeFile(copy, bytes)
    await truncate(copy, length)
    await assert.rejects(verifyBackup(copy), BackupProblem, `cut after ${length}`)
  }
  await assert.rejects(verifyBackup(join(folder, 'nowhere.zip')), /There is no file/)
  const text = newFile()
  await writeFile(text, 'not a backup at all, but long enough to be looked at as one'.repeat(10))
  await assert.rejects(verifyBackup(text), BackupProblem)
})

test('a backup of a newer format says so', async () => {
  const file = newFile()
  await writeBackup(file, wanted)
  const bytes = await readFile(file, 'latin1')
  await writeFile(file, bytes.replace('"format": 1', '"format": 2'), 'latin1')
  await assert.rejects(verifyBackup(file), /newer Flightdeck \(0\.0\.0-test\)/)
})

test('what cannot be written whole leaves nothing behind', async () => {
  const file = newFile()
  const broken = { ...media.store, open: () => Promise.reject(new Error('the disk is gone')) }
  await assert.rejects(writeBackup(file, { ...wanted, media: { store: broken } }), /the disk is gone/)
  await writeBackup(file, wanted)
  await assert.rejects(writeBackup(file, wanted), /is there already/)
  const left = (await readdir(folder)).filter((name) => name.endsWith('.part'))
  assert.deepEqual(left, [])
})

test('of backups that are taken every night only so many are kept, and the last whole one is known', async () => {
  const dir = join(folder, 'nightly')
  await mkdir(dir)
  const old = ['flightdeck-2020-01-01T000000000Z.zip', 'flightdeck-2020-01-02T000000000Z.zip', 'mine.zip']
  for (const name of old) await writeFile(join(dir, name), '')
  const file = await takeNext(db, { dir, keep: 2 }, wanted)
  assert.deepEqual((await readdir(dir)).sort(), [old[1], basename(file), 'mine.zip'].sort())
  const { verified, failed } = await lastBackup(db)
  assert.deepEqual([verified?.file, failed], [file, null])
  const broken = { ...media.store, open: () => Promise.reject(new Error('the disk is gone')) }
  await assert.rejects(takeNext(db, { dir, keep: 1 }, { ...wanted, media: { store: broken } }), /the disk is gone/)
  assert.ok((await readdir(dir)).includes(basename(file)), 'a night that fails removes nothing')
})

test('the secret key opens by its passphrase alone', async () => {
  const key = randomBytes(32)
  const sealed = await sealSecret(key, 'correct horse battery')
  assert.deepEqual(await openSecret(sealed, 'correct horse battery'), key)
  await assert.rejects(openSecret(sealed, 'correct horse batterz'), /passphrase is not the one/)
  assert.ok(!JSON.stringify(sealed).includes(key.toString('base64')))
})
