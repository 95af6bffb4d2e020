import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { forgetOldKeys, keyNeeds } from '../../src/call/idempotency.ts'
import { defaultRetention } from '../../src/config/retention.ts'
import type { Retention } from '../../src/config/retention.ts'
import { forgetEntries } from '../../src/core/audit/forget.ts'
import { auditKey, publishHeads } from '../../src/core/audit/signed-head.ts'
import { verifyChain } from '../../src/core/audit/verify.ts'
import { executionNeeds, forgetExecutions } from '../../src/core/automations/execute/forget.ts'
import { eventNeeds, forgetEvents } from '../../src/core/events/forget.ts'
import { numberEvents } from '../../src/core/events/number.ts'
import { batchNeeds, forgetBatches } from '../../src/core/journal/retention/batches.ts'
import { forgetReceipts, receiptNeeds } from '../../src/core/journal/retention/receipts.ts'
import { forgetWrites, writeNeeds } from '../../src/core/journal/retention/writes.ts'
import { firstKept, forgetMonths, monthsOf } from '../../src/core/reports/past/months.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import { housekeepingJob } from '../../src/jobs/housekeeping.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { sharedKey } from '../support/service/child-env.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp({ RETENTION_BATCHES_DAYS: '30' })
const { db, log, seal } = app.app.services
const key = auditKey(seal)

const housekeeping = (retention: Partial<Retention> = {}) =>
  housekeepingJob({ retention: { ...defaultRetention, ...retention }, key: () => key }).run({
    db,
    log,
    signal: new AbortController().signal,
  })

interface Launched {
  company: number
  batch: number
  item: number
  slug: string
  own: string
}

/** One ad, launched under a key, with its receipt. */
async function launched(idempotencyKey: string): Promise<Launched> {
  const { companyId, key: own } = await app.stranger()
  const fixture = await demoFixture(app, own)
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    key: own,
    body: { ads: [singleAd(app, fixture)] },
    headers: { 'idempotency-key': idempotencyKey },
  })
  const batch = body.adBatchId
  await app.finished(batch, { key: own })
  await app.call('GET', `/v1/batches/${batch}/receipts`, { key: own })
  await numberEvents(db)
  const { rows } = await sql<{ item: number; slug: string }>`
    SELECT item.id AS item, slug FROM batches JOIN batch_items AS item ON item.batch_id = batches.id WHERE batches.id = ${batch}`.execute(
    db,
  )
  return { company: companyId, batch, own, ...rows[0]! }
}

/** What happened, so many days earlier: everything but the keys of calls, which are as old as they are said to be. */
async function age(trx: EveryCompany, { batch }: Launched, days: number): Promise<void> {
  const back = sql`make_interval(days => ${days})`
  await sql`UPDATE batches SET finished_at = finished_at - ${back} WHERE id = ${batch}`.execute(trx)
  await sql`UPDATE events SET at = at - ${back} WHERE batch_id = ${batch}`.execute(trx)
  await sql`UPDATE receipts SET read_at = read_at - ${back} WHERE batch_id = ${batch}`.execute(trx)
  await sql`UPDATE journal SET intent_at = intent_at - ${back} WHERE item_id IN (SELECT id FROM batch_items WHERE batch_id = ${batch})`.execute(
    trx,
  )
}

/** A need as it comes and as it goes, in SQL: what is about the batch stands in capitals. */
interface Case {
  need: string
  comes: string
  goes: string
}

const item = (state: string) =>
  `INSERT INTO batch_items (company_id, batch_id, ad_index, platform, account_id, ad_set_id, ad_name, ad, state)
   VALUES (COMPANY, BATCH, 99, 'meta', 'act_1', '1', 'Another', '{}', '${state}')`
const itemGoes = 'DELETE FROM batch_items WHERE batch_id = BATCH AND ad_index = 99'
const open = `INSERT INTO journal (company_id, platform, account_id, kind, key, digest, state, fence, certain_after)
  SELECT company_id, platform, account_id, 'undo pause', 'undo pause item ITEM', '', 'open', 1, now() FROM batch_items WHERE id = ITEM`
