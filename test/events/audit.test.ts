import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAuditLog, settleOpenEntries } from '../../src/core/audit/log.ts'
import { recordAudit } from '../../src/core/audit/record.ts'
import { auditKey, publicKeyOf, publishHeads } from '../../src/core/audit/signed-head.ts'
import { createSeal } from '../../src/core/secrets/seal.ts'
import { verifyChain } from '../../src/core/audit/verify.ts'
import type { AuditRow } from '../../src/core/audit/read.ts'
import { untilTrue } from '../support/ask-until.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { sharedKey } from '../support/service/child-env.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp()
const { db, log } = app.app.services
const key = auditKey(createSeal(Buffer.alloc(32, 7)))
const actor = { kind: 'system', name: 'a test' } as const

interface Page {
  data: AuditRow[]
  count: number
  pagination: { hasMore: boolean; nextCursor: string | null }
}

const entries = async (query: string, as: string) =>
  (await app.call<Page>('GET', `/v1/audit-log${query}`, { key: as })).body

test('every call that changes something is written down: who, what, about what, and how it ended', async () => {
  const { key: own } = await app.stranger()
  const body = { name: 'Spring', title: 'Spring sale' }
  const headers = { 'x-request-id': 'my-request', 'idempotency-key': 'once' }
  const made = await app.call<{ id: number }>('POST', '/v1/ad-copy-templates', { key: own, body, headers })
  await app.call('POST', '/v1/ad-copy-templates', { key: own, body, headers })
  const path = `/v1/ad-copy-templates/${made.body.id}`
  await app.call('PATCH', path, { key: own, body: { title: 'Last days' } })
  await app.call('GET', path, { key: own })
  await app.call('DELETE', path, { key: own })
  await app.call('DELETE', path, { key: own })
  const { data } = await entries('', own)
  assert.deepEqual(
    data.map(({ seq, action, outcome, error }) => [seq, action, outcome, error?.code]),
    [
      [4, 'delete_ad_copy_template', 'refused', 'not_found'],
      [3, 'delete_ad_copy_template', 'done', undefined],
      [2, 'update_ad_copy_template', 'done', undefined],
      [1, 'create_ad_copy_template', 'done', undefined],
    ],
  )
  const first = data.at(-1)!
  assert.equal(first.actor.kind, 'key')
  assert.equal(first.requestId, 'my-request')
  assert.deepEqual(first.asked, body)
  assert.ok(first.targets.includes(`ad-copy-template:${made.body.id}`))
  assert.match(first.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  assert.equal((data[2]!.before as { title: string }).title, 'Spring sale')
  assert.equal((data[2]!.after as { title: string }).title, 'Last days')
  const about = await entries(`?target=ad-copy-template:${made.body.id}&action=update_ad_copy_template`, own)
  assert.deepEqual(about.data, [data[2]])
  assert.equal((await entries('?actor=somebody', own)).count, 0)
  assert.equal((await entries(`?actor=${first.actor.kind}:${first.actor.id}`, own)).count, 4)
  const page = await entries('?limit=3', own)
  assert.deepEqual((await entries(`?limit=3&cursor=${page.pagination.nextCursor}`, own)).data, [first])
  assert.equal((await app.call('GET', '/v1/audit-log?cursor=nonsense', { key: own })).status, 400)
})

test('a launch, a dry run, a write to a platform and one that the platform refuses', async () => {
  const { key: own, companyId } = await app.stranger()
  const fixture = await demoFixture(app, own)
  const ad = singleAd(app, fixture)
  await app.call('POST', '/v1/launch', { key: own, body: { ads: [ad], dryRun: true } })
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { key: own, body: { ads: [ad] } })
  const nowhere = { entityType: 'CAMPAIGN', entityIds: ['1'], accountId: fixture.accounts[0]!.id, newStatus: 'PAUSED' }
  await app.call('POST', '/v1/manage/update-status', { key: own, body: nowhere })
  await app.finished(body.adBatchId, { key: own })
  const { data } = await entries('', own)
  assert.equal(data.at(-1)!.action, 'launch_ads')
  assert.ok(data.at(-1)!.targets.includes(`batch:${body.adBatchId}`))
  assert.equal(data.filter(({ action }) => action === 'launch_ads').length, 1)
  assert.deepEqual((await verifyChain(db, companyId, [key])).problems, [])
})

