import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { moveDatabase } from '../../src/backup/move.ts'
import { openSeal } from '../../src/core/secrets/open.ts'
import { sealPurpose } from '../../src/core/secrets/seal.ts'
import type { CompanyId } from '../../src/db/company-id.ts'
import { connect, socketUrl } from '../../src/db/connect.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { howToGetServers } from '../crash/servers.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { makeDataDir, startTestApp } from '../support/harness.ts'
import { oneQuery } from '../support/one-query.ts'
import { operator } from '../support/service/operator.ts'

const { FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password } = process.env
const server = { host: host!, user: 'flightdeck', password, database: 'postgres' }

async function emptyDatabase(): Promise<{ connectionString: string }> {
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await oneQuery(server, `CREATE DATABASE ${name}`)
  after(() => oneQuery(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  return { connectionString: socketUrl({ ...server, database: name }) }
}

/** Nothing is sent here: what was accepted is on its way when everything is moved. */
const before = await startTestApp({}, { api: true, worker: false, sandbox: true })
const fixture = await demoFixture(before)
const from = { connectionString: before.databaseUrl }
const names = { from: 'old', to: 'new' }
const tablesIn = async (place: { connectionString: string }) =>
  (
    await oneQuery<{ count: number }>(
      place,
      'SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = current_schema()::regnamespace',
    )
  )[0]!.count

test('everything is moved, what was on its way goes on by itself, and nobody starts on the old one', async () => {
  const ads = [0, 1, 2].map((index) => singleAd(before, fixture, { adName: `Moved ${index}` }))
  const headers = { 'idempotency-key': 'moved' }
  const accepted = await before.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads }, headers })
  assert.equal(accepted.status, 202)

  const to = await emptyDatabase()
  // Cut off while it copies: the new one is as empty as before.
  const other = await emptyDatabase()
  let cut: Promise<unknown> | undefined
  const killing = moveDatabase({
    ...{ from, to: other, names: { ...names, to: 'cut' } },
    report: () =>
      void (cut ??= oneQuery(
        other,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )),
  })
  await assert.rejects(killing)
  await cut
  assert.equal(await tablesIn(other), 0)
  await migrate(from)

  // Killed after it was kept, and before the old one was marked: it is compared again.
  const again = await moveDatabase({ from, to, names })
  assert.ok(again.rows > 100 && again.tables > 50, JSON.stringify(again))
  await oneQuery(from, "UPDATE database_moves SET ended_at = NULL WHERE direction = 'out'")
  await oneQuery(to, "UPDATE companies SET name = name || ' ' WHERE slug = 'demo'")
  await assert.rejects(moveDatabase({ from, to, names }), /companies is not the same in both/)
  await oneQuery(to, "UPDATE companies SET name = rtrim(name) WHERE slug = 'demo'")
  await moveDatabase({ from, to, names })
  await assert.rejects(migrate(from), /Everything in this database was moved to new\. Nothing was done\./)

  const moved = await startTestApp(
    {
      DATABASE_URL: to.connectionString,
      SANDBOX_URL: before.sandboxUrl,
      DEMO_API_KEY: before.key,
      DATA_DIR: before.dataDir,
    },
    { api: true, worker: true, sandbox: false },
  )
  await moved.finished(accepted.body.adBatchId)
  const replayed = await moved.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads }, headers })
  assert.deepEqual([replayed.status, replayed.body.adBatchId], [202, accepted.body.adBatchId])
  const { ads: made } = await before.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')
  assert.equal(made.filter(({ name }) => name.startsWith('Moved ')).length, 3)
})

test('a database that is not empty is refused, and so is a setting that leaves nothing to move', async () => {
  await assert.rejects(
    moveDatabase({ from, to: from, names: { ...names, to: 'itself' } }),
    /The other database is not empty/,
  )
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-move-'))
  await chmod(folder, 0o711)
  after(() => rm(folder, { recursive: true, force: true }))
  const carry = operator({ DATA_DIR: folder })
  const to = await emptyDatabase()
  const set = await carry(['move-database', '--to', to.connectionString], {
    env: { DATABASE_URL: to.connectionString },
  })
  assert.match(set.stderr, /^DATABASE_URL is set/)
  assert.match((await carry(['move-database', '--to', 'nonsense'])).stderr, /^--to must be a postgres:\/\/ address/)

  const done = await carry(['move-database', '--to', to.connectionString])
  assert.equal(done.code, 0, done.stderr)
  assert.match(done.stdout, /^[\d,]+ rows? of \d+ tables are in .*, the same by counts and digests\.\n$/)
  assert.ok(!done.stdout.includes(password!) && !done.stderr.includes(password!))
  const refused = await carry(['doctor', '--json'])
  assert.equal(refused.code, 1)
  assert.match(refused.stdout + refused.stderr, /was moved to/)
})

const fifteen = '/usr/lib/postgresql/15'

test(
  'moved to PostgreSQL 15, its key changed there, everything is whole and opens',
  { skip: !existsSync(fifteen) && howToGetServers },
  async () => {
    const [folder, elsewhere] = [await makeDataDir(), await makeDataDir()]
    const carry = operator({ DATA_DIR: folder, SECRET_KEY: '' })
    const must = async (words: string[], env: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await carry(words, { env })
      assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`)
      return stdout
    }
    const place = { secretKey: null, dataDir: folder }
    await must(['company', 'create', 'Acme'])
    await must(['key', 'create', '--company', 'acme', '--name', 'First'])
    const own = await startEmbedded({ dataDir: folder })
    const old = connect(own.connection, 2)
    const first = await openSeal(old.db, place)
    const company = (await old.pool.query<{ id: CompanyId }>("SELECT id FROM companies WHERE slug = 'acme'")).rows[0]!
      .id
    const purpose = sealPurpose(company, 'primary')
    await old.pool.query(
      "INSERT INTO connections (company_id, platform, label, sealed_credentials) VALUES ($1, 'primary', 'x', $2)",
      [company, first.seal('{"n":7}', purpose)],
    )
    await old.db.destroy()
    await own.stop()

    const target = await startEmbedded({ dataDir: elsewhere, binaries: fifteen })
    const { db, pool } = connect(target.connection, 2)
    after(async () => {
      await db.destroy()
      await target.stop()
      for (const dir of [folder, elsewhere]) await rm(dir, { recursive: true, force: true })
    })
    const there = { DATABASE_URL: socketUrl(target.connection) }
    await must(['move-database', '--to', there.DATABASE_URL])
    await must(['secret', 'rotate'], there)
    const fresh = await openSeal(db, place)
    assert.notDeepEqual(fresh.mark(), first.mark())
    const { rows } = await pool.query<{ sealed: Buffer }>('SELECT sealed_credentials AS sealed FROM connections')
    assert.deepEqual(rows[0]!.sealed.subarray(0, fresh.mark().length), fresh.mark())
    assert.equal(fresh.open(rows[0]!.sealed, purpose), '{"n":7}')
    await must(['audit', 'verify'], there)
    await must(['backup', join(folder, 'moved.zip')], there)
    await must(['backup', 'verify', join(folder, 'moved.zip')])
    // A single changed word of the log is found there too.
    await pool.query('ALTER TABLE audit_log DISABLE TRIGGER USER')
    const changed = await pool.query(
      "UPDATE audit_log SET entry = replace(entry::text, 'First', 'Other')::json WHERE entry::text LIKE '%First%'",
    )
    assert.ok(changed.rowCount! > 0)
    assert.equal((await carry(['audit', 'verify'], { env: there })).code, 1)
  },
)
