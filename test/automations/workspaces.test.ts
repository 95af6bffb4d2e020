import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

const app = await startTestApp()
const owner = await signedIn(app)

const rule: RuleInput = {
  ...{ name: 'Spent', mode: 'suggest', then: [{ action: 'label', label: 'spent' }] },
  scope: { level: 'account' },
  when: { metric: 'spend', window: 'last_30_days', operator: 'gt', value: 0 },
  protections: { minSpend: 0 },
}

test('who works in some workspaces has rules on the accounts of those alone', async () => {
  await owner.call('GET', '/v1/adaccounts')
  const { body: made } = await owner.call('POST', '/v1/workspaces', { body: { name: 'Brands', slug: 'brands' } })
  await owner.call('PATCH', `/v1/workspaces/${String(made.id)}`, { body: { accountIds: [demo.account] } })
  const insider = await signedIn(app, 'member', [Number(made.id)])

  const { body: own, status } = await insider.call('POST', '/v1/automations', { body: rule })
  assert.equal(status, 201, JSON.stringify(own))
  assert.deepEqual((own.scope as { accountIds: string[] }).accountIds, [demo.account])
  const elsewhere = { ...rule, scope: { level: 'account', accountIds: [demo.searchAccount] } }
  assert.equal((await insider.call('POST', '/v1/automations', { body: elsewhere })).status, 404)
  const { body: empty } = await owner.call('POST', '/v1/workspaces', { body: { name: 'Empty', slug: 'empty' } })
  const newcomer = await signedIn(app, 'member', [Number(empty.id)])
  // No account at all does not mean all of them.
  assert.equal((await newcomer.call('POST', '/v1/automations', { body: rule })).status, 422)

  // A rule of the company that looks at everything.
  const wide = await makeRule(app, rule)
  const execution = await runRule(app, wide)
  assert.ok(execution.decisions.length > 1, JSON.stringify(execution))
  interface Seen {
    matched: { entity: { id: string } }[]
    skipped: { entity: { id: string } }[]
  }
  for (const path of [`${wide}/preview`, 'preview']) {
    const { body } = await insider.call('POST', `/v1/automations/${path}`, { body: path === 'preview' ? rule : {} })
    const { matched, skipped } = body as unknown as Seen
    assert.deepEqual(
      [...matched, ...skipped].map(({ entity }) => entity.id),
      [demo.account],
      JSON.stringify(body),
    )
  }
  for (const [method, path, body] of [
    ['PATCH', '', { mode: 'act' }],
    ['DELETE', '', undefined],
    ['POST', '/run', {}],
  ] as const) {
    const refused = await insider.call(method, `/v1/automations/${wide}${path}`, { body })
    assert.equal(refused.status, 403, `${method} ${path}: ${JSON.stringify(refused.body)}`)
  }
  const renamed = await insider.call('PATCH', `/v1/automations/${String(own.id)}`, { body: { name: 'Mine' } })
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body))

  // What was decided about accounts elsewhere is not theirs to see, or to decide.
  const { body: whole } = await insider.call('GET', `/v1/automations/executions/${execution.id}`)
  assert.deepEqual(
    (whole.decisions as { accountId: string }[]).map(({ accountId }) => accountId),
    [demo.account],
  )
  assert.equal(whole.decisionCount, 1)
  const list = async (browser: typeof owner) =>
    (await browser.call('GET', `/v1/automations/suggestions?automationId=${wide}&limit=100`)).body.data as {
      id: number
      decision: { accountId: string }
    }[]
  const all = await list(owner)
  assert.equal(all.length, execution.decisions.length)
  assert.deepEqual(
    (await list(insider)).map(({ decision }) => decision.accountId),
    [demo.account],
  )
  const other = all.find(({ decision }) => decision.accountId !== demo.account)!
  for (const word of ['accept', 'dismiss']) {
    const refused = await insider.call('POST', `/v1/automations/suggestions/${other.id}/${word}`, { body: {} })
    assert.equal(refused.status, 404, word)
  }
  const why = await insider.call('GET', `/v1/automations/${wide}/executions?entityId=${other.decision.accountId}`)
  const [about] = why.body.data as { entity: { outcome: string } }[]
  assert.equal(about!.entity.outcome, 'not_checked')
})
