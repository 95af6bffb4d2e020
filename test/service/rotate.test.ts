import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { earlierKeys, trustedKeys, vouchFor } from '../../src/core/audit/keys.ts'
import { auditKey, publicKeyOf } from '../../src/core/audit/signed-head.ts'
import { readConfig } from '../../src/config.ts'
import { previousFile, readSecretKeys, replaceSecretKey } from '../../src/core/secrets/keys.ts'
import { openSeal, WrongSecretKey } from '../../src/core/secrets/open.ts'
import { isRotated, rotateSecrets, RotationUnderWay } from '../../src/core/secrets/rotate.ts'
import { createSeal, sealPurpose } from '../../src/core/secrets/seal.ts'
import { sealedByOthers, sealedColumns } from '../../src/core/secrets/sealed.ts'
import type { CompanyId } from '../../src/db/company-id.ts'
import { connect } from '../../src/db/connect.ts'
import { createDatabase, makeDataDir } from '../support/harness.ts'
import { operator } from '../support/service/operator.ts'

const rows = 250

/** A data folder with a key of its own, and a database with something sealed in every place. */
async function installation() {
  const dataDir = await makeDataDir()
  const database = await createDatabase()
  const { db, pool } = connect({ connectionString: database.url }, 8)
  after(async () => {
    await db.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const place = { secretKey: null, dataDir }
  const seal = await openSeal(db, place)
  const found = await pool.query<{ id: CompanyId }>("INSERT INTO companies (name, slug) VALUES ('A', 'a') RETURNING id")
  const companyId = found.rows[0]!.id
  const sealed = (text: string, purpose: string) => seal.seal(text, purpose)
  for (let each = 0; each < rows; each++) {
    const purpose = sealPurpose(companyId, `p${each}`)
    await pool.query(
      'INSERT INTO connections (company_id, platform, label, sealed_credentials, sealed_token) VALUES ($1, $2, $2, $3, $4)',
      [companyId, `p${each}`, sealed(`{"n":${each}}`, purpose), each % 2 ? null : sealed('token', purpose)],
    )
  }
  const secretAt = async (platform: string) => {
    const reported = await pool.query<{ sealed_credentials: Buffer }>(
      'SELECT sealed_credentials FROM connections WHERE platform = $1',
      [platform],
    )
    return reported.rows[0]!.sealed_credentials
  }
  return { db, pool, place, seal, companyId, secretAt, url: database.url }
}

const newKey = (dataDir: string) => () => replaceSecretKey(dataDir, readSecretKeys({ secretKey: null, dataDir })!)

test('everything is sealed anew while a process goes on, and that one takes up the new key', async () => {
  const { db, pool, place, seal, companyId, secretAt } = await installation()
  const before = seal.mark()
  const { resealed, unopened } = await rotateSecrets({ db, pool }, newKey(place.dataDir))
  assert.deepEqual([resealed, unopened], [rows + rows / 2, []])
  const fresh = await openSeal(db, place)
  assert.notDeepEqual(fresh.mark(), before)
  assert.ok(await isRotated(db, fresh))
  assert.equal((await stat(previousFile(place.dataDir))).mode & 0o777, 0o600)

  // Of the process that has run since before: what it seals until it meets the new key is opened by all.
  const purpose = sealPurpose(companyId, 'p7')
  const late = seal.seal('late', purpose)
  assert.deepEqual(late.subarray(0, before.length), before)
  assert.equal(fresh.open(late, purpose), 'late')
  assert.equal(seal.open(await secretAt('p7'), purpose), '{"n":7}')
  assert.deepEqual(seal.mark(), fresh.mark())

  // Without the earlier key nothing is lost; with it alone nobody starts.
  const [old] = readSecretKeys(place)!.previous
  await rm(previousFile(place.dataDir))
  assert.equal((await openSeal(db, place)).open(await secretAt('p8'), sealPurpose(companyId, 'p8')), '{"n":8}')
  await assert.rejects(openSeal(db, { ...place, secretKey: old! }), WrongSecretKey)
})

test('what was sealed before keys had ids is opened, and sealed anew', async () => {
  const { db, pool, place, companyId, secretAt } = await installation()
  const purpose = sealPurpose(companyId, 'p3')
  const [nonce, key] = [randomBytes(12), readSecretKeys(place)!.current]
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const text = Buffer.concat([cipher.update('of old'), cipher.final()])
  const old = Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), text])
  await pool.query('UPDATE connections SET sealed_credentials = $1 WHERE platform = $2', [old, 'p3'])
  assert.equal((await openSeal(db, place)).open(old, purpose), 'of old')
  await rotateSecrets({ db, pool }, newKey(place.dataDir))
  await rm(previousFile(place.dataDir))
  assert.equal((await openSeal(db, place)).open(await secretAt('p3'), purpose), 'of old')
})

test('what was cut, or is none of ours, opens nothing', () => {
  const seal = createSeal(Buffer.alloc(32, 'k'))
  const whole = seal.seal('', 'word')
  assert.equal(seal.open(whole, 'word'), '')
  // Of a tag, less than all of it is no tag: it would be guessed sooner.
  for (let length = 0; length < whole.length; length++)
    assert.throws(() => seal.open(whole.subarray(0, length), 'word'), `${length} of ${whole.length} bytes`)
  assert.throws(() => seal.open(whole, 'another word'))
  assert.throws(
    () => seal.open(createSeal(Buffer.alloc(32, 'x')).seal('', 'word'), 'word'),
    /key [0-9a-f]{8}, which is not here/,
  )
})

