import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '../../src/errors.ts'
import type { EntityStatus } from '../../src/platforms/contract/manage.ts'
import type { AdDay, ReportEntity } from '../../src/platforms/contract/report.ts'
import { storeRates } from '../../src/core/currency/store-rates.ts'
import { createFairShare } from '../../src/async/fair-share.ts'
import { checkRules } from '../../src/core/automations/evaluate/check.ts'
import type { Checked } from '../../src/core/automations/evaluate/check.ts'
import { estimatesOf, exactFrom, notesOf, seriesOf } from '../../src/core/automations/backtest/answer.ts'
import { backtest } from '../../src/core/automations/backtest/backtest.ts'
import type { Backtest } from '../../src/core/automations/backtest/backtest.ts'
import { backtestPlaces } from '../../src/core/automations/backtest/limits.ts'
import { sourceAt } from '../../src/core/automations/backtest/source.ts'
import { casesOf, Rule } from '../../src/core/automations/rule/rule.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { windowLabel } from '../../src/core/automations/rule/window.ts'
import { nameOf } from '../../src/core/automations/evaluate/checked.ts'
import { protect, traitsIn } from '../../src/core/automations/execute/decisions/protect.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { readInThePast } from '../support/automations/history.ts'
import type { Reading } from '../support/automations/history.ts'
import { adDay, figures, startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)

/** Numbers that look random and are the same in every run. */
const roll = (...seeds: number[]) =>
  seeds.reduce((sum, seed, place) => (sum * 7919 + seed * 104_729 + place) % 100_003, 17)

const adCount = 18
const listed = (day: number): ReportEntity[] => [
  ...[0, 1].map((index) => ({
    ...{
      level: 'campaign' as const,
      id: `c${index}`,
      name: `Campaign ${index}`,
      status: 'ACTIVE',
      state: 'active' as const,
    },
    ...{ dailyBudgetMicros: 40_000_000 + 5_000_000 * (roll(index, day) % 3), campaignId: null, adSetId: null },
  })),
  ...[0, 1, 2, 3].map((index) => ({
    ...{ level: 'adset' as const, id: `s${index}`, name: `Set ${index}`, status: 'ACTIVE', state: 'active' as const },
    ...{
      learningPhase: day > 6 ? ('learning' as const) : ('learned' as const),
      campaignId: `c${index % 2}`,
      adSetId: null,
    },
  })),
  ...Array.from({ length: adCount }, (_, index): ReportEntity => {
    const isPaused = roll(index, Math.floor(day / 3)) % 4 === 0
    return {
      ...{ level: 'ad', id: `a${index}`, name: roll(index, day) % 5 === 0 ? `Brand ${index}` : `Ad ${index}` },
      ...{ status: isPaused ? 'PAUSED' : 'ACTIVE', state: isPaused ? 'paused' : 'active' },
      ...{ campaignId: `c${index % 2}`, adSetId: `s${index % 4}` },
      createdTime: new Date(`${ago(20 - (index % 12))}T09:00:00Z`),
    }
  }).filter((_, index) => 20 - (index % 12) >= day && !(index === 5 && day < 4)),
]

/** What the platform counted for a day when it was asked so many days later: conversions keep coming. */
function rowsAt(day: number): AdDay[] {
  return Array.from({ length: 16 }, (_, back) => day + back).flatMap((dayAgo) =>
    listed(day)
      .filter(({ level, id }) => level === 'ad' && roll(Number(id.slice(1)), dayAgo) % 5 !== 0)
      .map(({ id, adSetId, campaignId }) => {
        const index = Number(id.slice(1))
        const share = dayAgo === day ? 0.4 : 1
        const late = Math.min(3, dayAgo - day)
        return adDay(ago(dayAgo), {
          ...{ adId: id, adSetId: adSetId!, campaignId: campaignId! },
          spendMicros: Math.round((roll(index, dayAgo) % 30) * 1_000_000 * share),
          impressions: Math.round((roll(index, dayAgo, 1) % 900) * share),
          clicks: roll(index, dayAgo, 2) % 12,
          conversions: (roll(index, dayAgo, 3) % 4) + late / 4,
          conversionValueMicros: ((roll(index, dayAgo, 4) % 5) + late) * 2_500_000,
          results: index % 7 === 6 && late === 0 ? null : (roll(index, dayAgo, 5) % 3) + (late > 1 ? 1 : 0),
        })
      }),
  )
}

