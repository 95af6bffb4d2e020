import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { checkRules } from '../../src/core/automations/evaluate/check.ts'
import { Rule } from '../../src/core/automations/rule/rule.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import type { DecisionView, ExecutionView } from '../support/automations/rules.ts'
import { guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services

/** A rule that acts on whatever has this text in its name. */
function ruleOn(text: string, more: Partial<RuleInput> = {}): RuleInput {
  return {
    ...{ name: `On ${text}`, mode: 'act', then: [{ action: 'pause' }], ...more },
    scope: { level: 'ad', accountIds: [demo.account], ...more.scope },
    when: { field: 'name', operator: 'contains', value: text },
    protections: { minSpend: 0, ...more.protections },
  }
}
const adSets: RuleInput['scope'] = { level: 'adset', accountIds: [demo.account] }
const look = async (id: number) => (await app.call<ExecutionView>('GET', `/v1/automations/executions/${id}`)).body
const undo = (id: number) => app.call<ExecutionView>('POST', `/v1/automations/executions/${id}/undo`, { body: {} })

interface Fault {
  code: string
  message: string
  details?: { reason?: string }
}
const faultIn = (body: unknown) => (body as { error: Fault }).error

async function setStatus(entityType: string, id: string, newStatus: string): Promise<void> {
  const body = { accountId: demo.account, entityType, entityIds: [id], newStatus }
  const { status } = await app.call('POST', '/v1/manage/update-status', { body })
  assert.equal(status, 200)
}

before(async () => {
  await app.call('GET', '/v1/adaccounts')
})

test('a rule pauses what it finds, once, and shows the numbers, before and after', async () => {
  const id = await makeRule(app, ruleOn('Founder story', { scope: { level: 'ad', accountIds: [demo.account] } }))
  await writesTo(app)
  const first = await runRule(app, id)
  assert.equal(first.state, 'done', JSON.stringify(first))
  assert.deepEqual([first.matched, first.acted], [1, 1])
  const [decision] = first.decisions
  assert.equal(decision!.outcome, 'acted')
  assert.deepEqual(decision!.numbers, { 'name contains Founder story': 1 })
  const [action] = decision!.actions
  assert.equal(action!.operation, 'update_status')
  assert.equal(action!.before!.status, 'active')
  assert.deepEqual(action!.after, { status: 'paused' })
  assert.equal((await writesTo(app)).length, 1)

  const second = await runRule(app, id)
  assert.equal(second.acted, 0)
  assert.match(second.decisions[0]!.reason!, /less than 1440 minutes before|paused already/)
  assert.deepEqual(await writesTo(app), [])
  const { body: events } = await app.call<{ data: { type: string; data: Record<string, unknown> }[] }>(
    'GET',
    '/v1/events?type=automation.executed',
  )
  assert.ok(events.data.some(({ data }) => data.executionId === first.id && data.acted === 1))
  const log = await app.call<{ data: { actor: { name: string; kind: string } }[] }>(
    'GET',
    '/v1/audit-log?action=update_status',
  )
  assert.equal(log.body.data[0]!.actor.kind, 'automation')
})

test('the same call is the same execution', async () => {
  const id = await makeRule(app, ruleOn('nothing has this name'))
  const call = () =>
    app.call<ExecutionView>('POST', `/v1/automations/${id}/run`, {
      body: {},
      headers: { 'idempotency-key': `run ${id}` },
    })
  const [one, two] = [await call(), await call()]
  assert.equal(one.body.id, two.body.id)
  assert.equal(one.headers.get('location'), `/v1/automations/executions/${one.body.id}`)
})

test('why a rule did not touch something has an answer', async () => {
  const rule = ruleOn('Poster', { when: undefined })
  const id = await makeRule(app, {
    ...rule,
    when: { metric: 'spend', window: 'last_7_days', operator: 'gt', value: 1_000_000 },
  })
  const execution = await runRule(app, id)
  const about = async (entityId: string) => {
    const { body } = await app.call<{
      data: { id: number; entity: { outcome: string; reason: string; numbers: object } }[]
    }>('GET', `/v1/automations/${id}/executions?entityId=${entityId}`)
    return body.data.find((row) => row.id === execution.id)!.entity
  }
  const unmatched = await about('120206614831500004')
  assert.equal(unmatched.outcome, 'unmatched')
  assert.match(unmatched.reason, /^spend last_7_days is [\d.]+, not above 1000000/)
  assert.ok('spend last_7_days' in unmatched.numbers)
  assert.equal((await about('999')).outcome, 'not_checked')
  for (const [entityId, count] of [
    ['999', 1],
    ['120206614831500004', 0],
  ] as const) {
    const path = `/v1/automations/${id}/executions?entityId=${entityId}&outcome=not_checked`
    assert.equal((await app.call<{ count: number }>('GET', path)).body.count, count)
  }
  const only = await app.call<{ count: number }>(
    'GET',
    `/v1/automations/${id}/executions?entityId=120206614831500004&outcome=unmatched`,
  )
  assert.equal(only.body.count, 1)
  assert.equal(
    (await app.call<{ count: number }>('GET', `/v1/automations/${id}/executions?outcome=acted`)).body.count,
    0,
  )
})

test('a budget is changed within its bounds, rounded, and becomes what it was', async () => {
  const change = { action: 'changeBudget', percent: 100, max: 62 } as const
  const id = await makeRule(app, ruleOn('Men 25-44', { scope: adSets, then: [change] }))
  const execution = await runRule(app, id)
  const [action] = execution.decisions
    .map(({ actions }) => actions[0]!)
    .filter(({ before: was }) => was!.dailyBudget === 45)
  // The largest change comes first: 20 % of 45.
  assert.equal(action!.input!.dailyBudget, 54)
  assert.deepEqual([action!.before!.dailyBudget, action!.after!.dailyBudget], [45, 54])
  const { status, body } = await undo(execution.id)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.decisions[0]!.actions[0]!.undo!.outcome, 'done')
  assert.ok(body.undoneAt)
  const again = await undo(execution.id)
  assert.equal(again.status, 409)
  assert.equal(faultIn(again.body).details!.reason, 'undone')
  const next = await runRule(
    app,
    await makeRule(app, ruleOn('Men 25-44', { scope: adSets, then: [{ action: 'setBudget', amount: 46 }] })),
  )
  // What was taken back keeps no other rule from anything.
  assert.deepEqual([next.acted! > 0, next.acted], [true, next.matched], JSON.stringify(next.decisions))
})