test('a change of many at once keeps what each of them was, and asks the platform no more often for it', async () => {
  const { key: own } = await app.stranger()
  const fixture = await demoFixture(app, own)
  const { id: accountId } = fixture.accounts[0]!
  const ads = Array.from({ length: 25 }, (_, n) => singleAd(app, fixture, { adName: `Ad ${n}` }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { key: own, body: { ads } })
  await app.finished(body.adBatchId, { key: own })
  const listed = `/v1/manage/list-ads?accountId=${accountId}&adSetId=${fixture.adSets[accountId]![0]}&limit=100`
  const { data } = (await app.call<{ data: { id: string; name: string }[] }>('GET', listed, { key: own })).body
  const ids = data.filter(({ name }) => /^Ad \d+$/.test(name)).map(({ id }) => id)
  assert.equal(ids.length, 25)
  await app.control('DELETE', 'calls')
  const change = { accountId, entityType: 'AD', entityIds: ids, newStatus: 'PAUSED' }
  await app.call('POST', '/v1/manage/update-status', { key: own, body: change })
  const { calls } = await app.control<{ calls: { inBatch?: boolean }[] }>('GET', 'calls?platform=meta')
  // One read of all of them together, and a write for each.
  assert.equal(calls.filter(({ inBatch }) => !inBatch).length, 1 + ids.length)
  const [entry] = (await entries('?action=update_status', own)).data
  const { before, after } = entry as unknown as Record<'before' | 'after', Record<string, { status: string }>>
  assert.deepEqual(Object.keys(before).sort(), [...ids].sort())
  assert.deepEqual(Object.keys(after).sort(), [...ids].sort())
  for (const id of ids) assert.deepEqual([before[id]!.status, after[id]!.status], ['active', 'PAUSED'])
})

test('what cannot be read for the log alone keeps nobody from changing it, and the entry says why', async () => {
  const { key: own } = await app.stranger()
  const { accounts } = await demoFixture(app, own)
  const accountId = accounts[0]!.id
  const made = await app.call<{ campaignId: string }>('POST', '/v1/manage/create-campaign', {
    key: own,
    body: { accountId, name: 'Capped', objective: 'OUTCOME_TRAFFIC', dailyBudget: 50 },
  })
  const { campaignId } = made.body
  const change = async (spendCap: number) =>
    app.call('POST', '/v1/manage/update-campaign', { key: own, body: { accountId, campaignId, spendCap } })
  assert.equal((await change(500)).status, 200)
  const match = { method: 'GET', path: `/${campaignId}.*spend_cap` }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'platform-error', code: 100 })
  assert.equal((await change(700)).status, 200)
  assert.equal((await change(900)).status, 200)
  const { data } = await entries('?action=update_campaign', own)
  const kept = data.map(({ before, after }) => [before, after] as Record<string, unknown>[])
  assert.deepEqual(
    kept.map(([before, after]) => [before!.spend_cap, after!.spend_cap, typeof before!.unknown]),
    [
      ['70000', '90000', 'undefined'],
      [undefined, '70000', 'string'],
      [kept[2]![0]!.spend_cap, '50000', 'undefined'],
    ],
  )
  assert.deepEqual([kept[0]![0]!.name, kept[1]![0]!.dailyBudget], ['Capped', 50])
})

