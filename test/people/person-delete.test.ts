import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../src/core/audit/record.ts'
import { verifyChain } from '../../src/core/audit/verify.ts'
import { findCompany } from '../../src/core/people/companies/companies.ts'
import { sql } from '../../src/db/sql.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const { db } = app.app.services
const command = operator({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
const company = (await findCompany(db, 'demo'))!
const owner = await signedIn(app)
const admin = await signedIn(app, 'admin')
const { name, email } = await db
  .selectFrom('users')
  .select(['name', 'email'])
  .where('id', '=', admin.userId)
  .executeTakeFirstOrThrow()

const verified = () => verifyChain(db, company.id, null)

/** What verify says of a change to the table, which is taken back. */
async function after(statement: string): Promise<string[]> {
  const undone = new Error('undone')
  let problems: string[] = []
  await db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(statement).execute(trx)
      problems = (await verifyChain(trx, company.id, null)).problems
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return problems
}

interface Entry {
  seq: number
  action: string
  actor: { kind: string; id?: number; name: string }
  personal?: unknown
}
const isBoardOf = ({ action, actor }: Entry, userId: number) => action === 'create_board' && actor.id === userId
const entries = async () => (await owner.call('GET', '/v1/audit-log?limit=100')).body.data as Entry[]

test('a new entry tells who it was, and its hash is over a digest of that', async () => {
  const board = await admin.call('POST', '/v1/library/boards', { body: { name: 'Made by an admin' } })
  assert.equal(board.status, 201)
  await owner.call('POST', '/v1/library/boards', { body: { name: 'Made by the owner' } })
  await owner.call('PATCH', `/v1/people/${admin.userId}`, { body: { role: 'admin' } })
  // Entries that name somebody elsewhere than as who did it.
  const made = await admin.call('POST', '/v1/changelog', { body: { title: 'A change', date: '2026-11-18' } })
  await owner.call('PATCH', `/v1/changelog/${String(made.body.id)}`, { body: { title: 'Changed' } })
  for (const called of [`${name} II`, name])
    assert.equal((await admin.call('PATCH', '/v1/session', { body: { name: called } })).status, 200)
  await admin.call('POST', '/v1/automations/stop', { body: { reason: 'a test' } })
  await owner.call('POST', '/v1/automations/resume', {})
  // As the version before this one writes it: with the name in the text.
  const old = textOf({ actor: { kind: 'user', id: admin.userId, name }, action: 'older', outcome: 'done' })
  await sql`SELECT append_audit(${company.id}, ${[old]}::json[])`.execute(db)
  const [shown] = (await entries()).filter((one) => isBoardOf(one, admin.userId))
  assert.deepEqual(shown!.actor, { kind: 'user', id: admin.userId, name })
  assert.equal(shown!.personal, undefined)
  const byName = await owner.call('GET', `/v1/audit-log?actor=${encodeURIComponent(name)}`)
  assert.ok((byName.body.data as Entry[]).some(({ seq }) => seq === shown!.seq))
  const row = await sql<{ text: string }>`
    SELECT entry::text AS text FROM audit_log WHERE company_id = ${company.id} AND seq = ${shown!.seq}`.execute(db)
  assert.ok(!row.rows[0]!.text.includes(name) && row.rows[0]!.text.includes('sha256:'))
  const file = await fetch(`${app.url}/v1/audit-log?format=ndjson`, { headers: { authorization: `Bearer ${app.key}` } })
  assert.match(await file.text(), /"personal":\[/)
  assert.deepEqual((await verified()).problems, [])
})

const ours = `company_id = ${company.id}`
const itemSet = (field: string) => `personal = jsonb_set(personal, '{0,${field}}', '"Somebody else"')`

test('what stands beside an entry is found when it is changed or taken out without a deletion', async () => {
  const { seq } = (await entries()).find((one) => isBoardOf(one, admin.userId))!
  for (const change of [
    itemSet('value'),
    itemSet('salt'),
    itemSet('place'),
    'personal = NULL',
    `personal = personal #- '{0,value}'`,
    `personal = '[{"place":"/actor/name","erased":1,"proof":"AAAA"}]'`,
    `personal = '[{"place":"/actor/name","erased":99999,"proof":"AAAA"}]'`,
    `actor = ARRAY['Somebody else', actor[2]]`,
  ]) {
    const problems = await after(`UPDATE audit_log SET ${change} WHERE ${ours} AND seq = ${seq}`)
    assert.match(problems.join(), new RegExp(`entry ${seq}\\b`), change)
  }
})

test('the only owner is not deleted without another one being named, nor is who is not there', async () => {
  const { email: ownerEmail } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  for (const [words, expected] of [
    [[ownerEmail], /only owner of demo/],
    [[ownerEmail, '--new-owner', 'nobody@example.com'], /nobody else with the address/],
    [[ownerEmail, '--new-owner', ownerEmail], /nobody else with the address/],
    [['nobody@example.com'], /There is nobody/],
    [["'; DROP TABLE users; --"], /There is nobody/],
    [['%'], /There is nobody/],
    [['999999'], /There is nobody/],
    [['-1'], /unknown option|There is nobody/],
  ] as [string[], RegExp][]) {
    const { code, stderr } = await command(['person', 'delete', ...words])
    assert.ok(code !== 0 && expected.test(stderr), `${words.join(' ')}: ${stderr}`)
  }
  assert.equal((await owner.call('GET', '/v1/session')).status, 200, 'nothing was done')
})

test('who is deleted is let in nowhere and named nowhere, what they made stays, and the log is whole', async () => {
  const before = await verified()
  const { code, stderr, stdout } = await command(['person', 'delete', email.toUpperCase()])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /was deleted/)
  assert.match(stderr, /1 of its entries were written before/)
  assert.equal((await admin.call('GET', '/v1/session')).status, 401)
  const { problems, erased, entries: count } = await verified()
  assert.deepEqual(problems, [])
  assert.ok(erased >= 2 && count > before.entries, `${erased}`)
  const shown = (await entries()).find((one) => isBoardOf(one, admin.userId))!
  assert.deepEqual(shown.actor, { kind: 'user', id: admin.userId, name: 'a deleted person' })
  const boards = await owner.call('GET', '/v1/library/boards')
  assert.equal((boards.body.data as unknown[]).length, 2, 'what they made stays')
  const { stdout: said } = await command(['audit', 'verify', '--company', 'demo'])
  assert.match(said, /erasure.*person\.deleted.*whole/)
  const { rows } = await sql<{ reported: string }>`
    SELECT string_agg(told, ' ') AS reported FROM (
      SELECT personal::text AS told FROM audit_log UNION ALL SELECT actor::text FROM audit_log WHERE action <> 'older'
      UNION ALL SELECT users::text FROM users UNION ALL SELECT detail::text FROM events) all_of_it`.execute(db)
  const { rows: left } = await sql<{ reported: string }>`
    SELECT audit_log::text AS reported FROM audit_log WHERE action <> 'older' AND audit_log::text LIKE ${`%${name}%`}`.execute(
    db,
  )
  assert.deepEqual(left, [], 'no entry has the name, in its text or beside it')
  assert.ok(!rows[0]!.reported.includes(email) && !rows[0]!.reported.toLowerCase().includes(email.toLowerCase()))
  const again = await command(['person', 'delete', String(admin.userId)])
  assert.ok(again.code === 1 && /There is nobody/.test(again.stderr), again.stderr)
})

test('a deletion cannot be used to take out what it did not', async () => {
  const all = await entries()
  const { seq: by } = all.find(({ action }) => action === 'person.deleted')!
  const erasedSeq = all.find((one) => isBoardOf(one, admin.userId))!.seq
  const { rows } = await sql<{ proof: string }>`
    SELECT personal -> 0 ->> 'proof' AS proof FROM audit_log WHERE company_id = ${company.id} AND seq = ${erasedSeq}`.execute(
    db,
  )
  const target = all.find((one) => isBoardOf(one, owner.userId))!
  const forged = JSON.stringify([{ place: '/actor/name', erased: by, proof: rows[0]!.proof }])
  const taken = await after(
    `UPDATE audit_log SET personal = '${forged}', actor = ARRAY['a deleted person', actor[2]] WHERE ${ours} AND seq = ${target.seq}`,
  )
  assert.match(taken.join(), new RegExp(`entry ${target.seq} was taken out`))
  const without = await after(
    `UPDATE audit_log SET action = 'x', entry = '{"action":"x"}' WHERE ${ours} AND seq = ${by}`,
  )
  assert.ok(
    without.some((problem) => problem.includes(`entry ${erasedSeq} was taken out`)),
    without.join(),
  )
})

async function joins(inviter: Browser, address: string, called: string): Promise<Browser> {
  const { body } = await inviter.call('POST', '/v1/people/invites', { body: { email: address, role: 'member' } })
  const browser = createBrowser(app.url)
  const token = String(body.link).split('/').at(-1)!
  const reply = await browser.call('POST', `/api/invites/${token}/accept`, { body: { name: called } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return { ...browser, userId: (reply.body.person as { id: number }).id }
}

/** Everything of a company that tells of people. */
async function textIn(companyId: number): Promise<string> {
  const { rows } = await sql<{ reported: string }>`
    SELECT string_agg(told, E'\n' ORDER BY told) AS reported FROM (
      SELECT audit_log::text AS told FROM audit_log WHERE company_id = ${companyId}
      UNION ALL SELECT invites::text FROM invites WHERE company_id = ${companyId}
      UNION ALL SELECT events::text FROM events WHERE company_id = ${companyId}
      UNION ALL SELECT batches::text FROM batches WHERE company_id = ${companyId}
      UNION ALL SELECT users::text FROM users JOIN memberships ON user_id = users.id WHERE company_id = ${companyId}) all_of_it`.execute(
    db,
  )
  return rows[0]!.reported
}

test('somebody else with the same address, and one whose address merely ends like it, stay who they are', async () => {
  const south = await ownerOfNew(app, 'south')
  const { id: southId } = (await findCompany(db, 'south'))!
  const address = "o'ann@example.com"
  const here = await joins(owner, address, 'Ann')
  const there = await joins(south, address, 'Ann')
  await there.call('POST', '/v1/library/boards', { body: { name: 'Of the other Ann' } })
  const longer = await joins(owner, `j${address}`, 'Joann')
  await here.call('POST', '/v1/library/boards', { body: { name: 'Of Ann' } })
  const several = await command(['person', 'delete', address])
  assert.ok(several.code === 1 && /Several people/.test(several.stderr), several.stderr)
  const before = await textIn(southId)
  const { code, stderr } = await command(['person', 'delete', String(here.userId)])
  assert.equal(code, 0, stderr)
  assert.equal(await textIn(southId), before, 'an address that was never confirmed is nobody else’s matter')
  assert.equal((await there.call('GET', '/v1/session')).status, 200)
  const left = await textIn(company.id)
  assert.ok(left.includes(`j${address}`) && !left.replaceAll(`j${address}`, '').includes(address))
  assert.equal((await longer.call('GET', '/v1/session')).status, 200)
  assert.deepEqual((await verified()).problems, [])
})

test('cut in between, the same command finishes it', async () => {
  const person = await joins(owner, 'cut@example.com', 'Cut')
  await person.call('POST', '/v1/library/boards', { body: { name: 'Of Cut' } })
  await sql
    .raw(
      `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut'; END $$;
    CREATE TRIGGER cut BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION cut()`,
    )
    .execute(db)
  assert.equal((await command(['person', 'delete', 'cut@example.com'])).code, 1)
  await sql.raw('DROP TRIGGER cut ON audit_log; DROP FUNCTION cut').execute(db)
  assert.equal((await person.call('GET', '/v1/session')).status, 401)
  const { code, stderr } = await command(['person', 'delete', 'cut@example.com'])
  assert.equal(code, 0, stderr)
  assert.ok(!(await textIn(company.id)).includes('cut@example.com'))
  assert.deepEqual((await verified()).problems, [])
})