const approval = (operationKey: string, input: string, more = 'NULL') =>
  `INSERT INTO approvals (company_id, state, operation, input, operation_key, actor, digest, why, expires_at, about)
   VALUES (COMPANY, 'waiting', 'retry_batch', '${input}', '${operationKey}', '{}', '', '[]', now(), ${more})`
const approvalGoes = `UPDATE approvals SET state = 'refused' WHERE company_id = COMPANY`
const plan = (fields: string) =>
  `INSERT INTO plans (company_id, key_id, operation, digest, expires_at, input, result, run_at) SELECT COMPANY, 1, 'retry_batch', '', now(), ${fields}`
const end = (type: string, id: string) =>
  `INSERT INTO kept_ends (company_id, platform, account_id, entity_type, entity_id, name, end_at, asked_by, next_at)
   SELECT company_id, platform, account_id, '${type}', ${id}, 'x', now() + interval '1 day', 'x', now() + interval '1 day' FROM batch_items WHERE id = ITEM`
const endGoes = `UPDATE kept_ends SET state = 'kept' WHERE company_id = COMPANY`
const rule = (thenWhat: string) =>
  `INSERT INTO automations (company_id, name, enabled, mode, rule, created_by) VALUES (COMPANY, 'x', false, 'act', '{"then":[${thenWhat}]}', 'x')`
const execution = (state: string, started = 'now()') => `${rule('')};
  INSERT INTO automation_executions (company_id, automation_id, version, kind, state, started_at)
  SELECT company_id, id, 1, 'manual', '${state}', ${started} FROM automations WHERE company_id = COMPANY`
const decision = (actions: string) =>
  `INSERT INTO automation_decisions (company_id, execution_id, automation_id, platform, account_key, level, entity_id, case_index, numbers, outcome, actions)
   SELECT company_id, id, automation_id, 'meta', 1, 'ad', '1', 0, '{}', 'suggested', '${actions}' FROM automation_executions WHERE company_id = COMPANY`
const suggestion = `INSERT INTO automation_suggestions (company_id, decision_id, automation_id, state, expires_at)
  SELECT company_id, id, automation_id, 'open', now() + interval '1 day' FROM automation_decisions WHERE company_id = COMPANY`
const suggestionGoes = `UPDATE automation_suggestions SET state = 'expired' WHERE company_id = COMPANY`
const request = `INSERT INTO automation_requests (company_id, kind, execution_id, actor, asked_key)
  SELECT company_id, 'undo', id, '{}', 'x' FROM automation_executions WHERE company_id = COMPANY`
const requestGoes = 'UPDATE automation_requests SET ended_at = now() WHERE company_id = COMPANY'
const webhook = `INSERT INTO webhooks (company_id, kind, events, sealed_target, cursor) VALUES (COMPANY, 'standard', '{}', '', 0)`
const webhookGoes = 'UPDATE webhooks SET enabled = false WHERE company_id = COMPANY'
const delivery = `${webhook}; UPDATE webhooks SET cursor = 1000000;
  INSERT INTO webhook_deliveries (company_id, webhook_id, seq, batch_id, type, state)
  SELECT COMPANY, webhooks.id, told.seq, BATCH, told.kind, 'waiting' FROM webhooks, (SELECT seq, kind FROM events WHERE batch_id = BATCH AND seq > 0) AS told
  WHERE company_id = COMPANY`
const deliveryGoes = `UPDATE webhook_deliveries SET state = 'failed'`
const ofWrite = 'WHERE item_id = ITEM'

