import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { checkSeal, openSeal, WrongSecretKey } from '../../src/core/secrets/open.ts'
import { makeSecretKey } from '../../src/core/secrets/keys.ts'
import { createSeal, sealPurpose } from '../../src/core/secrets/seal.ts'
import { connect } from '../../src/db/connect.ts'
import { createDatabase, makeDataDir } from '../support/harness.ts'
import { childEnv } from '../support/service/child-env.ts'
import type { CompanyId } from '../../src/db/company-id.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
const key = (letter: string) => Buffer.alloc(32, letter)

async function machine() {
  const dataDir = await makeDataDir()
  after(() => rm(dataDir, { recursive: true, force: true }))
  return { secretKey: null, dataDir }
}

async function newDatabase() {
  const database = await createDatabase()
  const { db, pool } = connect({ connectionString: database.url }, 8)
  after(async () => {
    await db.destroy()
    await database.drop()
  })
  return { db, pool, url: database.url }
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof WrongSecretKey ? 'refused' : String(error)),
  )

test('a database knows its key: another one is refused, and nothing is made for it', async () => {
  const { db } = await newDatabase()
  const place = await machine()
  await openSeal(db, { ...place, secretKey: key('a') })
  assert.equal(await outcomeOf(openSeal(db, { ...place, secretKey: key('a') })), 'opened')
  await assert.rejects(
    openSeal(db, { ...place, secretKey: key('b') }),
    /sealed with another key than the one in SECRET_KEY/,
  )
  // A machine without any key makes none: it would open nothing.
  await assert.rejects(openSeal(db, place), /SECRET_KEY is not set, and .*secret-key does not exist/)
  assert.ok(!existsSync(join(place.dataDir, 'secret-key')))
  await makeSecretKey(place.dataDir)
  await assert.rejects(openSeal(db, place), new RegExp(`another key than the one in ${place.dataDir}/secret-key`))
})

test('of machines that start for the first time at once without the setting, one decides the key and the others are told', async () => {
  const { db } = await newDatabase()
  const apart = await Promise.all([1, 2, 3, 4, 5].map(async () => openSeal.bind(null, db, await machine())))
  const outcomes = await Promise.all(apart.map((open) => outcomeOf(open())))
  assert.deepEqual(outcomes.sort(), ['opened', 'refused', 'refused', 'refused', 'refused'])

  const other = await newDatabase()
  const shared = await machine()
  const together = await Promise.all([1, 2, 3, 4, 5].map(() => outcomeOf(openSeal(other.db, shared))))
  assert.deepEqual(together, Array(5).fill('opened'))
})

test('a database from before is opened with its key alone, and no other becomes its key', async () => {
  const { db, pool } = await newDatabase()
  const place = await machine()
  const { rows } = await pool.query<{ id: CompanyId }>(
    "INSERT INTO companies (name, slug) VALUES ('A', 'a') RETURNING id",
  )
  const companyId = rows[0]!.id
  const sealed = createSeal(key('a')).seal('{}', sealPurpose(companyId, 'primary'))
  await pool.query(
    "INSERT INTO connections (company_id, platform, label, sealed_credentials) VALUES ($1, 'primary', 'main', $2)",
    [companyId, sealed],
  )
  assert.equal(await outcomeOf(openSeal(db, { ...place, secretKey: key('b') })), 'refused')
  assert.equal(typeof (await checkSeal(db, { ...place, secretKey: key('b') })), 'object')
  assert.equal(await checkSeal(db, { ...place, secretKey: key('a') }), 'no canary')
  assert.equal(await outcomeOf(openSeal(db, { ...place, secretKey: key('a') })), 'opened')
  assert.equal(await checkSeal(db, { ...place, secretKey: key('a') }), 'ok')
})

test('every process that is started with another SECRET_KEY ends with one line that says so, and doctor names it', async () => {
  const { db, url } = await newDatabase()
  const place = await machine()
  await openSeal(db, { ...place, secretKey: key('a') })
  const env = {
    ...childEnv,
    DATABASE_URL: url,
    DATA_DIR: place.dataDir,
    SECRET_KEY: key('b').toString('base64'),
    PORT: '0',
    SANDBOX: 'off',
  }
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [main, ...words], { env }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  for (const role of ['serve', 'worker', 'sync']) {
    const { code, stderr } = await run(role)
    assert.equal(code, 1, role)
    assert.match(stderr, /^The secrets in this database were sealed with another key than the one in SECRET_KEY.*\n$/)
  }
  const { code, stdout } = await run('doctor', '--json')
  assert.equal(code, 1)
  const { findings } = JSON.parse(stdout) as { findings: { name: string; mark: string; text: string }[] }
  const [found] = findings.filter(({ name }) => name === 'secret key')
  assert.equal(found?.mark, 'problem')
  assert.match(found.text, /SECRET_KEY/)
})
