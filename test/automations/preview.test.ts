import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services
before(async () => {
  await app.call('GET', '/v1/adaccounts')
})

interface Preview {
  matched: { entity: { id: string; name: string; currency: string } }[]
  skipped: { entity: { id: string; name: string }; reason: string }[]
  counts: { checked: number; matched: number; skipped: number }
  missing: { accountId: string; reason: string }[]
  blocked: string | null
  notApplied: { protection: string; reason: string }[]
  warnings: string[]
}

interface Refusal {
  error: { details: { issues: object[] } }
}

async function previewed(path: string, body: object): Promise<Preview> {
  const { status, body: seen } = await app.call<Preview>('POST', `/v1/automations/${path}`, { body })
  assert.equal(status, 200, JSON.stringify(seen))
  return seen
}
const ofKept = (id: number) => previewed(`${id}/preview`, {})
const ofUnsaved = (rule: RuleInput) => previewed('preview', rule)
const words = (reported: Preview['notApplied']) => reported.map(({ protection }) => protection)

function ruleOn(text: string, more: Partial<RuleInput> = {}): RuleInput {
  return {
    ...{ name: `On ${text}`, mode: 'act', then: [{ action: 'pause' }], ...more },
    scope: { level: 'ad', accountIds: [demo.account], filter: { status: ['active', 'paused'] }, ...more.scope },
    when: { field: 'name', operator: 'contains', value: text },
    protections: { minSpend: 0, ...more.protections },
  }
}

test('a rule that is not kept has no past of its own, and its preview says what that leaves out', async () => {
  const rule = ruleOn('Founder story')
  const id = await makeRule(app, rule)
  assert.equal((await runRule(app, id)).acted, 1)

  const kept = await ofKept(id)
  assert.deepEqual(words(kept.notApplied), [])
  assert.equal(kept.counts.matched, 0)

  const unsaved = await ofUnsaved({ ...rule, name: 'Not kept', then: [{ action: 'rename', name: 'New' }] })
  // What other rules do holds it too.
  assert.match(unsaved.skipped[0]!.reason, /^The rule "On Founder story" lowers what it may spend at the same time/)
  assert.deepEqual(words(unsaved.notApplied), ['cooldownMinutes', 'maxPerDay', 'stopAfterErrors'])
  for (const { reason } of unsaved.notApplied) assert.match(reason, /not kept/)
  assert.equal(unsaved.blocked, null)
})

test('what needs nothing takes no place in a preview either', async () => {
  const rule = ruleOn('|', {
    ...{ scope: { level: 'adset', accountIds: [demo.account] }, then: [{ action: 'setBudget', amount: 60 }] },
    protections: { maxPerDay: 3, maxBudgetChangePercent: 1_000 },
  })
  const preview = await ofKept(await makeRule(app, rule))
  const idle = preview.skipped.filter(({ reason }) => reason.startsWith('Its budget is 60 already'))
  assert.ok(idle.length > 0, JSON.stringify(preview.skipped))
  assert.equal(preview.counts.matched, 3)
  const words = preview.skipped.filter(({ reason }) => reason.includes('(maxPerDay)'))
  assert.ok(words.length > 0)
})

test('guards are asked when something is written, and a preview says so', async () => {
  const raise = ruleOn('|', {
    ...{ scope: { level: 'adset', accountIds: [demo.account] }, then: [{ action: 'changeBudget', percent: 10 }] },
  })
  const id = await makeRule(app, raise)
  assert.deepEqual(words((await ofKept(id)).notApplied), [])
  await guardedBy(app, { largestBudget: 1 })
  assert.deepEqual(words((await ofKept(id)).notApplied), ['spendGuards'])
  assert.deepEqual(words((await ofKept(await makeRule(app, ruleOn('Poster')))).notApplied), [])
  await guardedBy(app)
})