const batchCases: Case[] = [
  { need: 'open', comes: item('waiting'), goes: itemGoes },
  {
    need: 'lateLook',
    comes: `INSERT INTO late_looks (journal_id, company_id, due_at) SELECT id, company_id, now() FROM journal ${ofWrite} AND kind = 'ad'`,
    goes: 'DELETE FROM late_looks',
  },
  {
    need: 'call',
    comes: `INSERT INTO audit_open (id, company_id, entry) VALUES (gen_random_uuid(), COMPANY, '{"targets":["batch:SLUG"]}')`,
    goes: 'DELETE FROM audit_open',
  },
  { need: 'undo', comes: item('undone'), goes: itemGoes },
  { need: 'undo', comes: open, goes: `UPDATE journal SET state = 'done' WHERE key = 'undo pause item ITEM'` },
  { need: 'end', comes: end('ad', 'ad_id'), goes: endGoes },
  { need: 'end', comes: end('adset', 'ad_set_id'), goes: endGoes },
  { need: 'approval', comes: approval('x', '{"id":BATCH}'), goes: approvalGoes },
  { need: 'approval', comes: approval('x', '{}', `'{"actions":[{"draftId":BATCH}]}'`), goes: approvalGoes },
  { need: 'plan', comes: plan(`'{"id":"SLUG"}', NULL, NULL`), goes: 'DELETE FROM plans' },
  { need: 'plan', comes: plan(`'{}', '{"adBatchId":BATCH}', now()`), goes: 'DELETE FROM plans' },
  {
    need: 'key',
    comes: `INSERT INTO idempotency_keys (company_id, key, request_hash, lease_until, run_token, status, answer)
      VALUES (COMPANY, 'again', '', now(), gen_random_uuid(), 200, '{"success":true,"adBatchId":BATCH}')`,
    goes: `DELETE FROM idempotency_keys WHERE key = 'again'`,
  },
  {
    need: 'guard',
    comes: `INSERT INTO spend_effects (company_id, platform, account_id, level, entity_id, effect, operation_key, batch_id)
      VALUES (COMPANY, 'meta', 'act_1', 'ads', '1', '{}', 'x', BATCH)`,
    goes: 'DELETE FROM spend_effects',
  },
  { need: 'automation', comes: rule('{"draftId":BATCH}'), goes: 'DELETE FROM automations WHERE company_id = COMPANY' },
  {
    need: 'automation',
    comes: [execution('done'), decision('[{"wanted":{"draftId":BATCH}}]'), suggestion].join(';'),
    goes: suggestionGoes,
  },
  { need: 'webhook', comes: webhook, goes: webhookGoes },
  { need: 'webhook', comes: delivery, goes: deliveryGoes },
  {
    need: 'changed',
    comes: `UPDATE events SET at = now() WHERE id = (SELECT max(id) FROM events WHERE batch_id = BATCH)`,
    goes: `UPDATE events SET at = now() - interval '31 days' WHERE batch_id = BATCH`,
  },
]

const named = (name: string) => `UPDATE journal SET key = '${name}' ${ofWrite}`

const writeCases: Case[] = [
  {
    need: 'open',
    comes: `UPDATE journal SET state = 'open' ${ofWrite}`,
    goes: `UPDATE journal SET state = 'done' ${ofWrite}`,
  },
  {
    need: 'item',
    comes: `${item('waiting')}; UPDATE journal SET item_id = (SELECT id FROM batch_items WHERE batch_id = BATCH AND ad_index = 99) ${ofWrite}`,
    goes: `UPDATE journal SET item_id = ITEM WHERE item_id = (SELECT id FROM batch_items WHERE batch_id = BATCH AND ad_index = 99)`,
  },
  { ...batchCases[1]! },
  {
    need: 'guard',
    comes: `INSERT INTO spend_effects (company_id, platform, account_id, level, entity_id, effect, operation_key, write_key)
      SELECT company_id, platform, account_id, 'ads', '1', '{}', 'x', key FROM journal ${ofWrite} AND kind = 'ad'`,
    goes: 'DELETE FROM spend_effects',
  },
  {
    need: 'guard',
    comes: `INSERT INTO lowered_budgets (company_id, platform, account_id, write_key, holder, day, from_daily, from_once, spent_before)
      SELECT company_id, platform, account_id, key, 'x', current_date, 0, 0, 0 FROM journal ${ofWrite} AND kind = 'ad'`,
    goes: 'DELETE FROM lowered_budgets',
  },
  {
    need: 'end',
    comes: `${end('ad', 'ad_id')}; UPDATE journal SET key = 'end ' || (SELECT max(id) FROM kept_ends) || ' 1 ITEM' ${ofWrite} AND kind = 'ad'`,
    goes: endGoes,
  },
  {
    need: 'approval',
    comes: `${approval('/v1/x key mine', '{}')}; ${named('/v1/x key mine status')} AND kind = 'ad'`,
    goes: approvalGoes,
  },
  {
    need: 'plan',
    comes: `${plan(`'{}', NULL, now()`)}; UPDATE journal SET key = '/v1/x key plan-' || (SELECT max(id) FROM plans) || ' status' ${ofWrite} AND kind = 'ad'`,
    goes: `UPDATE plans SET result = '{}'`,
  },
  {
    need: 'automation',
    comes: `${[execution('running'), decision('[]')].join(';')};
      UPDATE journal SET key = '/v1/x key automation ' || (SELECT max(id) FROM automation_decisions) || ' 0 status' ${ofWrite} AND kind = 'ad'`,
    goes: `UPDATE automation_executions SET state = 'done' WHERE company_id = COMPANY`,
  },
  {
    need: 'automation',
    comes: `${[execution('done'), decision('[]'), request].join(';')};
      UPDATE journal SET key = '/v1/x key automation undo ' || (SELECT max(id) FROM automation_decisions) || ' 0 status' ${ofWrite} AND kind = 'ad'`,
    goes: requestGoes,
  },
]

