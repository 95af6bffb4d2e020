import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { recordAudit } from '../../src/core/audit/record.ts'
import { auditKey, publishHeads } from '../../src/core/audit/signed-head.ts'
import { createSeal } from '../../src/core/secrets/seal.ts'
import { verifyChain } from '../../src/core/audit/verify.ts'
import type { KeptHead } from '../../src/core/audit/verify.ts'
import { startTestApp } from '../support/harness.ts'
import { sharedKey } from '../support/service/child-env.ts'
import { operator } from '../support/service/operator.ts'
import type { CompanyId } from '../../src/db/company-id.ts'

/** Whatever is shown or searched of the log is held against what was written. */
const app = await startTestApp()
const { db } = app.app.services
// The service's own: should its job come by meanwhile, it signs with the same.
const key = auditKey(createSeal(Buffer.from(sharedKey.SECRET_KEY, 'base64')))
const hourMs = 3_600_000

async function companyWith(count: number): Promise<{ companyId: CompanyId; slug: string }> {
  const { companyId, slug } = await app.stranger()
  for (let n = 1; n <= count; n++) await write(companyId, n)
  return { companyId, slug }
}

function write(companyId: CompanyId, n: number): Promise<void> {
  const actor = { kind: 'key', id: n, name: 'CI', userId: null, scopes: [] } as const
  const targets = [`campaign:${n}`, 'account:act_1']
  return recordAudit(db, { id: companyId }, { actor, action: 'update_budget', targets, outcome: 'done' })
}

/** What is found after something was done to the database, which is then undone. */
async function after(companyId: CompanyId, statement: string, kept: KeptHead[] = []): Promise<string[]> {
  const undo = new Error('undone')
  let problems: string[] = []
  await db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(statement.replaceAll('OURS', `company_id = ${companyId}`)).execute(trx)
      problems = (await verifyChain(trx, companyId, [key], kept)).problems
      throw undo
    })
    .catch((error: unknown) => assert.equal(error, undo))
  return problems
}

/** Another value of the same type; a type that nobody has thought of fails the test. */
const another: Record<string, (column: string) => string> = {
  bigint: (column) => `${column} + 1000000`,
  text: (column) => `${column} || 'x'`,
  ARRAY: (column) => `${column} || ARRAY['x']`,
  bytea: (column) => `sha256(${column})`,
  jsonb: () => `'[{"place":"/actor/name","value":"Ada"}]'`,
  json: () => `'{"action":"update_budget"}'`,
  'timestamp with time zone': (column) => `${column} - interval '1 microsecond'`,
}