test('what somebody has changed since is not taken back', async () => {
  const id = await makeRule(
    app,
    ruleOn('Straw hat', {
      then: [
        { action: 'rename', name: '{name} (old)' },
        { action: 'label', label: 'old' },
      ],
    }),
  )
  const execution = await runRule(app, id)
  assert.equal(execution.decisions[0]!.outcome, 'acted', JSON.stringify(execution.decisions))
  const { entityId } = execution.decisions[0]!
  const labels = () => db.selectFrom('entity_labels').select('label').where('entity_id', '=', entityId).execute()
  assert.deepEqual(await labels(), [{ label: 'old' }])
  await app.call('POST', '/v1/manage/update-ad', { body: { accountId: demo.account, adId: entityId, name: 'Mine' } })
  const { body } = await undo(execution.id)
  const [rename, label] = body.decisions[0]!.actions
  assert.equal(rename!.undo!.outcome, 'cannot')
  assert.match(
    rename!.undo!.reason!,
    /Somebody has changed it since. Its name was "Straw hat \(old\)" and is "Mine" now/,
  )
  assert.equal(label!.undo!.outcome, 'done')
  assert.deepEqual(await labels(), [])
})

test('copies are made once and paused, and go when they are taken back', async () => {
  const id = await makeRule(app, ruleOn('Lookbook cover', { then: [{ action: 'duplicate', copies: 2 }] }))
  const execution = await runRule(app, id)
  const [action] = execution.decisions[0]!.actions
  assert.equal(action!.outcome, 'done', JSON.stringify(action))
  assert.equal((action!.after!.ids as string[]).length, 2)
  const { body } = await undo(execution.id)
  assert.equal(body.decisions[0]!.actions[0]!.undo!.outcome, 'done', JSON.stringify(body.decisions))
})

test('a message is told once, with the numbers', async () => {
  const id = await makeRule(
    app,
    ruleOn('UGC unboxing', { mode: 'suggest', then: [{ action: 'notify', message: 'Look at {name}' }] }),
  )
  const execution = await runRule(app, id)
  assert.equal(execution.decisions[0]!.outcome, 'acted')
  const { body } = await app.call<{ data: { data: { executionId: number; message: string } }[] }>(
    'GET',
    '/v1/events?type=automation.notified',
  )
  const reported = body.data.filter(({ data }) => data.executionId === execution.id)
  assert.deepEqual(
    reported.map(({ data }) => data.message),
    ['Look at UGC unboxing: ad "UGC unboxing" (120206614831500004) (name contains UGC unboxing 1)'],
  )
})