const eventCases: Case[] = [
  {
    need: 'number',
    comes: 'UPDATE events SET seq = NULL WHERE batch_id = BATCH',
    goes: 'UPDATE events SET seq = 0 WHERE batch_id = BATCH',
  },
  { need: 'webhook', comes: webhook, goes: webhookGoes },
  { need: 'webhook', comes: delivery, goes: deliveryGoes },
  {
    need: 'audit',
    comes: `UPDATE events SET batch_id = NULL, item_id = -1, kind = 'audit.head', detail = '{"seq":77}' WHERE batch_id = BATCH;
      INSERT INTO audit_heads (company_id, told_seq) VALUES (COMPANY, 77) ON CONFLICT (company_id) DO UPDATE SET told_seq = 77`,
    goes: 'UPDATE audit_heads SET told_seq = 78 WHERE company_id = COMPANY',
  },
]

const free = (statement: string) =>
  `SET LOCAL session_replication_role = replica; ${statement}; SET LOCAL session_replication_role = origin`

const receiptCases: Case[] = [
  {
    need: 'open',
    comes: 'UPDATE batches SET finished_at = NULL WHERE id = BATCH',
    goes: 'UPDATE batches SET finished_at = now() WHERE id = BATCH',
  },
  {
    need: 'undo',
    comes: `UPDATE batch_items SET state = 'undone' WHERE id = ITEM`,
    goes: free(`UPDATE batch_items SET state = 'launched' WHERE id = ITEM`),
  },
]

const long = `now() - interval '401 days'`
const executionCases: Case[] = [
  {
    need: 'open',
    comes: execution('running', long),
    goes: `UPDATE automation_executions SET state = 'done' WHERE company_id = COMPANY`,
  },
  { need: 'request', comes: [execution('done', long), request].join(';'), goes: requestGoes },
  { need: 'suggestion', comes: [execution('done', long), decision('[]'), suggestion].join(';'), goes: suggestionGoes },
  {
    need: 'approval',
    comes: [
      execution('done', long),
      approval('x', '{}', `jsonb_build_object('executionId', (SELECT max(id) FROM automation_executions))`),
    ].join(';'),
    goes: approvalGoes,
  },
]

const keyCases: Case[] = [
  {
    need: 'open',
    comes: `UPDATE idempotency_keys SET status = NULL, lease_until = now() + interval '1 minute', created_at = now() - interval '25 hours' WHERE company_id = COMPANY`,
    goes: `UPDATE idempotency_keys SET lease_until = now() WHERE company_id = COMPANY`,
  },
]

interface Kind {
  needs: object
  cases: Case[]
  leave: (trx: EveryCompany) => Promise<unknown>
  /** How many of the rows that the cases are about are there. */
  left: string
}