const firstDay = 14
const readings: Reading[] = Array.from({ length: firstDay }, (_, index) => firstDay - index).flatMap((day) =>
  // What stands between two readings is what the first of them found.
  ['03:00', '10:00', '19:00'].map((time, place) => ({
    at: new Date(`${ago(day)}T${time}:00Z`),
    rows: rowsAt(day).filter(({ day: of }) => place > 0 || of < ago(day)),
    list: listed(day),
  })),
)

const platform = figures({ historyDays: 60, daysAtOnce: 30 })
const account = await sync.account(platform)
await readInThePast(sync, account, platform, readings)
const deps = { ...sync.fixture, backtests: createFairShare(backtestPlaces) }
const context = { company: { id: account.companyId, slug: '' }, signal: new AbortController().signal }

/** What an account's dollars are worth in another currency: another rate on most days, none of its own on some. */
const rateOf = (currency: string, since: number, first: number) =>
  Array.from({ length: since }, (_, index) => index + 1)
    .filter((day) => day === since || roll(day, first) % 3 > 0)
    .map((day) => ({
      ...{ currency: 'USD', inCurrency: currency, day: ago(day), source: 'test' },
      rate: (first * (1 + (roll(day, 3) % 20) / 100)).toFixed(4),
    }))
await storeRates(sync.fixture.db, rateOf('EUR', 90, 0.9), { companyId: account.companyId, byHand: true })
await storeRates(sync.fixture.db, rateOf('JPY', firstDay - 4, 150), { companyId: account.companyId, byHand: true })

const pausing = [{ action: 'pause' as const }]
const ruleOf = (rule: Partial<RuleInput>) =>
  Rule.parse({
    ...{ name: 'Some rule', scope: { level: 'ad' }, then: rule.cases ? undefined : pausing, ...rule },
    protections: { minSpend: 0, ...rule.protections },
  })

const costly = { metric: 'costPerResult', window: 'last_7_days', operator: 'gt', value: 9 } as const
const rules: Partial<RuleInput>[] = [
  { when: costly },
  { when: { metric: 'spend', window: 'today', operator: 'gt', value: 5 }, protections: { minSpend: 8 } },
  {
    when: {
      all: [
        { metric: 'roas', window: 'last_3_days', operator: 'lt', value: 1 },
        { field: 'status', operator: 'eq', value: 'active' },
      ],
    },
  },
  {
    when: { not: [{ metric: 'results', window: 'yesterday', operator: 'gt', value: 1 }] },
    protections: { ignoreRecentDays: 0 },
  },
  { when: { metric: 'cpc', window: 'last_7_days', operator: 'gt', compareTo: { siblings: true, factor: 1.2 } } },
  { when: { metric: 'spend', window: 'last_3_days', operator: 'gt', compareTo: { siblings: true, factor: 1 } } },
  {
    when: {
      metric: 'spend',
      window: 'last_3_days',
      operator: 'lt',
      compareTo: { window: { days: 3, endingDaysAgo: 3 }, factor: 0.8 },
    },
  },
  {
    when: {
      all: [
        { metric: 'spend', window: 'this_month', operator: 'gt', value: 30 },
        { field: 'ageDays', operator: 'gte', value: 5 },
      ],
    },
  },
  { when: { metric: 'conversions', window: 'lifetime', operator: 'gt', value: 20 } },
  {
    when: {
      any: [
        { field: 'name', operator: 'contains', value: 'brand' },
        { field: 'weekday', operator: 'in', value: ['saturday', 'sunday'] },
      ],
    },
  },
  { scope: { level: 'adset' }, when: { all: [costly, { field: 'learningPhase', operator: 'eq', value: 'learned' }] } },
  {
    scope: { level: 'campaign' },
    when: { metric: 'conversionValue', window: 'last_14_days', operator: 'gt', value: 100 },
    then: [{ action: 'changeBudget', percent: 10 }],
  },
  {
    scope: { level: 'account' },
    when: { metric: 'spend', window: 'last_7_days', operator: 'gt', value: 300 },
    then: [{ action: 'notify' }],
  },
  {
    scope: {
      level: 'ad',
      filter: { campaignIds: ['c1'], status: ['active'], when: { field: 'name', operator: 'matches', value: 'ad *' } },
    },
    when: costly,
  },
  {
    cases: [
      { when: costly, then: [{ action: 'pause' }] },
      {
        when: { metric: 'clicks', window: 'last_3_days', operator: 'gt', value: 20 },
        then: [{ action: 'label', label: 'hot' }],
      },
    ],
  },
  { currency: 'EUR', when: costly, protections: { minSpend: 5 } },
  { currency: 'EUR', when: { metric: 'spend', window: 'lifetime', operator: 'gt', value: 60 } },
  {
    currency: 'EUR',
    scope: { level: 'adset' },
    when: { metric: 'cpm', window: 'last_7_days', operator: 'gt', compareTo: { siblings: true, factor: 1.05 } },
  },
  {
    currency: 'EUR',
    scope: { level: 'campaign' },
    when: { metric: 'conversionValue', window: 'last_14_days', operator: 'gt', value: 100 },
  },
  { currency: 'JPY', when: { metric: 'spend', window: 'last_3_days', operator: 'gt', value: 4000 } },
  {
    currency: 'JPY',
    scope: { level: 'account' },
    when: { metric: 'roas', window: 'last_3_days', operator: 'gt', value: 0.1 },
    then: [{ action: 'notify' }],
  },
]

