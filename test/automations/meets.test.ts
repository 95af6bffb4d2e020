import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services

before(async () => {
  await app.call('GET', '/v1/adaccounts')
})

const running: RuleInput['scope'] = {
  ...{ level: 'ad', accountIds: [demo.account] },
  filter: { status: ['active'] },
}
const costly: RuleInput = {
  ...{ name: 'Stop loss', mode: 'act', then: [{ action: 'pause' }], scope: running },
  when: { metric: 'costPerResult', window: 'last_7_days', operator: 'gt', value: 5 },
  protections: { minSpend: 0 },
}

interface Meeting {
  ruleId: number
  name: string
  entities: number | null
  wins: string
}

interface Preview {
  matched: { entity: { id: string }; numbers: Record<string, number> }[]
  skipped: { entity: { id: string }; reason: string; numbers: Record<string, number> }[]
  counts: { matched: number; skipped: number }
  meets: Meeting[]
}

const previewOf = async (rule: RuleInput | number) =>
  (
    await app.call<Preview>(
      'POST',
      typeof rule === 'number' ? `/v1/automations/${rule}/preview` : '/v1/automations/preview',
      { body: typeof rule === 'number' ? {} : rule },
    )
  ).body
const listed = async (id: number) => {
  const { body } = await app.call<{ data: { id: number; meets: Meeting[] }[] }>('GET', '/v1/automations?limit=100')
  return body.data.find((each) => each.id === id)!.meets
}

const cost = 'costPerResult last_7_days'

test('where only a share may be paused, the worst is: a preview, a suggestion and a backtest agree', async () => {
  const few = { ...costly, protections: { minSpend: 0, maxShareOfAccount: 1 } }
  const { matched, skipped } = await previewOf(few)
  assert.equal(matched.length, 1)
  assert.ok(skipped.length > 2)
  const worst = Math.max(...[...matched, ...skipped].map(({ numbers }) => numbers[cost] ?? 0))
  assert.equal(matched[0]!.numbers[cost], worst)

  const { decisions } = await runRule(app, await makeRule(app, { ...few, mode: 'suggest' }))
  const suggested = decisions.filter(({ outcome }) => outcome === 'suggested')
  assert.deepEqual(
    suggested.map(({ entityId }) => entityId),
    [matched[0]!.entity.id],
  )
  // Told in their turn.
  const costs = decisions.map(({ numbers }) => numbers[cost]!)
  assert.deepEqual(
    costs,
    costs.toSorted((one, other) => other - one),
  )
})

test('what is made per something decides before sums, and less is worse where less is asked for', async () => {
  const spend = { metric: 'spend', window: 'last_7_days', operator: 'gt', value: 1 } as const
  const both = { all: [spend, costly.when!] }
  const one = await previewOf({ ...costly, when: both, protections: { minSpend: 0, maxPerDay: 1 } })
  const all = [...one.matched, ...one.skipped]
  assert.equal(one.matched[0]!.numbers[cost], Math.max(...all.map(({ numbers }) => numbers[cost] ?? 0)))

  const clicks = { metric: 'ctr', window: 'last_7_days', operator: 'lt', value: 90 } as const
  const weak = await previewOf({ ...costly, when: clicks, protections: { minSpend: 0, maxPerDay: 1 } })
  const rates = [...weak.matched, ...weak.skipped].map(({ numbers }) => numbers['ctr last_7_days'] ?? Infinity)
  assert.equal(weak.matched[0]!.numbers['ctr last_7_days'], Math.min(...rates))
})

test('a preview does not say that a rule has acted before it did', async () => {
  const { matched, skipped } = await previewOf({ ...costly, protections: { minSpend: 0, maxPerDay: 1 } })
  assert.equal(matched.length, 1)
  const words = 'The rule acts on at most 1 entity a day, and others come first (maxPerDay).'
  assert.ok(skipped.some(({ reason }) => reason === words))
  for (const { reason } of skipped) assert.doesNotMatch(reason, /has (acted|had)/)
})

test('a preview says which rules it would meet, on how many, and who acts', async () => {
  const copying: RuleInput = {
    ...{ name: 'Copy', mode: 'act', enabled: true, then: [{ action: 'duplicate' }] },
    scope: { level: 'ad', accountIds: [demo.account] },
    when: { metric: 'spend', window: 'last_7_days', operator: 'gt', value: 1 },
    protections: { minSpend: 0 },
  }
  const id = await makeRule(app, copying)
  await makeRule(app, { ...copying, name: 'Off', enabled: false })
  await makeRule(app, { ...copying, name: 'Suggests', mode: 'suggest' })
  await makeRule(app, { ...copying, name: 'Says', then: [{ action: 'notify' }] })
  await makeRule(app, { ...copying, name: 'Elsewhere', scope: { level: 'campaign', accountIds: [demo.account] } })
  const pausing = await previewOf(costly)
  const found = pausing.counts.matched + pausing.counts.skipped
  assert.deepEqual(pausing.meets, [{ ruleId: id, name: 'Copy', entities: found, wins: 'this' }])
  const stop = await makeRule(app, { ...costly, enabled: true })
  const other = (await previewOf(id)).meets
  assert.deepEqual(other, [{ ruleId: stop, name: 'Stop loss', entities: found, wins: 'other' }])

  // In the list they may meet as long as not both were checked; then it is what happened.
  assert.deepEqual(await listed(id), [{ ruleId: stop, name: 'Stop loss', entities: null, wins: 'other' }])
  const stopped = await runRule(app, stop)
  assert.ok(stopped.acted! > 0, JSON.stringify(stopped))
  const held = await runRule(app, id)
  const lost = held.decisions.filter(({ reason }) => reason?.startsWith('The rule "Stop loss" lowers')).length
  assert.ok(lost > 0)
  assert.deepEqual(await listed(id), [{ ruleId: stop, name: 'Stop loss', entities: lost, wins: 'other' }])
  assert.deepEqual(await listed(stop), [{ ruleId: id, name: 'Copy', entities: lost, wins: 'this' }])
  const { body } = await app.call<{ meets: Meeting[] }>('GET', `/v1/automations/${id}`)
  assert.equal(body.meets.length, 1)
  await db.deleteFrom('automations').execute()
})
