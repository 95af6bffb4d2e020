import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { sql } from '../../src/db/sql.ts'
import { addDays, todayIn } from '../../src/days.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { decide } from '../../src/core/approvals/decide.ts'
import { askUntil, untilTrue } from '../support/ask-until.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { startTestApp } from '../support/harness.ts'
import { postsOf } from '../support/reports/creatives.ts'

const app = await startTestApp()
const { db } = app.app.services

/** Says that the file of a post that some ads show wins. */
async function winner() {
  const [post] = await postsOf(app, demo.account)
  const day = addDays(todayIn('UTC'), -1)
  await sql`
    INSERT INTO creative_judgings (company_id, first_day, day) SELECT company_id, ${addDays(day, -9)}, ${day} FROM creatives WHERE id = ${post!.id}
    ON CONFLICT (company_id) DO UPDATE SET day = excluded.day`.execute(db)
  await sql`
    INSERT INTO creative_states (company_id, creative_id, state, from_day)
    SELECT DISTINCT company_id, asset_id, 'winner', ${addDays(day, -2)}::date FROM ad_creatives WHERE post_id = ${post!.id} AND before_day = 'infinity'`.execute(
    db,
  )
}

const rule: RuleInput = {
  ...{ name: 'Winners go on', mode: 'act', then: [{ action: 'graduate', adSetIds: [demo.adSet] }] },
  scope: { level: 'ad', accountIds: [demo.account] },
  when: { field: 'creativeState', operator: 'eq', value: 'winner' },
  protections: { minSpend: 0, cooldownMinutes: 0 },
}

test('a rule sends what wins into another ad set as the same post, once for all its ads, and guards hold', async () => {
  await winner()
  const id = await makeRule(app, rule)
  const first = await runRule(app, id)
  const actions = first.decisions.flatMap((decision) => decision.actions)
  const done = actions.filter(({ outcome }) => outcome === 'done')
  assert.equal(done.length, 1, JSON.stringify(first))
  assert.equal((await app.finished(done[0]!.after!.batchId as number)).status, 'success')
  const again = await runRule(app, id)
  for (const { outcome, reason } of again.decisions.flatMap((decision) => decision.actions)) {
    assert.equal(outcome, 'skipped')
    assert.match(reason!, /in these ad sets already/)
  }
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT batch_id)::int AS count FROM creative_graduations WHERE batch_id IS NOT NULL`.execute(db)
  assert.equal(rows[0]!.count, 1)
})

test('what a guard asks about while a rule graduates is launched once a person approves it, and not before', async () => {
  const elsewhere = await askUntil(async () => {
    const { body } = await app.call<{ data: { value: string; closed: string | null }[] }>(
      'GET',
      `/v1/adsets?accountId=${demo.account}&status=ACTIVE&limit=50`,
    )
    return body.data.find(({ value, closed }) => closed === null && value !== demo.adSet) ?? null
  })
  await guardedBy(app, { accountId: demo.account, largestBatch: 0, mode: 'ask' })
  const id = await makeRule(app, { ...rule, then: [{ action: 'graduate', adSetIds: [elsewhere.value] }] })
  const run = await runRule(app, id)
  const asked = run.decisions.flatMap(({ actions }) => actions).filter(({ outcome }) => outcome === 'asked')
  assert.equal(asked.length, 1, JSON.stringify(run.decisions))
  const launched = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(DISTINCT batch_id)::int AS count FROM creative_graduations WHERE ad_set_id = ${elsewhere.value} AND batch_id IS NOT NULL`.execute(
      db,
    )
    return rows[0]!.count
  }
  assert.equal(await launched(), 0)
  const approvalId = asked[0]!.approvalId!
  const company = await db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  await decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'Ada' })
  await app.app.services.approvals.run(approvalId)
  const state = async () => (await app.call<{ state: string }>('GET', `/v1/approvals/${approvalId}`)).body.state
  await untilTrue(async () => !['waiting', 'approved'].includes(await state()))
  assert.deepEqual([await state(), await launched()], ['done', 1])
  await guardedBy(app)
})

test('what nobody has looked at for days holds for nothing, and the past is tried as it was known', async () => {
  const { body } = await app.call<{ data: { id: string; actions: object[] }[] }>('POST', '/v1/automations', {
    body: { ...rule, then: [{ action: 'notify' }] },
  })
  const id = Number((body as unknown as { id: number }).id)
  const to = todayIn('UTC')
  const tried = await app.call<{ series: { day: string; matched: number }[]; error?: object }>(
    'POST',
    `/v1/automations/${id}/backtest`,
    { body: { from: addDays(to, -7), to } },
  )
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  const matched = tried.body.series.filter((each) => each.matched > 0).map(({ day }) => day)
  assert.ok(matched.length > 0 && matched.every((day) => day >= addDays(to, -3)), JSON.stringify(tried.body.series))
  await sql`UPDATE creative_judgings SET day = day - 9`.execute(db)
  const preview = await app.call('POST', `/v1/automations/${id}/run`)
  assert.equal(preview.status < 300, true, JSON.stringify(preview.body))
  assert.doesNotMatch(JSON.stringify(preview.body), /"outcome":"acted"/)
})

test('a rule cannot graduate ad sets, nor where no ad shows an existing post, nor beyond what its maker may', async () => {
  const refused = async (more: object, path: RegExp) => {
    const { status, body } = await app.call('POST', '/v1/automations', { body: { ...rule, ...more } })
    assert.equal(status, 422, JSON.stringify(body))
    assert.match(JSON.stringify(body), path)
  }
  await refused({ scope: { level: 'adset', accountIds: [demo.account] } }, /creativeState|graduate/)
  await refused({ scope: { level: 'ad', platform: 'photo-messaging' } }, /cannot do graduate/)
  const { status } = await app.call('POST', '/v1/automations', {
    body: { ...rule, then: [{ action: 'graduate', adSetIds: [] }] },
  })
  assert.equal(status, 400)
})
