import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { connect, socketUrl } from '../../src/db/connect.ts'
import { startEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createDatabaseWatch } from '../../src/db/watch.ts'
import { isOutage } from '../../src/outage.ts'
import { askUntil, untilTrue } from '../support/ask-until.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { makeDataDir, startTestApp } from '../support/harness.ts'
import { serviceBatches } from '../support/service/service-batch.ts'
import { startService } from '../support/service/service-process.ts'

interface Refusal {
  error: { code: string }
}

test('a database that only reads is an outage: reads work, writes and health are 503, two lines say so, and no ad is lost', async () => {
  const dataDir = await makeDataDir()
  const server = await startEmbedded({ dataDir, durable: false })
  await migrate(server.connection)
  const operator = new pg.Client(server.connection)
  await operator.connect()
  const key = makeApiKey()
  const place = { DATABASE_URL: socketUrl(server.connection), DATA_DIR: dataDir, DEMO_API_KEY: key }
  const service = await startService({ ...place, PLATFORM_TIMEOUT_SECONDS: '1' })
  after(async () => {
    await service.end('SIGTERM')
    await operator.end()
    await stopEmbedded({ dataDir })
    await rm(dataDir, { recursive: true, force: true })
  })
  // As a switch-over does it: every connection stays open, and takes no writes from now on.
  const onlyReads = async (isOn: boolean) => {
    await operator.query('SET default_transaction_read_only = off')
    await operator.query(`ALTER SYSTEM SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    await operator.query('SELECT pg_reload_conf()')
  }
  const ask = (method: string, path: string) =>
    fetch(service.url + path, { method, headers: { authorization: `Bearer ${key}` } })
  const { launchIntoAHang, untilFinished, assertExactlyOnce } = serviceBatches(() => service, key)
  const batchId = await launchIntoAHang('Read only')

  await onlyReads(true)
  const health = await askUntil(async () => {
    const answer = await ask('GET', '/v1/health')
    return answer.status === 503 ? ((await answer.json()) as { checks: object }) : null
  })
  assert.deepEqual(health.checks, { database: 'failed', queue: 'ok', storage: 'ok' })
  const refused = await ask('POST', '/v1/drafts')
  assert.equal(refused.status, 503)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal(((await refused.json()) as Refusal).error.code, 'service_unavailable')
  for (const path of ['/v1/batches', `/v1/batch-status/${batchId}`]) assert.equal((await ask('GET', path)).status, 200)

  await onlyReads(false)
  const done = await untilFinished(batchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  await assertExactlyOnce('Read only')
  await untilTrue(async () => (await ask('GET', '/v1/health')).status === 200)
  const log = service.output().split('\n')
  const said = ['The database takes no writes: cannot execute', 'The database is back after']
  const counts = said.map((words) => log.filter((line) => line.includes(words)).length)
  assert.deepEqual(counts, [1, 1], service.output())
  assert.ok(!service.output().includes('"stack"'), service.output())
})

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const { db } = app.app.services

/** Every new row of the table is refused in the words of a server whose disk is full, and counted. */
async function fillDisk(table: string): Promise<{ met(): Promise<number>; clear(): Promise<void> }> {
  await sql.raw(`CREATE SEQUENCE met_${table}`).execute(db)
  await sql
    .raw(
      `CREATE FUNCTION full_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('met_${table}'); RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
    )
    .execute(db)
  await sql.raw(`CREATE TRIGGER full_disk BEFORE INSERT ON ${table} EXECUTE FUNCTION full_${table}()`).execute(db)
  return {
    async met() {
      const { rows } = await sql.raw<{ met: number }>(`SELECT last_value AS met FROM met_${table}`).execute(db)
      return rows[0]!.met
    },
    clear: async () => void (await sql.raw(`DROP TRIGGER full_disk ON ${table}`).execute(db)),
  }
}

test('a disk that is full is an outage: what cannot be stored is 503, and health says so until it is over', async () => {
  const fixture = await demoFixture(app)
  const launch = () =>
    app.call<Refusal & { adBatchId: number }>('POST', '/v1/launch', { body: { ads: [singleAd(app, fixture)] } })
  const disk = await fillDisk('batches')
  const refused = await launch()
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'service_unavailable'])
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal((await app.call('GET', '/v1/batches')).status, 200)
  assert.equal((await app.call('GET', '/v1/health', { key: null })).status, 503)
  await disk.clear()
  const taken = await launch()
  assert.equal(taken.status, 202)
  assert.equal((await app.finished(taken.body.adBatchId)).status, 'success')
})

test('ads wait for as long as nothing can be written down, are not counted as tried, and are launched afterwards', async () => {
  const fixture = await demoFixture(app)
  const disks = [await fillDisk('journal'), await fillDisk('events')]
  const launch = () =>
    app.call<{ adBatchId: number }>('POST', '/v1/launch', {
      body: { ads: [singleAd(app, fixture, { adName: 'Disk full' })] },
    })
  // A launch is told as an event, which cannot be stored either.
  assert.equal((await launch()).status, 503)
  await disks[1]!.clear()
  const { body } = await launch()
  await untilTrue(async () => (await disks[0]!.met()) >= 7)
  const row = await db
    .selectFrom('batch_items')
    .select(['tries', 'state'])
    .where('batch_id', '=', body.adBatchId)
    .executeTakeFirstOrThrow()
  assert.equal(row.tries, 0)
  await disks[0]!.clear()
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
})

test('a statement that had to give way to another is made again, and a transaction is told to be', async () => {
  const own = connect({ connectionString: app.databaseUrl }, 1)
  await sql`CREATE SEQUENCE clashes`.execute(own.db)
  await sql`CREATE FUNCTION clash() RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE n bigint := nextval('clashes'); BEGIN
    IF n % 3 <> 0 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; RETURN n; END $$`.execute(
    own.db,
  )
  const clash = sql<{ clash: number }>`SELECT clash()`
  assert.deepEqual((await clash.execute(own.db)).rows, [{ clash: 3 }])
  const inTransaction = own.db.transaction().execute((trx) => clash.execute(trx))
  await assert.rejects(inTransaction, (error) => isOutage(error))
  await own.db.destroy()
})

test('an outage that a look does not see ends when nobody has met it for a while, and is told once', async () => {
  let now = 0
  const lines: string[] = []
  const watch = createDatabaseWatch(
    { onLost: (why) => void lines.push(`lost ${why}`), onBack: (ms) => void lines.push(`back ${ms}`) },
    () => now,
  )
  watch.watchWith(async () => undefined)
  const full = Object.assign(new Error('full'), { code: '53100' })
  watch.noticed(full)
  watch.onLost()
  watch.onBack(0)
  await assert.rejects(watch.check())
  now = 5_000
  watch.noticed(full)
  await assert.rejects(watch.check())
  now = 16_000
  await watch.check()
  assert.deepEqual(lines, ['lost full', 'back 16000'])
  watch.noticed(Object.assign(new Error('unique'), { code: '23505' }))
  watch.close()
  assert.equal(lines.length, 2)
})