const range = { from: ago(firstDay - 2), to: ago(1) }

for (const everyMinutes of [1440, 480]) {
  test(`a backtest every ${everyMinutes} minutes sees at each moment what a check of then saw, whatever the rule looks at`, async () => {
    const parsed = rules.map((given, id) => ({ id, rule: ruleOf(given) }))
    const found: Backtest[] = []
    for (const { rule } of parsed) found.push(await backtest(deps, context, { rule, ...range, everyMinutes }))
    const matched = rules.map(() => 0)
    // More moments than a day has are compared for some of them.
    for (const [slot, at] of [...found[0]!.slots.entries()].filter(
      (_, index) => everyMinutes === 1440 || index % 5 === 1,
    )) {
      const checked = await checkRules(sync.fixture, context, { rules: parsed, at, source: sourceAt(at) })
      for (const [place, reported] of checked.entries()) {
        const about = `rule ${place} at ${at.toISOString()}`
        const seen = found[place]!.seen[slot]!
        const matches = seen.matches.filter(({ cases }) => cases.asItWas >= 0)
        assert.deepEqual(
          matches.map(({ entity, cases }) => `${entity.id} ${cases.asItWas}`).sort(),
          reported.matched.map(({ entity, case: which }) => `${entity.id} ${which}`).sort(),
          about,
        )
        assert.deepEqual([seen.checked, seen.unknown], [reported.checked, reported.unknown], about)
        matched[place]! += reported.matched.length
      }
    }
    assert.ok(
      matched.every((count) => count > 0),
      `each rule matches something: ${matched.join(', ')}`,
    )
  })
}

interface Acted {
  at: string
  id: string
  action: string
  after: string | number | null
}