test('cut short, it goes on where it stopped, with the key that it began with', async () => {
  const { db, pool, place } = await installation()
  await pool.query(`
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN IF NEW.id % 220 = 0 THEN RAISE 'no space left on device'; END IF; RETURN NEW; END$$;
    CREATE TRIGGER full_disk BEFORE UPDATE ON connections FOR EACH ROW EXECUTE FUNCTION full_disk()`)
  await assert.rejects(rotateSecrets({ db, pool }, newKey(place.dataDir)), /no space left/)
  const begun = await openSeal(db, place)
  const left = await sealedByOthers(db, begun)
  assert.ok(left > 0 && left < rows + rows / 2, String(left))
  await pool.query('DROP TRIGGER full_disk ON connections')
  const carry = operator({ DATABASE_URL: await urlOf(pool), DATA_DIR: place.dataDir })
  const { code, stdout, stderr } = await carry(['secret', 'rotate'])
  assert.equal(code, 0, stderr)
  assert.match(stdout, new RegExp(`^${left} secrets sealed with the key ${begun.mark().subarray(1).toString('hex')}`))
  assert.ok(await isRotated(db, begun))
  assert.match((await carry(['secret', 'status'])).stdout, /, 0 secrets sealed with an earlier one/)
})

const urlOf = async (pool: { options: { connectionString?: string } }) => pool.options.connectionString!

test('of two at once one is told to wait, and a secret that nothing opens is named and left', async () => {
  const { db, pool, place } = await installation()
  const make = newKey(place.dataDir)
  await rotateSecrets({ db, pool }, async () => {
    await assert.rejects(rotateSecrets({ db, pool }, make), RotationUnderWay)
    return make()
  })

  const lost = createSeal(randomBytes(32)).seal('lost', 'anything')
  await pool.query("UPDATE connections SET sealed_credentials = $1 WHERE platform = 'p5'", [lost])
  const { unopened } = await rotateSecrets({ db, pool }, make)
  assert.deepEqual(
    unopened.map(({ table }) => table),
    ['connections'],
  )
})

test('a key that is a setting is changed by whoever set it', async () => {
  const { db, place, url } = await installation()
  const [current] = [readSecretKeys(place)!.current.toString('base64')]
  const next = randomBytes(32).toString('base64')
  const carry = operator({ DATABASE_URL: url, DATA_DIR: place.dataDir })
  const alone = await carry(['secret', 'rotate'], { env: { SECRET_KEY: current } })
  assert.equal(alone.code, 1)
  assert.match(alone.stderr, /^SECRET_KEY is a setting, so this cannot make a new one\./)
  // First everybody gets the new key as one that opens, then the two are exchanged.
  const env = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: current }
  const done = await carry(['secret', 'rotate'], { env })
  assert.equal(done.code, 0, done.stderr)
  assert.ok(await isRotated(db, createSeal(Buffer.from(next, 'base64'))))
  assert.equal((await carry(['secret', 'status'], { env: { SECRET_KEY: next } })).code, 0)
  assert.equal((await carry(['secret', 'status'], { env: { SECRET_KEY: current } })).code, 1)
  assert.match((await carry(['secret', 'status'], { env: { SECRET_KEY_PREVIOUS: next } })).stderr, /needs|only useful/)
})

test('what an earlier key signed stays signed, and nobody adds a key of theirs', async () => {
  const { db } = await installation()
  const [first, second, third] = ['a', 'b', 'c'].map((letter) => auditKey(createSeal(Buffer.alloc(32, letter)))) as [
    ReturnType<typeof auditKey>,
    ReturnType<typeof auditKey>,
    ReturnType<typeof auditKey>,
  ]
  await vouchFor(db, first, second)
  await vouchFor(db, second, third)
  const trusted = async () =>
    (await trustedKeys(db, [third])).map((key) => key.export({ format: 'der', type: 'spki' }).toString('base64'))
  assert.deepEqual((await trusted()).sort(), [first, second, third].map(publicKeyOf).sort())
  assert.equal((await earlierKeys(db)).length, 2)
  const stranger = auditKey(createSeal(Buffer.alloc(32, 'x')))
  await vouchFor(db, stranger, auditKey(createSeal(Buffer.alloc(32, 'y'))))
  await db
    .updateTable('audit_keys')
    .set({ replaced_by: publicKeyOf(third) })
    .where('public_key', '=', publicKeyOf(stranger))
    .execute()
  assert.ok(!(await trusted()).includes(publicKeyOf(stranger)))
})

test('every column that holds something sealed is known to whoever changes the key', async () => {
  const { pool } = await installation()
  const found = await pool.query<{ place: string }>(`
    SELECT table_name || '.' || column_name AS place FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE '%sealed%' AND table_name <> 'secret_canary' ORDER BY 1`)
  assert.deepEqual(
    found.rows.map(({ place }) => place),
    sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  )
})

test('settings come from files too', async () => {
  const folder = await makeDataDir()
  after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'key')
  await writeFile(file, `${Buffer.alloc(32, 'k').toString('base64')}\n`)
  assert.deepEqual(readConfig({ SECRET_KEY_FILE: file }).secretKey, Buffer.alloc(32, 'k'))
  assert.throws(
    () => readConfig({ SECRET_KEY_FILE: file, SECRET_KEY: 'x' }),
    /SECRET_KEY and SECRET_KEY_FILE are both set/,
  )
  assert.throws(
    () => readConfig({ SECRET_KEY_FILE: join(folder, 'none') }),
    /SECRET_KEY_FILE: .*none cannot be read \(ENOENT\)/,
  )
  await writeFile(file, 'short')
  assert.throws(
    () => readConfig({ SECRET_KEY_FILE: file }),
    (error: Error) => /SECRET_KEY: must be 32 bytes/.test(error.message) && !error.message.includes('short'),
  )
})
