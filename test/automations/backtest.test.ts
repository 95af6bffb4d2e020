import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { cellsAtOnce, maxDaysBack } from '../../src/core/automations/backtest/limits.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
await app.control('POST', 'meta', { limits: 'off' })
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)

interface Sum {
  currency: string
  spend: number
  results: number | null
}
interface Answer {
  id: number
  slots: number
  entities: number
  exactFrom: string | null
  matched: number
  acted: number
  skipped: { reason: string; count: number }[]
  estimates: (Sum & { action: string; entities: number })[]
  series: {
    day: string
    acted: number
    matched: number
    skipped: number
    actions: { action: string; count: number }[]
    touched: Sum[]
  }[]
  actions: {
    at: string
    accountId: string
    entityId: string
    name: string
    action: string
    after: string
    touched: Sum | null
  }[]
  actionsTotal: number
  notes: string[]
  error: { message: string; details?: { issues?: { path: string }[] } }
}

const scope = { level: 'ad', accountIds: [demo.account] }
const rule = {
  ...{ name: 'Costly ads', scope, then: [{ action: 'pause' }] },
  when: { metric: 'spend', window: 'last_7_days', operator: '>', value: 20 },
}

async function make(more: object = {}): Promise<string> {
  const { status, body } = await app.call<Answer>('POST', '/v1/automations', { body: { ...rule, ...more } })
  assert.equal(status, 201, JSON.stringify(body))
  return `/v1/automations/${body.id}/backtest`
}

test('a rule is tried on the past of a fresh start: what it would have done, day by day, and what that would have touched', async () => {
  const path = await make({ protections: { maxPerDay: 2, maxShareOfAccount: 100 } })
  const { status, body } = await app.call<Answer>('POST', path, { body: { from: ago(20), to: ago(1) } })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.slots, 20)
  assert.equal(body.series.length, 20)
  assert.ok(body.entities > 0 && body.acted > 2)
  assert.ok(body.series.every(({ acted }) => acted <= 2))
  assert.equal(body.actionsTotal, body.actions.length)
  assert.equal(
    new Set(body.actions.map(({ entityId }) => entityId)).size,
    body.actions.length,
    'what is paused stays paused',
  )
  const reported = body.actions.reduce((sum, { touched }) => sum + (touched?.spend ?? 0), 0)
  const [estimate] = body.estimates
  assert.deepEqual([estimate?.action, estimate?.currency, estimate?.entities], ['pause', 'USD', body.acted])
  assert.ok(Math.abs(estimate!.spend - reported) < 0.01 && reported > 0)
  const drawn = body.series.reduce((sum, { touched }) => sum + (touched[0]?.spend ?? 0), 0)
  assert.ok(Math.abs(drawn - reported) < 0.01)
  assert.ok(body.exactFrom! > ago(1), 'nothing was read before now')
  assert.ok(body.notes.some((note) => note.includes('latest figures')))
})

test('over accounts in several currencies it says so, and keeps to the one that is named', async () => {
  const everywhere = { level: 'ad', platform: 'primary' }
  const tried = async (of: object) => {
    const path = await make({ scope: of, protections: { maxShareOfAccount: 100 } })
    const { status, body } = await app.call<Answer>('POST', path, { body: { from: ago(5), to: ago(1) } })
    assert.equal(status, 200, JSON.stringify(body))
    const currencies = [...new Set(body.estimates.map(({ currency }) => currency))].sort()
    return { currencies, isWarned: body.notes.some((note) => note.includes('JPY and USD')) }
  }
  assert.deepEqual(await tried(everywhere), { currencies: ['JPY', 'USD'], isWarned: true })
  assert.deepEqual(await tried({ ...everywhere, currency: 'USD' }), { currencies: ['USD'], isWarned: false })
})

test('what cannot be tried on the past is refused, by name', async () => {
  const people = await make({
    when: { all: [rule.when, { not: [{ metric: 'frequency', window: 'last_7_days', operator: 'lt', value: 2 }] }] },
  })
  const path = await make()
  const asked: [path: string, body: object, status: number, field: string][] = [
    [people, { from: ago(9), to: ago(3) }, 422, 'when.all.1.not.0'],
    [path, { from: ago(3), to: addDays(today, 1) }, 422, 'to'],
    [path, { from: ago(3), to: ago(9) }, 422, 'from'],
    [path, { from: ago(maxDaysBack + 1), to: ago(9) }, 422, 'from'],
    [path, { from: ago(90), to: ago(9), everyMinutes: 15 }, 422, 'everyMinutes'],
    [path, { from: 'yesterday', to: ago(9) }, 400, 'from'],
    [path, { from: ago(9), to: ago(3), everyMinutes: 5 }, 400, 'everyMinutes'],
    [path, { from: ago(9) }, 400, 'to'],
  ]
  for (const [where, body, status, field] of asked) {
    const answer = await app.call<Answer>('POST', where, { body })
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    assert.ok(
      answer.body.error.details?.issues?.some((issue) => issue.path === field),
      JSON.stringify(answer.body),
    )
  }
  const { key } = await app.stranger()
  assert.equal((await app.call('POST', path, { body: { from: ago(9), to: ago(3) }, key })).status, 404)
})

test('over many accounts, read a few at a time, it finds what it finds over each', async () => {
  const { body: listed } = await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')
  const accountIds = listed.data.map(({ id }) => id)
  // So many numbers at so many moments are more than is held at a time.
  const others = ['impressions', 'clicks', 'conversions'].flatMap((metric) =>
    ['last_7_days', 'last_14_days'].map((window) => ({ metric, window, operator: '>', value: 1e9 })),
  )
  const over = async (ids: string[]) => {
    const protections = { maxPerDay: 1_000, maxShareOfAccount: 100 }
    const path = await make({
      scope: { level: 'ad', accountIds: ids },
      when: { any: [rule.when, ...others] },
      protections,
    })
    const asked = { from: ago(28), to: ago(1), everyMinutes: 15 }
    const { status, body } = await app.call<Answer>('POST', path, { body: asked })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const together = await over(accountIds)
  const each: Answer[] = []
  for (const id of accountIds) each.push(await over([id]))
  assert.ok(together.entities * together.slots * (1 + others.length) > 2 * cellsAtOnce)
  const count = (of: (answer: Answer) => number) => each.reduce((sum, answer) => sum + of(answer), 0)
  assert.deepEqual(
    [together.entities, together.matched, together.acted],
    [count(({ entities }) => entities), count(({ matched }) => matched), count(({ acted }) => acted)],
  )
  const describe = (answers: Answer[]) =>
    answers
      .flatMap(({ actions }) => actions.map(({ at, entityId, touched }) => `${at} ${entityId} ${touched?.spend}`))
      .sort()
  assert.ok(together.actions.length > 0)
  assert.deepEqual(describe([together]), describe(each))
})
