import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createZstdDecompress } from 'node:zlib'
import { openArchive } from '../../src/backup/archive.ts'
import { tablesOf } from '../../src/backup/catalogue.ts'
import { createClient } from '../../src/backup/client.ts'
import { deleteNow } from '../../src/backup/company/due.ts'
import { exportCompany } from '../../src/backup/company/export.ts'
import { companyTables, installationTables } from '../../src/backup/company/tables.ts'
import { verifyBackup } from '../../src/backup/verify.ts'
import { createCompany, findCompany } from '../../src/core/people/companies/companies.ts'
import { recordAudit } from '../../src/core/audit/record.ts'
import { beginDeletion, quieten } from '../../src/core/leaving/leaving.ts'
import { invite } from '../../src/core/people/invites/invites.ts'
import { sql } from '../../src/db/sql.ts'
import { createApiKey, hashApiKey } from '../../src/core/people/keys.ts'
import { resumeAfterRestore } from '../../src/backup/resume.ts'
import { untilTrue } from '../support/ask-until.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { picture } from '../support/media/media-files.ts'
import { send } from '../support/media/uploads.ts'
import { signedIn } from '../support/people/browser.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp()
const { db, media } = app.app.services
const command = operator({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
const folder = await mkdtemp(join(tmpdir(), 'flightdeck-leaving-'))
after(() => rm(folder, { recursive: true, force: true }))
const client = createClient({ connectionString: app.databaseUrl })
await client.connect()
after(() => client.end().catch(() => undefined))

const company = (await findCompany(db, 'demo'))!
const other = await app.stranger()
const fixture = await demoFixture(app)
const owner = await signedIn(app)
const shared = await picture({ width: 70 }).png().toBuffer()
const alone = await picture({ width: 71 }).png().toBuffer()

/** Something in most tables of a company. */
async function fill(): Promise<void> {
  for (const [bytes, key] of [
    [shared, app.key],
    [shared, other.key],
    [alone, app.key],
  ] as const)
    assert.equal((await send(app, bytes, 'picture.png', { key })).status, 200)
  const ads = Array.from({ length: 3 }, (_, n) => singleAd(app, fixture, { adName: `Leaving ${n}` }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads },
    headers: { 'idempotency-key': 'leaving' },
  })
  await app.finished(body.adBatchId)
  await app.call('GET', '/v1/reports/query?from=2026-11-01&to=2026-11-07&groupBy=day')
  for (const key of [app.key, other.key]) {
    const hook = { url: 'https://hooks.example.com/a', events: ['batch.finished'] }
    await app.call('POST', '/v1/webhooks', { key, body: hook })
    const board = await app.call('POST', '/v1/library/boards', { key, body: { name: 'Leaving' } })
    assert.equal(board.status, 201, JSON.stringify(board.body))
  }
  await owner.call('POST', '/v1/people/invites', { body: { email: 'late@example.com', role: 'viewer' } })
  // Another company has invited whoever has the same address as somebody here, and knows that of a person who is confirmed.
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  await sql`UPDATE users SET confirmed_at = now(), home_company_id = NULL WHERE id = ${owner.userId}`.execute(db)
  const actor = { kind: 'system', name: 'test', scopes: [] } as const
  const asked = { email, role: 'viewer' as const, workspaceIds: [] }
  await invite({ db }, { company: { id: other.companyId, slug: other.slug }, actor }, asked)
  await recordAudit(db, { id: other.companyId }, { actor, action: 'test', asked, outcome: 'done' })
  await app.call('PUT', '/v1/spend-guards', { body: { guards: [] } })
}

await fill()

test('every table has its place: of companies, with how their rows are found, or of the installation, with why', async () => {
  const known = [...Object.keys(companyTables), ...Object.keys(installationTables)]
  const shapes = await tablesOf(client)
  const there = [...shapes.map(({ name }) => name), 'migrations', 'database_moves', 'processes']
  assert.deepEqual(
    there.filter((name) => !known.includes(name)),
    [],
    'say in src/backup/company/tables.ts whose these are',
  )
  assert.deepEqual(
    known.filter((name) => !there.includes(name)),
    [],
    'what is not there any more has no place',
  )
  assert.equal(new Set(known).size, known.length, 'no table is in both lists')
  const stays = new Set(['company_deletions'])
  const byCompany = shapes.filter(({ columns }) => columns.includes('company_id')).map(({ name }) => name)
  assert.deepEqual(
    byCompany.filter((name) => !companyTables[name] && !stays.has(name)),
    [],
  )
})

/** Which of two companies' rows a condition holds for, whatever the tables hold: they are stood in for by two rows. */
async function heldFor(whose: string, columns: string[]): Promise<number[]> {
  const [, column, key, parent] = /^(\w+) IN \(SELECT (\w+) FROM (\w+) WHERE /.exec(whose) ?? []
  const rows = parent
    ? `WITH ${parent} (company_id, ${key}) AS (VALUES (7, 1007), (8, 1008)) SELECT ${column} - 1000 AS id FROM (VALUES (1007), (1008)) t (${column})`
    : `SELECT ${columns.includes('company_id') ? 'company_id' : 'id'} AS id FROM (VALUES (7, 7), (8, 8)) t (id, company_id)`
  const held = await client.query<{ id: number }>(`${rows} WHERE ${whose}`)
  return held.rows.map(({ id }) => Number(id))
}

test('every condition holds for the rows of the one company, and for no others', async () => {
  const shapes = await tablesOf(client)
  for (const [name, { whose }] of Object.entries(companyTables)) {
    // Their condition has two halves; what becomes of people is looked at below.
    if (name === 'users') continue
    const { columns } = shapes.find((shape) => shape.name === name)!
    assert.deepEqual(await heldFor(whose(7), columns), [7], name)
  }
})

/** Columns whose name or type looks like a secret, and that are none. */
const harmless = new Set([
  ...[
    'audit_heads.hash',
    'audit_starts.hash',
    'audit_log.hash',
    'journal.digest',
    'report_days.digest',
    'approvals.digest',
    'plans.digest',
  ],
  ...['automation_executions.run_token', 'automation_requests.run_token', 'media_objects.key', 'journal.key'],
])

test('no column that opens something is in an export', async () => {
  const { rows } = await client.query<{ name: string; is_bytes: boolean }>(`
    SELECT relname || '.' || attname AS name, atttypid = 'bytea'::regtype AS is_bytes FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped`)
  const telling = rows.filter(
    ({ name, is_bytes: isBytes }) =>
      isBytes || /hash|token|secret|sealed|credential|password/.test(name.split('.')[1]!),
  )
  const exported = telling.filter(({ name }) => {
    const [table, column] = name.split('.') as [string, string]
    const known = companyTables[table]
    return known && !known.notExported && !known.hidden?.includes(column) && !harmless.has(name)
  })
  assert.deepEqual(exported, [])
})

async function textOf(file: string): Promise<Map<string, string>> {
  const archive = await openArchive(file, 'company')
  const texts = new Map<string, string>()
  for (const { name, parts } of archive.manifest.tables) {
    const chunks: Buffer[] = []
    for (const part of parts)
      for await (const chunk of (await archive.read(part)).compose(createZstdDecompress())) chunks.push(chunk as Buffer)
    texts.set(name, Buffer.concat(chunks).toString())
  }
  archive.close()
  return texts
}

test('an export has every row and file of the company, none of another and nothing that opens anything', async () => {
  const file = join(folder, 'demo.zip')
  const { code, stdout, stderr } = await command(['company', 'export', 'demo', file])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /is whole/)
  const manifest = await verifyBackup(file, 'company')
  assert.deepEqual([manifest.company?.slug, manifest.secret], ['demo', null])
  for (const { name, rows } of manifest.tables) {
    if (/^(events|audit|event_heads|lanes|webhook|account_structures|campaign)/.test(name)) continue
    const { rows: counted } = await client.query<{ count: string }>(
      `SELECT count(*) AS count FROM ${name} WHERE ${companyTables[name]!.whose(company.id)}`,
    )
    assert.equal(rows, Number(counted[0]!.count), name)
  }
  const filled = manifest.tables.filter(({ rows }) => rows > 0).map(({ name }) => name)
  for (const name of [
    'users',
    'batch_items',
    'journal',
    'media_objects',
    'ad_days',
    'ad_creatives',
    'board_media',
    'webhooks',
  ])
    assert.ok(filled.includes(name) || name === 'board_media', name)
  assert.equal(manifest.media.objects.length, 2)
  const texts = await textOf(file)
  const all = [...texts.values()].join('\n')
  assert.ok(!all.includes(other.slug), 'nothing of another company')
  assert.ok(texts.get('api_keys')!.includes('ak_'), 'how a key begins is told wherever keys are listed')
  for (const secret of [app.key, hashApiKey(app.key).toString('hex'), other.key, owner.cookie()!.split('=')[1]!])
    assert.ok(!all.includes(secret))
  const { rows: sealed } = await client.query<{ text: string }>(
    "SELECT encode(sealed_target, 'hex') AS text FROM webhooks UNION SELECT encode(token_hash, 'hex') FROM sessions UNION SELECT encode(token_hash, 'hex') FROM invites",
  )
  for (const { text } of sealed) assert.ok(!all.includes(text))
})

test('an export that was changed is refused, a backup is none, and it is none to restore', async () => {
  const file = join(folder, 'demo.zip')
  const bytes = await readFile(file)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  await writeFile(join(folder, 'changed.zip'), bytes)
  assert.equal((await command(['company', 'verify-export', join(folder, 'changed.zip')])).code, 1)
  assert.equal((await command(['company', 'verify-export', file])).code, 0)
  const asBackup = await command(['backup', 'verify', file])
  assert.ok(asBackup.code === 1 && /export of one company/.test(asBackup.stderr), asBackup.stderr)
  const again = await command(['company', 'export', 'demo', file])
  assert.ok(again.code === 1 && /is there already/.test(again.stderr), again.stderr)
  const nowhere = await command(['company', 'export', 'demo', join(folder, 'no', 'folder.zip')])
  assert.ok(nowhere.code === 1 && /its folder is not there/.test(nowhere.stderr), nowhere.stderr)
  const nobody = await command(['company', 'export', 'nobody', join(folder, 'nobody.zip')])
  assert.ok(nobody.code === 1 && nobody.stderr.trim().split('\n').length === 1, nobody.stderr)
})

test('an export that cannot be written whole leaves no file of its name', async () => {
  const file = join(folder, 'broken.zip')
  const store = { open: () => Promise.reject(new Error('the disk failed')) }
  const connection = { connectionString: app.databaseUrl }
  await assert.rejects(exportCompany(file, { connection, version: 'test', company, store }), /the disk failed/)
  const gone = exportCompany(file, { connection, version: 'test', company: { ...company, id: 987654 as never }, store })
  await assert.rejects(gone, /no company/)
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('broken')),
    [],
  )
  assert.ok(media)
})