test('a share of an account, a number of actions a day, and no more', async () => {
  const share = await makeRule(app, {
    ...ruleOn('', { protections: { maxShareOfAccount: 20, minSpend: 0 } }),
    when: { field: 'status', operator: 'eq', value: 'active' },
    mode: 'suggest',
  })
  const { decisions } = await runRule(app, share)
  const running = decisions.filter(({ outcome }) => outcome === 'suggested').length
  assert.ok(running >= 1 && running <= 2, String(running))
  assert.ok(decisions.some(({ reason }) => reason?.includes('(maxShareOfAccount)')))

  const few = await makeRule(app, {
    ...ruleOn('', { protections: { maxPerDay: 2, minSpend: 0 }, then: [{ action: 'label', label: 'seen' }] }),
    when: { field: 'status', operator: 'eq', value: 'active' },
  })
  const first = await runRule(app, few)
  assert.equal(first.acted, 2)
  const words = 'The rule acts on at most 2 entities a day, and others come first (maxPerDay).'
  assert.ok(first.decisions.some(({ reason }) => reason === words))
  const second = await runRule(app, few)
  assert.equal(second.acted, 0)
  assert.ok(second.decisions.some(({ reason }) => reason === 'The rule has had its 2 entities of today (maxPerDay).'))
})

test('while all rules are stopped nothing is done, and what was to be done is skipped with the reason', async () => {
  const id = await makeRule(app, ruleOn('Chino close-up'))
  const stopped = await app.call('POST', '/v1/automations/stop', { body: { reason: 'Tracking is broken' } })
  assert.equal(stopped.body.stopped, true)
  const asked = await app.call('GET', '/v1/automations/stop')
  assert.deepEqual([asked.status, asked.body], [200, stopped.body])
  const refused = await app.call('POST', `/v1/automations/${id}/run`, { body: {} })
  assert.equal(refused.status, 409)
  assert.match(faultIn(refused.body).message, /Demo key stopped all rules: Tracking is broken/)
  const { body } = await app.call('POST', '/v1/automations/resume', { body: {} })
  assert.equal(body.stopped, false)
  assert.equal((await app.call('GET', '/v1/automations/stop')).body.stopped, false)
  const { lastExecution: never } = (await app.call('GET', `/v1/automations/${id}`)).body
  assert.equal(never, null)
  const { id: executionId, acted, startedAt } = await runRule(app, id)
  assert.equal(acted, 1)
  const last = { id: executionId, state: 'done', matched: 1, acted: 1, startedAt }
  assert.deepEqual((await app.call('GET', `/v1/automations/${id}`)).body.lastExecution, last)
  const rules = (await app.call('GET', '/v1/automations?limit=100')).body.data as {
    id: number
    lastExecution: object
  }[]
  assert.deepEqual(rules.find((rule) => rule.id === id)!.lastExecution, last)
})

test('a guard that refuses is told, and nothing is done', async () => {
  await setStatus('ad', '120206614831500035', 'PAUSED')
  await guardedBy(app, { name: 'Nothing', dailyCap: 0 })
  const id = await makeRule(app, ruleOn('Ten percent off', { then: [{ action: 'resume' }] }))
  await writesTo(app)
  const { decisions } = await runRule(app, id)
  assert.equal(decisions[0]!.outcome, 'skipped')
  assert.equal(decisions[0]!.actions[0]!.error!.code, 'guard_refused')
  assert.deepEqual(await writesTo(app), [])
  await guardedBy(app)
})

test('a rule that fails again and again is switched off, and that is told', async () => {
  const id = await makeRule(
    app,
    ruleOn('Back in stock', { enabled: true, protections: { stopAfterErrors: 2, minSpend: 0 } }),
  )
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { method: 'POST', path: '/120206614831500038$' } },
    ...{ fault: 'platform-error', code: 100, times: 0 },
  })
  for (let run = 0; run < 2; run++) {
    const { decisions } = await runRule(app, id)
    assert.equal(decisions[0]!.outcome, 'failed', JSON.stringify(decisions))
  }
  await app.control('DELETE', 'faults')
  const row = await db.selectFrom('automations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(row.enabled, false)
  assert.match(row.off_reason!, /^It failed 2 times in a row, at last with: /)
  const { body } = await app.call<{ data: { data: { automationId: number } }[] }>(
    'GET',
    '/v1/events?type=automation.switched_off',
  )
  assert.deepEqual(
    body.data.map(({ data }) => data.automationId),
    [id],
  )
})