const kinds: Record<string, Kind> = {
  batch: {
    needs: { ...batchNeeds, changed: true },
    cases: batchCases,
    leave: (trx) => forgetBatches(trx, 30),
    left: 'SELECT count(*)::int AS n FROM batches WHERE id = BATCH',
  },
  write: {
    needs: writeNeeds,
    cases: writeCases,
    leave: (trx) => forgetWrites(trx, 31),
    left: `SELECT count(*)::int AS n FROM journal JOIN batch_items AS item ON item.id = item_id WHERE batch_id = BATCH AND kind = 'ad'`,
  },
  event: {
    needs: eventNeeds,
    cases: eventCases,
    leave: (trx) => forgetEvents(trx, 31),
    left: `SELECT count(*)::int AS n FROM events WHERE batch_id = BATCH OR item_id = -1`,
  },
  receipt: {
    needs: receiptNeeds,
    cases: receiptCases,
    leave: (trx) => forgetReceipts(trx, 30),
    left: 'SELECT count(*)::int AS n FROM receipts WHERE batch_id = BATCH',
  },
  execution: {
    needs: executionNeeds,
    cases: executionCases,
    leave: (trx) => forgetExecutions(trx),
    left: 'SELECT count(*)::int AS n FROM automation_executions WHERE company_id = COMPANY',
  },
  key: {
    needs: keyNeeds,
    cases: keyCases,
    leave: (trx) => forgetOldKeys(trx, 24),
    left: 'SELECT count(*)::int AS n FROM idempotency_keys WHERE company_id = COMPANY',
  },
}

test('whatever is old enough stays as long as something needs it, and leaves when nothing does', async () => {
  const ours = await launched('needs')
  const text = (statement: string) =>
    statement
      .replaceAll('COMPANY', String(ours.company))
      .replaceAll('BATCH', String(ours.batch))
      .replaceAll('ITEM', String(ours.item))
      .replaceAll('SLUG', ours.slug)
  const undo = new Error('undone')
  for (const [kind, { needs, cases, leave, left }] of Object.entries(kinds)) {
    assert.deepEqual(
      Object.keys(needs).sort(),
      [...new Set(cases.map(({ need }) => need))].sort(),
      `${kind}: every need`,
    )
    for (const [place, { need, comes, goes }] of cases.entries()) {
      await db
        .transaction()
        .execute(async (trx) => {
          const count = async () => (await sql.raw<{ n: number }>(text(left)).execute(trx)).rows[0]!.n
          const name = `${kind}, ${need} (${place})`
          await age(trx, ours, 32)
          if (kind !== 'key') await sql`DELETE FROM idempotency_keys`.execute(trx)
          await sql.raw(text(comes)).execute(trx)
          await leave(trx)
          assert.ok((await count()) > 0, `${name}: it stays`)
          await sql.raw(text(goes)).execute(trx)
          await leave(trx)
          assert.equal(await count(), 0, `${name}: it leaves`)
          throw undo
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error
        })
    }
  }
})