test('a number that is the id of one company and the slug of another names neither', async () => {
  const { id } = await createCompany(db, { name: 'Number', slug: String(other.companyId) })
  for (const words of [['delete'], ['quota'], ['export', join(folder, 'number.zip')]]) {
    const { code, stderr } = await command(['company', words[0]!, String(other.companyId), ...words.slice(1)])
    assert.ok(code === 1 && stderr.includes(`name it by ${other.slug} or ${id}`), stderr)
  }
  assert.equal((await command(['company', 'quota', String(id)])).code, 0)
})

/** Everything of the other company, but for when its key was last used, which is written some time after it was (src/http/uses.ts). */
async function digests(): Promise<Record<string, string>> {
  const reported: Record<string, string> = {}
  for (const { name, columns } of await tablesOf(client)) {
    const known = companyTables[name]?.whose(other.companyId)
    if (!known) continue
    // Not by the list that is looked at.
    const whose = columns.includes('company_id') ? `company_id = ${other.companyId}` : known
    const kept = columns.filter((column) => column !== 'last_used_at').map((column) => `"${column}"`)
    const { rows } = await client.query<{ reported: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS reported
       FROM (SELECT ${kept.join()} FROM ${name} WHERE ${whose}) t`,
    )
    reported[name] = rows[0]!.reported
  }
  return reported
}

const rowsLeft = async (id: number) => {
  const left: Record<string, number> = {}
  for (const [name, { whose }] of Object.entries(companyTables)) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${name} WHERE ${whose(id)}`)
    if (Number(rows[0]!.count) > 0) left[name] = Number(rows[0]!.count)
  }
  return left
}

