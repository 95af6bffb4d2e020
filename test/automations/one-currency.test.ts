import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import type { Automation } from '../../src/api/v1/automations/automation-view.ts'
import type { ExecutionView as Execution } from '../../src/api/v1/automations/execution-fields.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import type { z } from 'zod'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { startTestApp } from '../support/harness.ts'
import { asking, useRates } from '../support/reports/reports.ts'
import { daysAgo as localDaysAgo } from '../support/reports/reporting.ts'
import { daysAgo } from '../support/reports/totals.ts'

const app = await startTestApp()
const ask = asking(app)
const { body: accounts } = await app.call<{ data: { id: string; timeZone: string }[] }>('GET', '/v1/adaccounts')
/** The seven days before today, where the account is: elsewhere it may be tomorrow already. */
const weekOf = (account: string) => {
  const zone = accounts.data.find(({ id }) => id === account)!.timeZone
  return { startDate: localDaysAgo(7, zone), endDate: localDaysAgo(1, zone) }
}
await useRates(app, 'EUR', { USD: '0.9', JPY: '0.006' }, daysAgo(400))
await useRates(app, 'EUR', { USD: '0.95' }, daysAgo(3))
await useRates(app, 'XSU', { USD: '0.8' }, daysAgo(400))
await useRates(app, 'XSU', { JPY: '0.005' }, daysAgo(2))
await useRates(app, 'EUR', {}, daysAgo(1))

interface Seen {
  matched: { entity: { id: string; accountId: string; currency: string }; numbers: Record<string, number | null> }[]
  counts: { checked: number; matched: number; skipped: number; unknown: number }
  missing: { accountId: string; reason: string }[]
  conversion?: { currency: string; rates: { currency: string; rate: number; lowest: number }[]; earlier: object[] }
  warnings: string[]
  estimates: { currency: string; spend: number | null }[]
  notes: string[]
  error: { details: { issues: { path: string; message: string }[] } }
}

const spending = (currency: string | undefined, more: Partial<RuleInput> = {}): RuleInput => ({
  ...{ name: 'Spends much', ...(currency === undefined ? {} : { currency }), then: [{ action: 'pause' }] },
  scope: { level: 'ad', platform: 'primary' },
  when: { metric: 'spend', window: { days: 7, endingDaysAgo: 1 }, operator: 'gt', value: 0 },
  protections: { minSpend: 0, maxShareOfAccount: 100, maxPerDay: 1000 },
  ...more,
})

async function seenBy(rule: RuleInput, status = 200): Promise<Seen> {
  const { body, ...reply } = await app.call<Seen>('POST', '/v1/automations/preview', { body: rule })
  assert.equal(reply.status, status, JSON.stringify(body))
  return body
}

const label = (currency: string) => `spend 7_days_ending_1_days_ago in ${currency}`

test('a rule in one currency decides by the amounts that reports tell in it, over accounts in several', async () => {
  const seen = await seenBy(spending('eur'))
  assert.deepEqual([...new Set(seen.matched.map(({ entity }) => entity.currency))].sort(), ['JPY', 'USD'])
  assert.deepEqual([seen.warnings, seen.missing], [[], []])
  const asked = await Promise.all(
    [...new Set(seen.matched.map(({ entity }) => entity.accountId))].map((account) =>
      ask({ ...weekOf(account), accountIds: account, limit: 500, groupBy: 'ad', metrics: 'spend', currency: 'EUR' }),
    ),
  )
  const told = new Map(asked.flatMap(({ data }) => data.map(({ adId, spend }) => [adId, spend])))
  assert.ok(seen.matched.length > 5)
  for (const { entity, numbers } of seen.matched) assert.equal(numbers[label('EUR')], told.get(entity.id), entity.id)
  const dollars = seen.conversion?.rates.find(({ currency }) => currency === 'USD')
  assert.deepEqual([dollars?.rate, dollars?.lowest, seen.conversion?.currency], [0.95, 0.9, 'EUR'])
  assert.ok(seen.conversion!.earlier.length > 0)
  // What has to be spent at least is in it too.
  const spends = seen.matched.map(({ entity }) => Number(told.get(entity.id))).sort((one, other) => one - other)
  const minSpend = Math.ceil(spends[Math.floor(spends.length / 2)]!)
  const least = spends.filter((spend) => spend >= minSpend).length
  assert.ok(least > 0 && least < spends.length)
  const enough = { minSpend, maxShareOfAccount: 100, maxPerDay: 1000 }
  assert.equal((await seenBy(spending('EUR', { protections: enough }))).counts.matched, least)
})

test('before the first rate amounts are unknown, nothing is done by them, and it says what helps', async () => {
  const seen = await seenBy(spending('XSU'))
  const currencies = new Set(seen.matched.map(({ entity }) => entity.currency))
  assert.deepEqual([[...currencies], seen.counts.unknown > 0], [['USD'], true])
  assert.match(seen.missing[0]!.reason, /There is no rate of JPY in XSU .* rates import/)
  const later = spending('XSU', { when: { metric: 'spend', window: 'yesterday', operator: 'gt', value: 0 } })
  assert.deepEqual((await seenBy(later)).missing, [])
})