/** The same by hand, one moment after the other: what a check of then says, and the protections as their names say. */
async function byHand(rule: Rule, slots: Date[]): Promise<Acted[]> {
  const acted: Acted[] = []
  const paused = new Set<string>()
  const last = new Map<string, number>()
  const factors = new Map<string, number>()
  const { cooldownMinutes, maxPerDay, maxShareOfAccount, maxBudgetChangePercent } = rule.protections
  for (const at of slots) {
    const [checked] = await checkRules(sync.fixture, context, { rules: [{ id: 1, rule }], at, source: sourceAt(at) })
    const { rows } = await sync.fixture.pool.query<{ id: string }>(
      `SELECT id FROM ${sourceAt(at).entities} e WHERE account_key = ${account.key} AND level = 'ad' AND state = 'active'`,
    )
    const running = rows.filter(({ id }) => !paused.has(id)).length
    let pausedNow = 0
    const day = at.toISOString().slice(0, 10)
    // The conditions here are about more of something: the most comes first.
    const { metric, window } = rule.when!
    const largest = ({ numbers }: Checked) => numbers[`${metric} ${windowLabel(window!)}`]!
    const inTurn = (one: Checked, other: Checked) =>
      largest(other) - largest(one) || one.entity.key! - other.entity.key!
    for (const { entity } of checked!.matched.toSorted(inTurn)) {
      const { id } = entity
      if (paused.has(id) || at.getTime() - (last.get(id) ?? 0) < cooldownMinutes * 60_000) continue
      const action = rule.then![0]!
      if (action.action === 'pause' && entity.state === 'paused') continue
      if (new Set(acted.filter((done) => done.at.startsWith(day)).map((done) => done.id)).size >= maxPerDay) continue
      if (action.action === 'pause' && pausedNow >= Math.max(1, Math.floor((running * maxShareOfAccount) / 100)))
        continue
      last.set(id, at.getTime())
      if (action.action === 'pause') {
        pausedNow++
        paused.add(id)
        acted.push({ at: at.toISOString(), id, action: 'pause', after: 'paused' })
      } else if (action.action === 'changeBudget') {
        const before = entity.dailyBudget! * (factors.get(id) ?? 1)
        const percent = Math.min(action.percent!, maxBudgetChangePercent)
        const after = Math.min(before * (1 + percent / 100), action.max ?? Infinity)
        if (Math.round(after * 100) === Math.round(before * 100)) continue
        factors.set(id, Math.round(after * 100) / 100 / entity.dailyBudget!)
        acted.push({ at: at.toISOString(), id, action: 'changeBudget', after: Math.round(after * 100) / 100 })
      }
    }
  }
  return acted
}

const simulated: Record<string, Partial<RuleInput>> = {
  'what is paused stays paused': { when: costly, protections: { maxPerDay: 3, maxShareOfAccount: 100 } },
  'only a share is paused at once': { when: costly, protections: { maxShareOfAccount: 20 } },
  'budgets grow step by step, with a rest between, up to the bound': {
    scope: { level: 'campaign' },
    when: { metric: 'spend', window: 'last_3_days', operator: 'gt', value: 10 },
    then: [{ action: 'changeBudget', percent: 30, max: 90 }],
    protections: { cooldownMinutes: 2880, maxBudgetChangePercent: 15 },
  },
}
for (const [what, given] of Object.entries(simulated)) {
  test(`${what}: a backtest does what the same steps by hand do`, async () => {
    const rule = ruleOf(given)
    const found = await backtest(deps, context, { rule, ...range })
    const done = found.simulation.done.map(({ slot, entity, action, after }) => {
      return { at: found.slots[slot]!.toISOString(), id: entity.id, action, after }
    })
    assert.ok(done.length > 3, String(done.length))
    assert.deepEqual(done, await byHand(rule, found.slots))
  })
}