test('a company that is to be deleted is refused at once, sends nothing new, and can be taken back', async () => {
  const ads = Array.from({ length: 4 }, (_, n) => singleAd(app, fixture, { adName: `Never sent ${n}` }))
  // Somebody else has its lanes: nothing is sent.
  const lease = (until: string) =>
    client.query('UPDATE lanes SET owner = $2, lease_until = $3 WHERE company_id = $1', [company.id, 'test', until])
  await lease('infinity')
  const { body: batch } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  const named = { companyId: company.id, name: 'late', scopes: ['read'] } as const
  const [stolen, lost] = [await createApiKey(db, named), await createApiKey(db, named)]
  const { code, stdout, stderr } = await command(['company', 'delete', 'demo'])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /is deleted on /)
  assert.match(stderr, /go on running there/)
  // Every process hears of it within moments.
  const asked = () => app.call<{ error: { message: string } }>('GET', '/v1/user')
  await untilTrue(async () => (await asked()).status === 401)
  const refused = await asked()
  assert.match(refused.body.error.message, /This company is deleted on/)
  assert.equal((await owner.call('GET', '/v1/session')).status, 401)
  const link = await command(['login-link', '--company', 'demo'])
  assert.ok(link.code === 1 && /This company is deleted on/.test(link.stderr), link.stderr)
  const key = await command(['key', 'create', '--name', 'late', '--company', 'demo'])
  assert.ok(key.code === 1 && /This company is deleted on/.test(key.stderr), key.stderr)
  assert.equal((await app.call('GET', '/v1/user', { key: other.key })).status, 200)
  const { rows } = await client.query('SELECT 1 FROM automation_switches WHERE company_id = $1', [company.id])
  assert.equal(rows.length, 1, 'rules are stopped')
  const parsed = JSON.parse((await command(['doctor', '--json'])).stdout) as {
    findings: { name: string; text: string }[]
  }
  assert.ok(
    parsed.findings.some(({ name }) => name === `company ${company.id}`),
    'doctor names it',
  )

  assert.equal((await command(['key', 'revoke', String(stolen.id)])).code, 0)
  const { rows: all } = await client.query<{ id: string }>('SELECT id FROM api_keys')
  await resumeAfterRestore(
    db,
    all.map(({ id }) => Number(id)).filter((id) => id !== lost.id),
  )
  const back = await command(['company', 'delete', 'demo', '--cancel'])
  assert.equal(back.code, 0, back.stderr)
  await untilTrue(async () => (await asked()).status === 200)
  for (const { key: revoked } of [stolen, lost])
    assert.equal(
      (await app.call('GET', '/v1/user', { key: revoked })).status,
      401,
      'what was revoked meanwhile stays so',
    )
  const ended = await app.finished(batch.adBatchId)
  assert.equal(ended.successfulAds, 0, 'none of its ads had been sent')
  await lease('-infinity')
  assert.equal((await command(['company', 'delete', 'demo', '--cancel'])).code, 1, 'there is nothing to take back')
  // A worker that had read of the deletion before it was taken back.
  await quieten(db, company)
  assert.equal(
    (await client.query('SELECT 1 FROM automation_switches WHERE company_id = $1', [company.id])).rows.length,
    0,
  )
})