test('company is kept as the currency that it is when the rule is written; account is said by saying nothing', async () => {
  type Kept = z.output<typeof Automation>
  const made = await app.call<Kept>('POST', '/v1/automations', { body: spending('company') })
  const { id } = made.body
  const kept = async () => (await app.call<Kept>('GET', `/v1/automations/${id}`)).body.currency
  assert.equal(await kept(), 'EUR')
  await useRates(app, 'XSU', {}, daysAgo(1))
  assert.equal(await kept(), 'EUR')
  const changed = await app.call<Kept>('PATCH', `/v1/automations/${id}`, { body: { currency: 'account' } })
  assert.deepEqual([changed.status, changed.body.currency], [200, undefined])
  const { body, status } = await app.call<Seen>('POST', '/v1/automations', { body: spending('EURO') })
  assert.deepEqual([status, body.error.details.issues[0]?.path], [400, 'currency'])
})

test('budgets stay in the currency of their account, so a rule in another one names no amount of them', async () => {
  const at = async (more: Partial<RuleInput>) =>
    (await seenBy(spending('EUR', more), 422)).error.details.issues.map(({ path }) => path)
  const scope = { level: 'adset', platform: 'primary' } as const
  assert.deepEqual(await at({ scope, then: [{ action: 'setBudget', amount: 50, max: 80 }] }), [
    'then.0.amount',
    'then.0.max',
  ])
  assert.deepEqual(await at({ scope, then: [{ action: 'setBudget', monthlyTarget: 50 }] }), ['then.0.monthlyTarget'])
  const when = { all: [{ field: 'dailyBudget', operator: 'gt', value: 5 } as const, spending('EUR').when!] }
  assert.deepEqual(await at({ scope, when, then: [{ action: 'notify' }] }), ['when.all.0.field'])
  const raised = await seenBy(spending('EUR', { scope, then: [{ action: 'changeBudget', percent: 10 }] }))
  assert.ok(raised.counts.checked > 0)
})

test('a backtest and a run tell the same: one number over all accounts', async () => {
  const id = await makeRule(app, spending('EUR'))
  const range = { from: daysAgo(6), to: daysAgo(1) }
  const { body, status } = await app.call<Seen>('POST', `/v1/automations/${id}/backtest`, { body: range })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.estimates.map(({ currency }) => currency),
    ['EUR'],
  )
  assert.equal(body.conversion?.currency, 'EUR')
  const other = await makeRule(app, spending('XSU'))
  const unknown = await app.call<Seen>('POST', `/v1/automations/${other}/backtest`, { body: range })
  assert.ok(unknown.body.notes.some((note) => note.includes('no rate of JPY in XSU')))
  const { checked, matched, skipped } = (await seenBy(spending('EUR'))).counts
  const run = await runRule(app, id)
  assert.deepEqual([run.checked, run.matched], [checked, matched + skipped])
})

test('searches are counted day by day where a rule is in one currency', async () => {
  const scope = { level: 'searchTerm' as const, accountIds: [demo.searchAccount] }
  const window = { days: 7, endingDaysAgo: 1 }
  const rule = spending('EUR', {
    scope,
    when: { metric: 'spend', window, operator: 'gt', value: 0 },
    then: [{ action: 'notify' }],
  })
  const inEuro = await seenBy(rule)
  const { currency: _own, ...plain } = rule
  const own = new Map(
    (await seenBy(plain)).matched.map(({ entity, numbers }) => [entity.id, Object.values(numbers)[0]]),
  )
  assert.ok(inEuro.matched.length > 0)
  for (const { entity, numbers } of inEuro.matched) {
    const [before, after] = [own.get(entity.id)!, numbers[label('EUR')]!]
    // Three days by the one rate, four by the other, and rounded once.
    assert.ok(after >= before * 0.9 - 0.006 && after <= before * 0.95 + 0.006, `${before} ${after}`)
  }
})

test('an execution keeps the rate of each day, by which its numbers can be checked after rates have changed', async () => {
  const run = await runRule(app, await makeRule(app, spending('EUR')))
  await useRates(app, 'EUR', { USD: '0.5', JPY: '0.5' }, daysAgo(400))
  await useRates(app, 'EUR', { USD: '0.5', JPY: '0.5' }, daysAgo(3))
  type Kept = z.output<typeof Execution>
  const { body: kept } = await app.call<Kept>('GET', `/v1/automations/executions/${run.id}`)
  assert.deepEqual(kept.conversion, run.conversion)
  const byDay = new Map(kept.conversion!.byDay.map((rates) => [rates.currency, rates]))
  assert.deepEqual([...byDay.keys()].sort(), ['JPY', 'USD'])
  const looked = new Set<string>()
  for (const { entityId, accountId, numbers } of kept.decisions) {
    const week = weekOf(accountId!)
    const asked = { ...week, accountIds: accountId!, limit: 500, groupBy: 'day,ad', metrics: 'spend' }
    const days = (await ask(asked)).data.filter(({ adId }) => adId === entityId)
    const { from, rates } = byDay.get(String(days[0]!.currency))!
    const rateOn = (day: string) => rates[(Date.parse(day) - Date.parse(from)) / 86_400_000]!
    const sum = days.reduce((total, { date, spend }) => total + Number(spend) * rateOn(String(date)), 0)
    const told = numbers[label('EUR')]!
    assert.ok(Math.abs(told - sum) < 0.005_001, `${entityId}: ${told}, and by the days ${sum}`)
    looked.add(String(days[0]!.currency))
  }
  assert.equal(looked.size, 2)
  const plain = await runRule(app, await makeRule(app, spending(undefined)))
  assert.equal(plain.conversion, null)
})