/** The same past, slot by slot, through what decides for executions: checks of then, with what the rule has done so far. */
async function asExecuted(rule: Rule, slots: Date[]) {
  const acted: string[] = []
  const skipped = slots.map(() => 0)
  const states = new Map<string, EntityStatus>()
  const last = new Map<string, Date>()
  const days = new Map<string, number>()
  for (const [slot, at] of slots.entries()) {
    const [checked] = await checkRules(sync.fixture, context, { rules: [{ id: 1, rule }], at, source: sourceAt(at) })
    const { rows } = await sync.fixture.pool.query<{ id: string; state: EntityStatus }>(
      `SELECT id, state FROM ${sourceAt(at).entities} e WHERE account_key = ${account.key} AND level = '${rule.scope.level}'`,
    )
    const active = rows.filter(({ id, state }) => (states.get(id) ?? state) === 'active').length
    const matched = checked!.matched.map((each): Checked => {
      const { entity, numbers, outcome, isBelowMinimum, why } = each
      const state = states.get(entity.id) ?? entity.state
      return { numbers, outcome, isBelowMinimum, why, case: each.case, entity: { ...entity, state } }
    })
    const day = todayIn(rule.schedule.timeZone ?? 'UTC', at)
    const since = at.getTime() - rule.protections.cooldownMinutes * 60_000
    const history = {
      cooling: new Set(
        matched
          .filter(({ entity }) => (last.get(entity.id)?.getTime() ?? -Infinity) > since)
          .map(({ entity }) => nameOf(entity)),
      ),
      ...{ busy: new Map(), today: days.get(day) ?? 0, active: new Map([[account.key, active]]), pausing: new Map() },
    }
    const judged = protect(rule, matched, history, traitsIn(rule, at))
    for (const { checked: one, reason } of judged) {
      const { id } = one.entity
      if (reason !== null) skipped[slot]!++
      else {
        acted.push(`${at.toISOString()} ${id} ${one.case}`)
        last.set(id, at)
        days.set(day, (days.get(day) ?? 0) + 1)
        for (const { action } of casesOf(rule)[one.case!]!.then) {
          if (action === 'pause' || action === 'resume') states.set(id, action === 'pause' ? 'paused' : 'active')
        }
      }
    }
  }
  return { acted, skipped }
}

const weak = { metric: 'clicks', window: 'last_3_days', operator: 'lt', value: 12 } as const
const protectedRules: Record<string, Partial<RuleInput>> = {
  'a pause that says so': {
    when: costly,
    then: [{ action: 'pause' }, { action: 'notify' }],
    protections: { maxPerDay: 2, maxShareOfAccount: 30 },
  },
  'a rest, and a bound for each day of a time zone': {
    when: { metric: 'spend', window: 'last_3_days', operator: 'gt', value: 10 },
    then: [{ action: 'label', label: 'seen' }],
    schedule: { everyMinutes: 480, timeZone: 'Asia/Tokyo' },
    protections: { cooldownMinutes: 1000, maxPerDay: 5 },
  },
  'cases that take room from each other': {
    cases: [
      { when: weak, then: [{ action: 'label', label: 'weak' }] },
      { when: costly, then: [{ action: 'label', label: 'costly' }, { action: 'resume' }] },
    ],
    protections: { cooldownMinutes: 0, maxPerDay: 4 },
  },
}
for (const [what, given] of Object.entries(protectedRules)) {
  test(`${what}: executions and backtests hold back the same`, async () => {
    const rule = ruleOf(given)
    const found = await backtest(deps, context, { rule, ...range, everyMinutes: 480 })
    const done = found.simulation.done.map(
      (one) => `${found.slots[one.slot]!.toISOString()} ${one.entity.id} ${one.case}`,
    )
    const executed = await asExecuted(rule, found.slots)
    assert.ok(executed.acted.length > 5 && executed.skipped.some((count) => count > 0))
    assert.deepEqual([...new Set(done)], executed.acted)
    assert.deepEqual(
      found.simulation.slots.map(({ skipped }) => skipped),
      executed.skipped,
    )
  })
}

test('after an action what was spent and brought is told day by day, and no day twice', async () => {
  const found = await backtest(deps, context, { rule: ruleOf({ when: costly }), ...range })
  const { rows } = await sync.fixture.pool.query<{
    id: string
    day: string
    spend_micros: number
    results: number | null
  }>(
    'SELECT id, day, spend_micros, results FROM ad_days JOIN report_entities ON key = ad_key WHERE ad_days.account_key = $1',
    [account.key],
  )
  const paused = new Map(
    found.simulation.done.map(({ entity, slot }) => [entity.id, found.slots[slot]!.toISOString().slice(0, 10)]),
  )
  const after = rows.filter(({ id, day }) => paused.has(id) && day > paused.get(id)! && day <= range.to)
  const spend = after.reduce((sum, row) => sum + row.spend_micros, 0) / 1e6
  const results = after.reduce((sum, row) => sum + (row.results ?? 0), 0)
  const isKnown = after.every((row) => row.results !== null)
  assert.deepEqual(estimatesOf(found), [
    { action: 'pause', entities: paused.size, currency: 'USD', spend, results: isKnown ? results : null },
  ])
  const series = seriesOf(found, range)
  assert.equal(series.length, 12)
  const total = (value: (day: (typeof series)[number]) => number) => series.reduce((sum, day) => sum + value(day), 0)
  assert.equal(Math.round(total(({ touched }) => touched[0]?.spend ?? 0) * 100), Math.round(spend * 100))
  assert.equal(
    total(({ acted }) => acted),
    paused.size,
  )
  assert.equal(
    total(({ matched }) => matched),
    total(({ acted, skipped }) => acted + skipped),
  )
})