test('what fails has been tried: nothing else is tried in its place', async () => {
  const id = await makeRule(app, ruleOn('o', { protections: { maxPerDay: 1, minSpend: 0 } }))
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { method: 'POST', path: '/\\d+$' }, fault: 'platform-error', code: 100, times: 0 },
  })
  const { decisions } = await runRule(app, id)
  await app.control('DELETE', 'faults')
  assert.equal(decisions.filter(({ outcome }) => outcome === 'failed').length, 1, JSON.stringify(decisions))
  assert.ok(decisions.some(({ reason }) => reason?.includes('(maxPerDay)')))
})

test('searches that cost and bring nothing are kept away, and let in again', async () => {
  const id = await makeRule(app, {
    ...{ name: 'Negatives', mode: 'act', then: [{ action: 'addNegative' }] },
    scope: { level: 'searchTerm', accountIds: [demo.searchAccount] },
    when: { metric: 'spend', window: 'last_30_days', operator: 'gt', value: 0 },
    protections: { minSpend: 0, maxPerDay: 1 },
  })
  const execution = await runRule(app, id)
  const [decision] = execution.decisions
  assert.equal(decision!.outcome, 'acted', JSON.stringify(execution.decisions[0]))
  const [action] = decision!.actions
  assert.equal(action!.operation, 'add_search_negatives')
  assert.equal((action!.after!.ids as string[]).length, 1)
  const { body } = await undo(execution.id)
  assert.equal(body.decisions[0]!.actions[0]!.undo!.outcome, 'done', JSON.stringify(body.decisions[0]))
})