test('an export holds the whole log, and its hashes can be checked from it alone', async () => {
  const { key: own, companyId } = await app.stranger()
  for (const name of ['=1+1', 'with "quotes"'])
    await app.call('POST', '/v1/library/boards', { key: own, body: { name } })
  const file = await app.call<string>('GET', '/v1/audit-log?format=csv', { key: own })
  assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(file.body.trim().split('\n').length, 3)
  const raw = await fetch(`${app.url}/v1/audit-log?format=ndjson`, { headers: { authorization: `Bearer ${own}` } })
  let last = '0'.repeat(64)
  for (const line of (await raw.text()).trim().split('\n')) {
    const { seq, at, hash, entry } = JSON.parse(line) as { seq: number; at: string; hash: string; entry: object }
    const text = [last, companyId, seq, at, JSON.stringify(entry)].join('\n')
    assert.equal(createHash('sha256').update(text).digest('hex'), hash)
    last = hash
  }
})

const secrets = [
  'ak_0123456789abcdefghijABCDEFGHIJ01',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'EAABsbCS1iHgBAKZCZCq3xyz0123456789',
  'Bearer abcdefg',
  'https://me:hunter2@example.com/in',
  'https://example.com/hook?token=hunter2',
  'https://hooks.slack.com/services/T0/B0/hunter2',
  'https://api.telegram.org/bot123456:hunter2hunter2hunter2hunter2hunter2x/sendMessage',
  'xoxb-123456789-hunter2',
]
const marks = /hunter2|abcdefg|0123456789abcdefghij|MfKQ9r8GK|EAABsbCS/

test('there are no secrets in it, wherever they stand', async () => {
  const { key: own, companyId } = await app.stranger()
  for (const secret of secrets) {
    const body = {
      name: secret,
      title: secret,
      description: `say ${secret} twice`,
      link: secret,
      variations: [{ title: secret }],
    }
    const headers = { 'x-request-id': secret }
    await app.call('POST', '/v1/ad-copy-templates', { key: own, body: { ...body, [secret]: secret }, headers })
    await app.call('DELETE', `/v1/ad-copy-templates/${encodeURIComponent(secret)}`, { key: own })
    await app.call('POST', '/v1/drafts', {
      key: own,
      body: { name: secret, ads: [{ adName: secret, adAccountId: secret }] },
    })
    const everywhere = {
      actor: { kind: 'system', name: secret } as const,
      action: 'planted',
      targets: [`thing:${secret}`, secret],
      requestId: secret,
      asked: {
        password: 'hunter2',
        accessToken: 'hunter2',
        deep: [[{ text: secret, apiKey: 'hunter2' }]],
        [secret]: 1,
      },
      before: secret,
      after: [secret],
      outcome: 'failed' as const,
      error: { code: secret, message: secret },
    }
    await recordAudit(db, { id: companyId }, everywhere)
  }
  const { rows } = await sql<{ text: string }>`
    SELECT audit_log::text AS text FROM audit_log WHERE company_id = ${companyId}
    UNION ALL SELECT audit_open::text FROM audit_open`.execute(db)
  assert.ok(rows.length >= secrets.length * 3)
  for (const { text } of rows) assert.doesNotMatch(text, marks)
})