test('in whatever order the database hands out what was known, the answer is the same', async () => {
  const { pool } = sync.fixture
  const answers = async (isAsItLies: boolean) => {
    const connect = async () => {
      const client = await pool.connect()
      await client.query(`SET enable_indexscan = ${!isAsItLies}; SET enable_bitmapscan = ${!isAsItLies}`)
      return client
    }
    const given = { ...deps, pool: { connect, query: pool.query.bind(pool) } as unknown as typeof pool }
    const all = []
    for (const rule of [rules[0]!, rules[8]!, rules[10]!].map(ruleOf)) {
      const { simulation, seen } = await backtest(given, context, { rule, ...range, everyMinutes: 480 })
      const matches = seen.map((slot) => slot.matches.map(({ entity, cases }) => `${entity.id} ${cases.asItWas}`))
      all.push({ slots: simulation.slots, matches, unknown: seen.map(({ unknown }) => unknown) })
    }
    return all
  }
  const ordered = await answers(false)
  await pool.query(
    `WITH taken AS (DELETE FROM ad_days_superseded WHERE account_key = ${account.key} RETURNING *)
     INSERT INTO ad_days_superseded SELECT * FROM taken ORDER BY known_until DESC, ad_key`,
  )
  assert.deepEqual(await answers(true), ordered)
  await answers(false)
})

test('it says from when on it is exact, and what stands in before', async () => {
  const found = await backtest(deps, context, { rule: ruleOf({ when: costly }), from: ago(20), to: ago(1) })
  const exact = exactFrom(found, new Date())
  assert.equal(exact?.toISOString(), readings[0]!.at.toISOString())
  assert.ok(notesOf(found, exact).some((note) => note.includes(`before ${exact?.toISOString()}`)))
  const hourly = await backtest(deps, context, {
    rule: ruleOf({ when: costly }),
    from: ago(3),
    to: ago(1),
    everyMinutes: 15,
  })
  assert.ok(exactFrom(hourly, new Date())! > exact)
})

test('what nobody keeps, and days that cannot be, are refused by name', async () => {
  const refused = (given: Partial<RuleInput>, days = range, everyMinutes = 1440) =>
    assert.rejects(
      () => backtest(deps, context, { rule: ruleOf(given), ...days, everyMinutes }),
      (error: AppError) => {
        problems.push(...(error.details!.issues as { path: string }[]).map(({ path }) => path))
        return error.code === 'unprocessable_entity'
      },
    )
  const problems: string[] = []
  await refused({ when: { all: [costly, { metric: 'frequency', window: 'last_7_days', operator: 'gt', value: 3 }] } })
  await refused({
    cases: [
      { when: { metric: 'clicks', window: 'today', operator: 'gt', compareTo: { metric: 'reach' } }, then: pausing },
    ],
  })
  await refused({ scope: { level: 'searchTerm' }, when: costly, then: [{ action: 'addNegative' }] })
  await refused({ when: costly }, { from: ago(3), to: addDays(today, 2) })
  await refused({ when: costly }, { from: ago(3), to: ago(5) })
  await refused({ when: costly }, { from: ago(900), to: ago(5) })
  await refused({ when: costly }, { from: ago(60), to: ago(5) }, 15)
  assert.deepEqual(problems, ['when.all.1', 'cases.0.when', 'scope.level', 'to', 'from', 'from', 'everyMinutes'])
})

test('a caller who hangs up ends it', async () => {
  const hungUp = new AbortController()
  const asked = backtest(deps, { ...context, signal: hungUp.signal }, { rule: ruleOf({ when: costly }), ...range })
  hungUp.abort(new Error('gone'))
  await assert.rejects(asked)
})