test('with --now its name is asked for, and all of it goes, cut anywhere, and nothing of anybody else', async () => {
  const wrong = await command(['company', 'delete', 'demo', '--now'], { input: 'Dema\n' })
  assert.ok(wrong.code === 1 && /Nothing was done/.test(wrong.stderr), wrong.stderr)
  assert.equal((await app.call('GET', '/v1/user')).status, 200)
  const before = await digests()
  const due = new Date()
  await beginDeletion(db, company, due)
  await quieten(db, company)
  const deps = { db, connection: { connectionString: app.databaseUrl } }
  // Cut after one step, two, four and so on, as a kill would; the lanes of the worker have come to rest meanwhile.
  let runs = 0
  for (let isGone = false; !isGone; runs += 1) {
    const steps = new AbortController()
    let left = 2 ** runs
    const signal = Object.defineProperty(steps.signal, 'aborted', { get: () => left-- <= 0 })
    isGone = await deleteNow({ ...deps, signal }, company.id)
    if (runs === 5) {
      const postponed = await command(['company', 'delete', 'demo'])
      assert.ok(postponed.code === 1 && /are being deleted already/.test(postponed.stderr), postponed.stderr)
    }
    if (!isGone && runs > 3)
      await client.query("UPDATE lanes SET lease_until = '-infinity' WHERE company_id = $1", [company.id])
    assert.ok(runs < 1000)
  }
  assert.ok(runs > 5, 'it was cut in between')
  assert.deepEqual(await rowsLeft(company.id), {})
  assert.deepEqual(await digests(), before, 'another company has every row that it had')
  const { rows: people } = await client.query<{ name: string; email: string }>(
    'SELECT name, email FROM users WHERE id = $1',
    [owner.userId],
  )
  assert.deepEqual(people, [{ name: 'a deleted person', email: `deleted-person-${owner.userId}@deleted.invalid` }])
  const { rows: objects } = await client.query<{ sha: string }>('SELECT sha256 AS sha FROM media_objects')
  assert.equal(objects.length, 1, 'a file that another company has too stays')
  const { rows: kept } = await client.query<{ ended: boolean; deleted_rows: number; revoked_keys: unknown }>(
    'SELECT ended_at IS NOT NULL AS ended, deleted_rows, revoked_keys FROM company_deletions WHERE company_id = $1',
    [company.id],
  )
  assert.deepEqual([kept[0]!.ended, kept[0]!.revoked_keys], [true, []])
  assert.ok(Number(kept[0]!.deleted_rows) > 20)
  await untilTrue(async () => (await app.call('GET', '/v1/user')).status === 401)
  assert.match((await command(['company', 'list'])).stderr, new RegExp(`Company ${company.id} was deleted on`))
})