test('sixteen writers at once make one chain, and whatever is changed in it is found', async () => {
  const { companyId } = await app.stranger()
  const audit = createAuditLog({ db, log })
  const company = { id: companyId }
  const write = async (writer: number) => {
    for (let n = 0; n < 20; n++) {
      const entry = { actor, action: 'test', asked: { writer, n }, outcome: 'done' } as const
      if (n % 4 === 0) await db.transaction().execute((trx) => recordAudit(trx, company, entry))
      else await audit.record(company, entry)
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)))
  const now = new Date(Date.now() + 3_600_000)
  await publishHeads({ db, key, now })
  await publishHeads({ db, key, now })
  const whole = { entries: 320, signedHeads: 1, start: null, erased: 0, notCompared: [], problems: [] }
  assert.deepEqual(await verifyChain(db, companyId, [key]), whole)
  const other = auditKey(createSeal(Buffer.alloc(32, 8)))
  assert.notEqual(publicKeyOf(other), publicKeyOf(key))
  assert.equal((await verifyChain(db, companyId, [other])).problems.length, 1)

  const after = async (text: string) => {
    const undo = new Error('undone')
    let problems: string[] = []
    await db
      .transaction()
      .execute(async (trx) => {
        await sql.raw(text.replaceAll('OURS', `company_id = ${companyId}`)).execute(trx)
        problems = (await verifyChain(trx, companyId, [key])).problems
        throw undo
      })
      .catch((error: unknown) => assert.equal(error, undo))
    return problems
  }
  assert.match((await after(`UPDATE audit_log SET entry = '{}' WHERE OURS AND seq = 7`))[0]!, /entry 7 was changed/)
  assert.match(
    (await after(`UPDATE audit_log SET at = at + interval '1 microsecond' WHERE OURS AND seq = 7`))[0]!,
    /entry 7/,
  )
  assert.match((await after(`DELETE FROM audit_log WHERE OURS AND seq = 9`))[0]!, /entries 9 to 9 are missing/)
  assert.ok((await after(`DELETE FROM audit_log WHERE OURS AND seq = 320`)).length === 2)
  const tail = `DELETE FROM audit_log WHERE OURS AND seq > 300; UPDATE audit_heads SET (seq, at, hash, told_seq) =
    (SELECT seq, at, hash, 0 FROM audit_log WHERE OURS AND seq = 300) WHERE OURS`
  assert.deepEqual(await after(tail), ['entry 320 was signed and is missing'])
})

test('the command line checks the log, and what the operator does is in it', async () => {
  const { slug, companyId, key: own } = await app.stranger()
  const command = operator({ ...sharedKey, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  const flightdeck = (...words: string[]) => command(words)
  const made = await flightdeck('key', 'create', '--name', 'CI', '--company', slug)
  const { data } = await entries('', own)
  assert.deepEqual([data[0]!.action, data[0]!.actor.kind, data[0]!.outcome], ['key create', 'system', 'done'])
  assert.ok(!JSON.stringify(data).includes(made.stdout.trim()))
  const id = data[0]!.targets[0]!.split(':')[1]!
  await flightdeck('key', 'revoke', id, '--company', slug)
  const [revoked] = (await entries('?action=key%20revoke', own)).data
  assert.deepEqual(revoked!.before, { name: 'CI', scopes: ['read', 'launch'], expiresAt: null })
  assert.deepEqual(revoked!.after, { revoked: true })
  assert.equal(
    (await flightdeck('audit', 'verify', '--company', slug)).stdout,
    `${slug}: 2 entries, 0 signed ends: whole\n`,
  )
  await sql`UPDATE audit_log SET entry = '{}' WHERE company_id = ${companyId} AND seq = 2`.execute(db)
  const broken = await flightdeck('audit', 'verify', '--company', slug)
  assert.deepEqual([broken.code, broken.stdout], [1, `${slug}: entry 2 was changed, or the one before it\n`])
})

test('what a process died in is written down as unknown', async () => {
  const { companyId, key: own } = await app.stranger()
  const audit = createAuditLog({ db, log })
  const company = { id: companyId }
  const entry = { actor, action: 'left behind', targets: ['campaign:1'] }
  audit.begin(company, entry)
  const finished = audit.begin(company, { ...entry, action: 'ended' })
  await finished.end({ ...entry, action: 'ended', outcome: 'done' })
  await untilTrue(async () => (await settleOpenEntries(db, 0)) > 0)
  const { data } = await entries('', own)
  assert.deepEqual(
    data.map(({ action, outcome }) => [action, outcome]),
    [
      ['left behind', 'unknown'],
      ['ended', 'done'],
    ],
  )
})