async function columnsOf(table: string): Promise<{ name: string; other: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    SELECT column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ${table} ORDER BY ordinal_position`.execute(db)
  assert.ok(rows.length > 0)
  return rows.map(({ name, type }) => ({ name, other: another[type]!(name) }))
}

test('a change to any column of an entry, or of the end of the chain, is found', async () => {
  const { companyId } = await companyWith(5)
  const { companyId: otherId } = await app.stranger()
  assert.deepEqual((await verifyChain(db, companyId, [key])).problems, [])
  const elsewhere = { company_id: String(otherId) } as Record<string, string>
  for (const { name, other } of await columnsOf('audit_log')) {
    const value = elsewhere[name] ?? other
    const found = await after(companyId, `UPDATE audit_log SET ${name} = ${value} WHERE OURS AND seq = 3`)
    assert.ok(found.length > 0, `audit_log.${name}`)
    assert.match(found.join(), /entry 3|entries 3 to 3/, `audit_log.${name}`)
  }
  for (const { name, other } of await columnsOf('audit_heads')) {
    const value = elsewhere[name] ?? other
    const found = await after(companyId, `UPDATE audit_heads SET ${name} = ${value} WHERE OURS`)
    assert.ok(found.length > 0, `audit_heads.${name}`)
  }
})

test('an entry that no longer stands where it is searched for is named', async () => {
  const { companyId } = await companyWith(4)
  for (const [column, value] of [
    ['action', `'pause'`],
    ['actor', `ARRAY['Ada', 'user:1']`],
    ['actor', `ARRAY[actor[2], actor[1]]`],
    ['targets', `'{}'`],
  ] as const) {
    assert.deepEqual(await after(companyId, `UPDATE audit_log SET ${column} = ${value} WHERE OURS AND seq = 2`), [
      `the column ${column} of entry 2 is not what the entry says`,
    ])
  }
})

test('an entry that was put in before the first, and an end that was taken out, are found', async () => {
  const { companyId } = await companyWith(3)
  const copy = `INSERT INTO audit_log SELECT company_id, SEQ, at, hash, action, actor, targets, entry FROM audit_log WHERE OURS AND seq = 1`
  for (const seq of [0, -7])
    assert.deepEqual(await after(companyId, copy.replace('SEQ', String(seq))), [`entry ${seq} was put in`])
  assert.match((await after(companyId, copy.replace('SEQ', '4'))).join(), /entry 4 was changed.*should with 3/)
  assert.deepEqual(await after(companyId, 'DELETE FROM audit_heads WHERE OURS'), [
    'the chain ends with entry 3, and its end was taken out',
  ])
})

async function headsOf(companyId: CompanyId): Promise<KeptHead[]> {
  const rows = await db
    .selectFrom('events')
    .select('detail')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'audit.head')
    .orderBy('id')
    .execute()
  return rows.map(({ detail }) => ({ seq: Number(detail.seq), hash: String(detail.hash) }))
}

test('the end is signed once for every hour in which something was added, however often and late it is looked at', async () => {
  const { companyId } = await companyWith(2)
  const now = Date.now()
  const lookIn = (hours: number) => publishHeads({ db, key, now: new Date(now + hours * hourMs) })
  await lookIn(-1)
  assert.deepEqual(await headsOf(companyId), [], 'the hour is not over')
  await Promise.all([lookIn(1), lookIn(1), lookIn(1)])
  await lookIn(2)
  assert.deepEqual(
    (await headsOf(companyId)).map(({ seq }) => seq),
    [2],
  )
  await write(companyId, 3)
  await write(companyId, 4)
  await lookIn(3)
  assert.deepEqual(
    (await headsOf(companyId)).map(({ seq }) => seq),
    [2, 4],
  )
  assert.deepEqual((await verifyChain(db, companyId, [key])).problems, [])
})

test('who kept the end of an hour finds that the log was cut, also where every trace of it is gone from the database', async () => {
  const { companyId, slug } = await companyWith(6)
  await publishHeads({ db, key, now: new Date(Date.now() + hourMs) })
  const kept = await headsOf(companyId)
  const cut = `DELETE FROM audit_log WHERE OURS AND seq > 4; DELETE FROM events WHERE OURS AND kind = 'audit.head';
    UPDATE audit_heads SET (seq, at, hash, told_seq) = (SELECT seq, at, hash, 0 FROM audit_log WHERE OURS AND seq = 4) WHERE OURS`
  assert.deepEqual(await after(companyId, cut), [], 'the database alone tells nothing')
  assert.deepEqual(await after(companyId, cut, kept), ['entry 6, whose hash was kept, is missing'])
  const command = operator({ ...sharedKey, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  const flightdeck = (...words: string[]) => command(words)
  const verify = (...words: string[]) => flightdeck('audit', 'verify', ...words)
  const [head] = kept
  await db.deleteFrom('events').where('company_id', '=', companyId).execute()
  const whole = await verify('--company', slug, '--head', `6:${head!.hash}`)
  assert.equal(whole.stdout, `${slug}: 6 entries, 0 signed ends, 1 kept end: whole\n`)
  const other = await verify('--company', slug, '--head', `5:${head!.hash}`)
  assert.deepEqual([other.code, other.stdout], [1, `${slug}: entry 5 is not the one whose hash was kept\n`])
})
