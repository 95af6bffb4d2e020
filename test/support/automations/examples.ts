import assert from 'node:assert/strict'
import { demo } from '../../../src/api/examples.ts'
import type { RuleInput } from '../../../src/core/automations/rule/rule.ts'
import type { TestApp } from '../harness.ts'
import { makeRule, runRule } from './rules.ts'

const everyAd: RuleInput = {
  name: 'For the examples',
  then: [{ action: 'label', label: 'tried' }],
  scope: { level: 'ad', accountIds: [demo.account] },
  when: { field: 'ageDays', operator: 'gte', value: 0 },
  protections: { minSpend: 0 },
}

/** What the examples of undoing and of suggestions are about: a rule that has acted, and one that has suggested. */
export async function readyForRules(app: TestApp): Promise<void> {
  const acted = await runRule(app, await makeRule(app, { ...everyAd, mode: 'act' }))
  assert.equal(acted.id, demo.executionToUndo, JSON.stringify(acted))
  await runRule(app, await makeRule(app, { ...everyAd, mode: 'suggest' }))
  const { body } = await app.call<{ data: { id: number }[] }>('GET', '/v1/automations/suggestions?state=open&limit=100')
  const ids = body.data.map(({ id }) => id)
  for (const id of Object.values(demo.suggestions)) assert.ok(ids.includes(id), `suggestion ${id} of ${ids.join(', ')}`)
}