test('why a rule did not touch a search, or an account, has an answer too', async () => {
  const costly = (level: 'searchTerm' | 'account', accountId: string, value: number) =>
    makeRule(app, {
      ...{ name: `Costly ${level}`, mode: 'suggest', then: [{ action: 'notify' }] },
      scope: { level, accountIds: [accountId] },
      when: { metric: 'spend', window: 'last_30_days', operator: 'gt', value },
      protections: { minSpend: 0, maxPerDay: 1 },
    })
  const found = await runRule(app, await costly('searchTerm', demo.searchAccount, 0))
  const term = found.decisions[0]!.entityId
  const id = await costly('searchTerm', demo.searchAccount, 1_000_000)
  const execution = await runRule(app, id)
  assert.deepEqual([execution.checked, execution.unmatched, execution.unknown], [found.checked, found.checked, 0])
  const path = `/v1/automations/${id}/executions`
  const about = async (rule: number, entityId: string) => {
    const query = `entityId=${encodeURIComponent(entityId)}`
    const { body } = await app.call<{ data: { entity: { outcome: string; reason: string; numbers: object } }[] }>(
      'GET',
      `/v1/automations/${rule}/executions?${query}`,
    )
    return body.data[0]!.entity
  }
  const unmatched = await about(id, term)
  assert.equal(unmatched.outcome, 'unmatched', JSON.stringify(unmatched))
  assert.match(unmatched.reason, /^spend last_30_days is [\d.]+, not above 1000000/)
  assert.equal((await about(id, `${term} that nobody looked for`)).outcome, 'not_checked')
  const counted = async (query: string) => (await app.call<{ count: number }>('GET', `${path}?${query}`)).body.count
  assert.equal(await counted(`entityId=${encodeURIComponent(term)}&outcome=unmatched`), 1)
  assert.equal(await counted('entityId=nothing&outcome=unmatched'), 0)

  // No more than so many are kept: those that cost most.
  const { rule, company_id: companyId } = await db
    .selectFrom('automations')
    .select(['rule', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const toCheck = { id, rule: Rule.parse(rule), executionId: execution.id }
  const context = { company: { id: companyId, slug: 'demo' }, signal: new AbortController().signal }
  await checkRules(app.app.services, context, { rules: [toCheck], at: new Date(), searchesKept: 3 })
  const costOf = ({ numbers }: DecisionView) => numbers['spend last_30_days']!
  const byCost = found.decisions.toSorted((a, b) => costOf(b) - costOf(a))
  assert.equal((await about(id, byCost[0]!.entityId)).outcome, 'unmatched')
  const left = await about(id, byCost.at(-1)!.entityId)
  assert.equal(left.outcome, 'not_checked')
  assert.match(left.reason, /^Nobody searched for it then, or it is not among the \d+ costliest/)
  assert.equal((await look(execution.id)).unmatched, found.checked)

  const ofAccount = await costly('account', demo.account, 1_000_000_000)
  await runRule(app, ofAccount)
  assert.equal((await about(ofAccount, demo.account)).outcome, 'unmatched')
  // What is kept of accounts says nothing of ads, whatever numbers they go by here.
  const { rows: ads } = await sql<{ id: string }>`
    SELECT entity.id FROM report_entities AS entity JOIN ad_accounts AS account ON account.id = entity.key`.execute(db)
  assert.ok(ads.length > 0)
  for (const ad of ads) assert.equal((await about(ofAccount, ad.id)).outcome, 'not_checked')
})

test('a rule about accounts says so, and launches its draft once', async () => {
  const fixture = await demoFixture(app)
  const ads = [singleAd(app, fixture, { adName: 'From a rule', launchPaused: true })]
  const draftId = Number((await app.call('POST', '/v1/drafts', { body: { ads } })).body.id)
  const id = await makeRule(app, {
    ...{ name: 'Account', mode: 'act', then: [{ action: 'launchDraft', draftId }, { action: 'notify' }] },
    scope: { level: 'account', accountIds: [demo.account] },
    when: { metric: 'spend', window: 'last_30_days', operator: 'gte', value: 0 },
    protections: { minSpend: 0, cooldownMinutes: 0 },
  })
  const execution = await runRule(app, id)
  const [launch] = execution.decisions[0]!.actions
  assert.equal(launch!.outcome, 'done', JSON.stringify(execution.decisions))
  assert.equal((await app.finished(launch!.after!.batchId as number)).successfulAds, 1)
  const again = await runRule(app, id)
  assert.match(again.decisions[0]!.actions[0]!.reason!, /was launched before/)
  assert.equal(again.decisions[0]!.actions[1]!.outcome, 'done')
  const { body } = await app.call<{ data: { entity: { outcome: string } }[] }>(
    'GET',
    `/v1/automations/${id}/executions?entityId=${demo.account}`,
  )
  assert.deepEqual(
    body.data.map(({ entity }) => entity.outcome),
    ['acted', 'acted'],
  )
})

test('a rule is made while something else is written down for the company', async () => {
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  // What every row of a company takes: that the company stays.
  const writing = db.transaction().execute(async (trx) => {
    await sql`SELECT FROM companies FOR KEY SHARE`.execute(trx)
    held.resolve()
    await release.promise
  })
  await held.promise
  const body = { template: 'stop-loss', scope: { accountIds: [demo.account] } }
  const { status } = await app.call('POST', '/v1/automations', { body })
  assert.equal(status, 201)
  release.resolve()
  await writing
})

test('another company sees nothing of it', async () => {
  const { key } = await app.stranger()
  const id = await makeRule(app, ruleOn('Reviews collage', { mode: 'suggest' }))
  const execution = await runRule(app, id)
  const { body } = await app.call<{ data: { id: number }[] }>('GET', `/v1/automations/suggestions?automationId=${id}`)
  const suggestion = body.data[0]!.id
  for (const [method, path] of [
    ['POST', `/v1/automations/${id}/run`],
    ['GET', `/v1/automations/${id}/executions`],
    ['GET', `/v1/automations/executions/${execution.id}`],
    ['POST', `/v1/automations/executions/${execution.id}/undo`],
    ['POST', `/v1/automations/suggestions/${suggestion}/accept`],
    ['POST', `/v1/automations/suggestions/${suggestion}/dismiss`],
  ] as const) {
    const reply = await app.call(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })
    assert.equal(reply.status, 404, `${path}: ${JSON.stringify(reply.body)}`)
  }
  for (const path of ['executions', 'suggestions', 'executions?entityId=120206614831500040']) {
    assert.deepEqual((await app.call(`GET`, `/v1/automations/${path}`, { key })).body.data, [])
  }
  assert.equal((await look(execution.id)).id, execution.id)
})