test('a batch leaves whole, after the key that it was launched with; its neighbours stay', async () => {
  const old = await launched('first')
  const young = await launched('second')
  await age(db, old, 31)
  const again = () =>
    app
      .call<{ adBatchId: number }>('GET', `/v1/batch-status/${old.batch}`, { key: old.own })
      .then(({ status }) => status)
  await housekeeping({ batches: 30 })
  assert.equal(await again(), 200, 'a repeat of its launch is answered with it')
  await sql`UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE company_id = ${old.company}`.execute(
    db,
  )
  await housekeeping()
  assert.equal(await again(), 200, 'batches are kept for ever unless somebody says otherwise')
  await sql`INSERT INTO restores (backup_taken_at, backup_version) VALUES (now(), '0')`.execute(db)
  await housekeeping({ batches: 30 })
  assert.equal(await again(), 200, 'while a restored installation is held nothing leaves')
  await sql`DELETE FROM restores`.execute(db)
  await housekeeping({ batches: 30 })
  assert.equal(await again(), 404)
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*)::int FROM batch_items WHERE batch_id = ${old.batch}) AS items,
      (SELECT count(*)::int FROM receipts WHERE batch_id = ${old.batch}) AS receipts,
      (SELECT count(*)::int FROM events WHERE batch_id = ${old.batch}) AS events,
      (SELECT count(*)::int FROM batch_media WHERE batch_id = ${old.batch}) AS media`.execute(db)
  assert.deepEqual(rows[0], { items: 0, receipts: 0, events: 0, media: 0 })
  const list = await app.call<{ data: unknown[] }>('GET', '/v1/batches', { key: old.own })
  assert.deepEqual([list.status, list.body.data.length], [200, 0])
  const other = await app.call('GET', `/v1/batches/${young.batch}/receipts`, { key: young.own })
  assert.equal(other.status, 200)
})

test('a key is good for as long as it is set, not for a day', async () => {
  const ours = await launched('long')
  await sql`UPDATE idempotency_keys SET created_at = created_at - interval '30 hours' WHERE company_id = ${ours.company}`.execute(
    db,
  )
  const count = async () =>
    (
      await sql<{
        n: number
      }>`SELECT count(*)::int AS n FROM idempotency_keys WHERE company_id = ${ours.company}`.execute(db)
    ).rows[0]!.n
  await housekeeping({ keys: 48 })
  assert.equal(await count(), 1)
  await housekeeping({ keys: 24 })
  assert.equal(await count(), 0)
})

test('what leaves an audit log is signed for; the rest is whole, and what was changed is still found', async () => {
  const { companyId, slug, key: own } = await app.stranger()
  const board = (n: number) => app.call('POST', '/v1/library/boards', { key: own, body: { name: `Board ${n}` } })
  for (let n = 1; n <= 8; n++) await board(n)
  const deps = { db, log, key }
  await forgetEntries(deps, 0)
  assert.equal((await verifyChain(db, companyId, [key])).start, null, 'what nobody has signed stays')
  await publishHeads({ db, key, now: new Date(Date.now() + 3_600_000) })
  const problems = async (trx: EveryCompany = db) => (await verifyChain(trx, companyId, [key])).problems
  const undo = new Error('undone')
  const afterwards = async (statement: string, leaves = false) => {
    let found: string[] = []
    await db
      .transaction()
      .execute(async (trx) => {
        await sql.raw(statement.replaceAll('OURS', `company_id = ${companyId}`)).execute(trx)
        if (leaves) await forgetEntries({ ...deps, log: log.child({}, { level: 'silent' }), db: trx }, 0)
        found = await problems(trx)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return found.join()
  }
  assert.match(
    await afterwards(`UPDATE audit_log SET entry = '{}' WHERE OURS AND seq = 2`, true),
    /entry 2 was changed/,
  )
  // What verify would find is not let go either: nobody could find it any more.
  const forged = `personal = '[{"place":"/actor/name","erased":3,"proof":"AAAA"}]'`
  for (const change of [forged, `targets = ARRAY['batch:1']`])
    assert.match(await afterwards(`UPDATE audit_log SET ${change} WHERE OURS AND seq = 2`, true), /entry 2\b/, change)
  await forgetEntries(deps, 0, { atOnce: 3, maxSteps: 2 })
  assert.deepEqual(await problems(), [])
  const { entries, start } = await verifyChain(db, companyId, [key])
  assert.deepEqual([entries, start?.seq], [8, 6])
  await board(9)
  assert.deepEqual(await problems(), [])
  const command = operator({ ...sharedKey, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  const { stdout } = await command(['audit', 'verify', '--company', slug])
  const headed = (seq: number, hash: string) =>
    command(['audit', 'verify', '--company', slug, '--head', `${seq}:${hash}`])
  const other = '0'.repeat(64)
  const left = await headed(5, other)
  assert.match(left.stderr, /the kept end 5 was not compared: that entry left by retention/)
  assert.ok(left.code === 0 && /1 signed end, 0 kept ends: whole/.test(left.stdout), left.stdout)
  assert.match((await headed(6, start!.hash)).stdout, /1 kept end: whole/)
  assert.match((await headed(6, other)).stdout, /entry 6, the last that left, is not the one/)
  assert.match(stdout, /9 entries \(1 to 6 left by retention, the last of them of .*\), 1 signed end: whole/)
  const columns = {
    seq: 'seq - 1',
    at: `at - interval '1 second'`,
    hash: 'sha256(hash)',
    left_at: `left_at - interval '1 second'`,
    signature: `(SELECT detail ->> 'signature' FROM events WHERE OURS AND kind = 'audit.head')`,
    company_id: `(SELECT min(company_id) FROM audit_heads WHERE company_id NOT IN (SELECT company_id FROM audit_starts))`,
  }
  for (const [column, value] of Object.entries(columns)) {
    const changed = `UPDATE audit_starts SET ${column} = ${value} WHERE OURS`
    assert.notEqual(await afterwards(changed), '', `audit_starts.${column}`)
    if (column !== 'company_id') assert.notEqual(await afterwards(changed, true), '', `${column}, and then more leaves`)
  }
  assert.match(await afterwards('DELETE FROM audit_starts WHERE OURS'), /entries 1 to 6 are missing/)
  assert.match(await afterwards('DELETE FROM audit_log WHERE OURS AND seq = 7'), /entries 7 to 7 are missing/)
  assert.match(await afterwards(`UPDATE audit_log SET entry = '{}' WHERE OURS AND seq = 7`), /entry 7 was changed/)
})

test('months of figures leave as a whole, and not while somebody reads them or takes a backup', async () => {
  const now = new Date()
  const day = (months: number) => firstKept(months, now).toISOString().slice(0, 10)
  const { rows } = await sql<{
    id: number
    company_id: number
  }>`SELECT id, company_id FROM ad_accounts ORDER BY id LIMIT 1`.execute(db)
  const { id: account, company_id: company } = rows[0]!
  await sql`INSERT INTO report_entities (company_id, account_key, level, id, name) VALUES (${company}, ${account}, 'ad', 'old', 'An old ad')`.execute(
    db,
  )
  for (const months of [20, 17, 1]) {
    await sql`SELECT ensure_ad_days_month(${day(months)}::date)`.execute(db)
    await sql`INSERT INTO ad_days SELECT ${company}, ${account}, ${day(months)}::date, key, key, key, 1, 1, 1 FROM report_entities WHERE id = 'old'`.execute(
      db,
    )
    await sql`INSERT INTO report_days VALUES (${company}, ${account}, ${day(months)}::date, now())`.execute(db)
  }
  const left = async () => {
    const days = await sql<{
      day: string
    }>`SELECT day::text FROM report_days WHERE account_key = ${account} ORDER BY day`.execute(db)
    return [(await monthsOf(db)).length, days.rows.map((row) => row.day)]
  }
  const reader = new pg.Client({ connectionString: app.databaseUrl })
  await reader.connect()
  after(() => reader.end().catch(() => undefined))
  await reader.query('BEGIN')
  await reader.query('LOCK TABLE ad_days IN ACCESS SHARE MODE')
  assert.equal(await forgetMonths(db, 14), 0)
  assert.deepEqual(await left(), [3, [day(1)]], 'their days are missing already, not empty')
  await reader.query('ROLLBACK')
  await reader.end()
  await housekeeping({ figures: 14 })
  assert.deepEqual(await left(), [1, [day(1)]])
  const entities = await db.selectFrom('report_entities').select('name').where('id', '=', 'old').execute()
  assert.equal(entities.length, 1, 'the ad keeps its place in what is left')
})

test('doctor says what is kept, what is oldest and what 1,000 ads take', async () => {
  const command = operator({
    ...sharedKey,
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    RETENTION_BATCHES_DAYS: '400',
  })
  const { stdout } = await command(['doctor', '--json'])
  const { findings, settings } = JSON.parse(stdout) as {
    findings: { name: string; text: string }[]
    settings: { name: string; value: string }[]
  }
  const of = (name: string) => findings.find((finding) => finding.name === name)?.text ?? ''
  assert.match(
    of('retention'),
    /^batches 400 days \(oldest \d{4}-\d\d-\d\d\), receipts forever .*keys 24 hours.*figures forever/,
  )
  assert.match(of('disk'), /^[\d.]+ [kMG]B per 1,000 ads \(.* for \d+\); largest: \w+ [\d.]+ [kMG]B, /)
  assert.ok(settings.some(({ name, value }) => name === 'RETENTION_BATCHES_DAYS' && value === '400'))
})
