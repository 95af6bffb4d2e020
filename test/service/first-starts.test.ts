import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { ensureDemoCompany } from '../../src/core/people/companies/demo.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/db/connect.ts'
import { createDatabase, makeDataDir } from '../support/harness.ts'

/** Machines that start for the first time at the same moment on one database, each with a folder of its own. */
async function machines(count: number, settings: Record<string, string>) {
  const database = await createDatabase()
  const opened = await Promise.all(
    Array.from({ length: count }, async () => {
      const dataDir = await makeDataDir()
      const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...settings })
      return { config, ...connect({ connectionString: database.url }, 2) }
    }),
  )
  // Connected before they race, or the first would be done before the last has begun.
  await Promise.all(opened.map(({ pool }) => pool.query('SELECT 1')))
  after(async () => {
    for (const { db, config } of opened) {
      await db.destroy()
      await rm(config.dataDir, { recursive: true, force: true })
    }
    await database.drop()
  })
  return opened
}

for (const round of [1, 2, 3])
  test(`machines that start for the first time at once all start, with one demo company and its key (round ${round})`, async () => {
    const key = makeApiKey()
    const opened = await machines(6, { DEMO_API_KEY: key })
    const made = await Promise.all(opened.map(({ db, config }) => ensureDemoCompany(db, config)))
    assert.equal(made.filter(({ owner }) => owner).length, 1)
    const { pool } = opened[0]!
    const { rows } = await pool.query(
      'SELECT (SELECT count(*) FROM companies) AS companies, count(*) AS keys FROM api_keys',
    )
    assert.deepEqual(rows, [{ companies: 1, keys: 1 }])
  })

test('of machines that start for the first time at once without a chosen key, one has made it', async () => {
  const opened = await machines(6, {})
  const made = await Promise.all(opened.map(({ db, config }) => ensureDemoCompany(db, config)))
  assert.equal(made.filter(({ key }) => key).length, 1)
})

test('machines that start at once with a key that the demo company does not have yet all start', async () => {
  for (const key of Array.from({ length: 5 }, makeApiKey)) {
    const opened = await machines(6, { DEMO_API_KEY: key })
    const { db, config, pool } = opened[0]!
    await ensureDemoCompany(db, { ...config, demoApiKey: null })
    await Promise.all(opened.map((each) => ensureDemoCompany(each.db, each.config)))
    const { rows } = await pool.query('SELECT count(*) AS keys FROM api_keys')
    assert.deepEqual(rows, [{ keys: 2 }])
  }
})

test('a first start that ends before its key is in its folder leaves nothing behind, and the next one makes both', async () => {
  const [{ db, config, pool }] = (await machines(1, {})) as [Awaited<ReturnType<typeof machines>>[0]]
  await assert.rejects(ensureDemoCompany(db, { ...config, dataDir: join(config.dataDir, 'not-there') }))
  assert.deepEqual((await pool.query('SELECT count(*) AS made FROM companies')).rows, [{ made: 0 }])
  const { key, owner } = await ensureDemoCompany(db, config)
  assert.ok(key && owner)
})