test('a rule that would not be run at all says why', async () => {
  const id = await makeRule(app, ruleOn('Straw hat'))
  assert.equal((await ofKept(id)).blocked, null)
  await app.call('POST', '/v1/automations/stop', { body: { reason: 'Tracking is broken' } })
  assert.equal((await ofKept(id)).blocked, 'Demo key stopped all rules: Tracking is broken.')
  assert.match((await ofUnsaved(ruleOn('Straw hat'))).blocked!, /^Demo key stopped all rules/)
  await app.call('POST', '/v1/automations/resume', { body: {} })
  const reason = 'It failed 5 times in a row, at last with: No.'
  await db.updateTable('automations').set({ enabled: false, off_reason: reason }).where('id', '=', id).execute()
  assert.equal((await ofKept(id)).blocked, `The rule was switched off. ${reason}`)
})

test('amounts are in the currency of each account: several are warned of, and one can be named', async () => {
  const costly = (more: Partial<RuleInput['scope']> = {}): RuleInput => ({
    ...{ name: 'Costly', then: [{ action: 'pause' }], protections: { maxShareOfAccount: 100, maxPerDay: 1000 } },
    scope: { level: 'ad', platform: 'primary', ...more },
    when: { metric: 'costPerResult', window: 'last_7_days', operator: 'gt', value: 50 },
  })
  const currencies = ({ matched }: Preview) => [...new Set(matched.map(({ entity }) => entity.currency))].sort()
  const all = await ofUnsaved(costly())
  assert.deepEqual(currencies(all), ['JPY', 'USD'])
  assert.deepEqual(all.warnings, [
    'Amounts of the rule are in the currency of each account, and these are in JPY and USD. Have them in one with currency, or name one in scope.currency and make a rule for each.',
  ])
  const id = await makeRule(app, costly({ currency: 'USD' }))
  const ofDollars = await ofKept(id)
  assert.deepEqual([currencies(ofDollars), ofDollars.warnings], [['USD'], []])
  assert.ok(ofDollars.counts.checked < all.counts.checked)
  const run = await runRule(app, id)
  const { checked, matched, skipped } = ofDollars.counts
  assert.deepEqual([run.checked, run.matched], [checked, matched + skipped])
  // One account has one currency, and what names no amount needs none.
  assert.deepEqual((await ofUnsaved(costly({ accountIds: [demo.account] }))).warnings, [])
  const ratio = { metric: 'ctr', window: 'last_7_days', operator: 'lt', value: 1 } as const
  assert.deepEqual((await ofUnsaved({ ...costly(), when: ratio })).warnings, [])
  const raise: RuleInput = {
    ...costly({ level: 'adset' }),
    when: ratio,
    then: [{ action: 'changeBudget', amount: 5 }],
  }
  assert.equal((await ofUnsaved(raise)).warnings.length, 1)
  for (const [currency, status, message] of [
    ['usd', 400, 'must be the code of a currency, such as EUR'],
    ['EUR', 422, 'no account of this scope is in EUR'],
  ] as const) {
    const { body, ...reply } = await app.call<Refusal>('POST', '/v1/automations', { body: costly({ currency }) })
    assert.equal(reply.status, status, JSON.stringify(body))
    assert.deepEqual(body.error.details.issues, [{ path: 'scope.currency', message }])
  }
})

test('accounts with figures older than the rule allows are left out, as in a run', async () => {
  const id = await makeRule(app, ruleOn('Reviews collage'))
  assert.equal((await ofKept(id)).counts.checked > 0, true)
  await db
    .updateTable('report_days')
    .set({ read_at: new Date(Date.now() - 180 * 60_000) })
    .execute()
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { path: '/insights' }, fault: 'platform-error', code: 1, times: 0 },
  })
  for (const seen of [await ofKept(id), await ofUnsaved(ruleOn('Reviews collage'))]) {
    assert.deepEqual([seen.counts.checked, seen.matched.length], [0, 0])
    assert.equal(seen.missing[0]!.accountId, demo.account)
    assert.match(seen.missing[0]!.reason, /its figures are 18\d minutes old, and the rule allows 60/)
  }
  const execution = await runRule(app, id)
  await app.control('DELETE', 'faults')
  assert.equal(execution.state, 'skipped')
})
