import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdDay, ReportEntity } from '../../src/platforms/contract/report.ts'
import { checkRules } from '../../src/core/automations/evaluate/check.ts'
import type { CheckInput } from '../../src/core/automations/evaluate/check.ts'
import { compileRule } from '../../src/core/automations/rule/compiled/compile.ts'
import { explain } from '../../src/core/automations/evaluate/outcomes/explain.ts'
import { Rule } from '../../src/core/automations/rule/rule.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { liveSource } from '../../src/core/automations/evaluate/source.ts'
import { compareSums } from '../../src/core/reports/sums/mend.ts'
import { syncAccount } from '../../src/core/reports/sync/sync.ts'
import type { ReportAccount, SyncWant } from '../../src/core/reports/sync/types.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { adDay, figures, startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const at = new Date()
const today = todayIn('UTC', at)
const ago = (days: number) => addDays(today, -days)
const entity = (id: string, more: Partial<ReportEntity> = {}): ReportEntity => ({
  ...{ level: 'ad', id, name: `Ad ${id}`, status: 'ACTIVE', state: 'active', campaignId: '31', adSetId: '21' },
  ...more,
})

interface Filled {
  rows: AdDay[]
  ads?: ReportEntity[]
  want?: SyncWant
  more?: Partial<ReportAccount>
  calendar?: 'utc' | 'account'
}

async function filled({ rows, ads = [entity('11')], want = 'everything', more = {}, calendar = 'utc' }: Filled) {
  const account = await sync.account(figures({ rows, list: ads, calendar }), more)
  assert.equal((await syncAccount(sync.fixture, account, want)).problem, null)
  return account
}

const ruleOf = (given: Partial<RuleInput>) =>
  Rule.parse({
    name: 'A rule',
    scope: { level: 'ad' },
    then: [{ action: 'pause' }],
    protections: { minSpend: 0 },
    ...given,
  })

async function check(account: ReportAccount, given: Partial<RuleInput>, more: Partial<CheckInput> = {}) {
  const context = { company: { id: account.companyId, slug: '' }, signal: new AbortController().signal }
  const rules = [{ id: 1, rule: ruleOf(given) }]
  const [found] = await checkRules(sync.fixture, context, { rules, at, others: 100, ...more })
  return found!
}

const spent = (value: number, window: NonNullable<RuleInput['when']>['window'] = 'last_7_days') =>
  ({ metric: 'spend', window, operator: 'gte', value }) as const

test('days that were not read make a number unknown, with the reason; what is younger than they are is known', async () => {
  const ads = [entity('11'), entity('12', { createdTime: new Date(`${ago(1)}T12:00:00Z`) })]
  const account = await filled({ rows: [adDay(ago(1)), adDay(ago(1), { adId: '12' })], ads, want: 'recent' })
  const { matched, others, unknown, missing } = await check(account, { when: spent(1) })
  assert.deepEqual(
    matched.map((each) => each.entity.id),
    ['12'],
  )
  assert.equal(unknown, 1)
  assert.equal(others[0]!.why, 'spend last_7_days is unknown.')
  assert.deepEqual(
    missing.map(({ accountId }) => accountId),
    [account.accountId],
  )
  assert.match(missing[0]!.reason, new RegExp(`from ${ago(6)} to ${today}`))
})

test('no spend is 0 and no ratio is unknown where every day was read', async () => {
  const account = await filled({ rows: [], ads: [entity('11')] })
  await sync.fixture.db
    .insertInto('report_entities')
    .values({ company_id: account.companyId, account_key: account.key, level: 'ad', id: '19', name: 'Nothing' })
    .execute()
  const none = await check(account, { when: { metric: 'spend', window: 'last_7_days', operator: 'eq', value: 0 } })
  assert.ok(none.matched.some((each) => each.entity.id === '19'))
  const ratio = await check(account, {
    when: { not: [{ metric: 'costPerResult', window: 'last_7_days', operator: 'gt', value: 5 }] },
  })
  assert.equal(ratio.matched.length, 0)
  assert.ok(ratio.unknown > 0)
})

test('days are those of each account: the same moment is another day elsewhere', async () => {
  const west = await filled({ rows: [], more: { timeZone: 'Pacific/Honolulu' }, calendar: 'account' })
  const moment = new Date(`${today}T05:00:00Z`)
  const rows = [adDay(ago(1), { spendMicros: 5_000_000 })]
  const account = await filled({
    rows,
    more: { timeZone: 'Pacific/Honolulu', companyId: west.companyId },
    calendar: 'account',
  })
  // Five in the morning in Greenwich is seven in the evening of the day before.
  const when = { all: [spent(5, 'today'), { field: 'hour', operator: 'eq', value: 19 } as const] }
  const { matched } = await check(
    account,
    { when, scope: { level: 'ad', accountIds: [account.accountId] } },
    { at: moment },
  )
  assert.equal(matched.length, 1)
  assert.deepEqual(matched[0]!.numbers, { 'spend today': 5, hour: 19 })
})

test('what comes in late is counted without the last days, what is spent with them', async () => {
  const rows = [adDay(today, { results: 4, spendMicros: 9e6 }), adDay(ago(7), { results: 2, spendMicros: 1e6 })]
  const account = await filled({ rows })
  const when = { all: [spent(0), { metric: 'results', window: 'last_7_days', operator: 'gte', value: 0 } as const] }
  const { matched } = await check(account, { when, protections: { minSpend: 0 } })
  assert.deepEqual(matched[0]!.numbers, { 'spend last_7_days': 9, 'results last_7_days': 2 })
  const whole = await check(account, { when, protections: { minSpend: 0, ignoreRecentDays: 0 } })
  assert.equal(whole.matched[0]!.numbers['results last_7_days'], 4)
})

test('too little spend keeps a rule from acting, and it says so', async () => {
  const account = await filled({ rows: [adDay(ago(1))] })
  const { matched, unmatched, others } = await check(account, { when: spent(1), protections: { minSpend: 10 } })
  assert.deepEqual([matched.length, unmatched], [0, 1])
  assert.equal(others[0]!.isBelowMinimum, true)
  assert.equal(others[0]!.why, 'spend last_7_days is 1.50, less than minSpend 10.')
})

test('the first case that holds acts; one that nobody can tell keeps no later one from it', async () => {
  const account = await filled({ rows: [adDay(ago(1), { results: 0 })] })
  const cases = [
    {
      when: { metric: 'costPerResult', window: 'last_7_days', operator: 'gt', value: 1 } as const,
      then: [{ action: 'pause' as const }],
    },
    { when: spent(1), then: [{ action: 'notify' as const }] },
    { when: spent(0), then: [{ action: 'pause' as const }] },
  ]
  const { matched } = await check(account, { cases, then: undefined })
  assert.equal(matched[0]!.case, 1)
})

test('labels, names and what something stands in decide what a rule looks at', async () => {
  const ads = [entity('11'), entity('12', { name: 'Brand_1' }), entity('13', { state: 'archived' })]
  const account = await filled({ rows: [adDay(ago(1))], ads })
  const level = 'ad' as const
  const ids = async (given: Partial<RuleInput>) => (await check(account, given)).matched.map((each) => each.entity.id)
  const by = { by: 'test', company_id: account.companyId, account_key: account.key, level }
  await sync.fixture.db
    .insertInto('entity_labels')
    .values({ ...by, entity_id: '12', label: 'watch' })
    .execute()
  assert.deepEqual(await ids({ when: { field: 'label', operator: 'eq', value: 'watch' } }), ['12'])
  assert.deepEqual(await ids({ when: { field: 'name', operator: 'matches', value: 'brand?*' } }), ['12'])
  assert.deepEqual(await ids({ when: { not: [{ field: 'name', operator: 'contains', value: 'BRAND' }] } }), ['11'])
  assert.deepEqual(await ids({ scope: { level, filter: { labels: ['watch'] } }, when: spent(0) }), ['12'])
  assert.deepEqual(await ids({ scope: { level, filter: { nameContains: 'ad 1' } }, when: spent(0) }), ['11'])
  assert.deepEqual(await ids({ scope: { level, filter: { campaignIds: ['nobody'] } }, when: spent(0) }), [])
})

test('what did not match is kept with the execution, and its numbers alone say why', async () => {
  const ads = [entity('11'), entity('12')]
  const account = await filled({ rows: [adDay(ago(1)), adDay(ago(1), { adId: '12', spendMicros: 9e6 })], ads })
  const { db } = sync.fixture
  const rule = ruleOf({ when: { all: [spent(5), { field: 'name', operator: 'contains', value: 'ad' }] } })
  const automation = await db
    .insertInto('automations')
    .values({
      company_id: account.companyId,
      name: 'A rule',
      enabled: true,
      mode: 'act',
      rule: JSON.stringify(rule),
      created_by: 'test',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('automation_executions')
    .values({
      company_id: account.companyId,
      automation_id: automation.id,
      version: 1,
      kind: 'manual',
      state: 'running',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const context = { company: { id: account.companyId, slug: '' }, signal: new AbortController().signal }
  for (let again = 0; again < 2; again++) {
    await checkRules(sync.fixture, context, { rules: [{ id: 1, rule, executionId: id }], at })
  }
  const [kept, ...more] = await db.selectFrom('automation_checks').selectAll().where('execution_id', '=', id).execute()
  assert.equal(more.length, 0)
  assert.deepEqual(kept!.outcomes, [0])
  const numbers = Object.fromEntries(kept!.labels.map((label, index) => [label, kept!.numbers.flat()[index]!]))
  assert.equal(explain(compileRule(rule), numbers), 'spend last_7_days is 1.50, not at least 5.')
})

test('a hundred rules read the days once, in a few statements', async () => {
  const account = await filled({ rows: [adDay(ago(1))] })
  const statements: string[] = []
  const pool = new Proxy(sync.fixture.pool, {
    get(target, name) {
      if (name !== 'connect') return (Reflect.get(target, name) as () => unknown).bind(target)
      return async () => {
        const client = await target.connect()
        return new Proxy(client, {
          get(inner, key) {
            const own = Reflect.get(inner, key) as ((...given: unknown[]) => unknown) | undefined
            if (key !== 'query' || !own) return own?.bind(inner)
            return (...given: unknown[]) => {
              statements.push(String(given[0]))
              return own.apply(inner, given)
            }
          },
        })
      }
    },
  })
  const windows = ['today', 'last_3_days', 'last_7_days', 'this_month', 'lifetime'] as const
  const rules = Array.from({ length: 100 }, (_, id) => ({
    id,
    rule: ruleOf({
      when: spent(1000 + id, windows[id % windows.length]),
      scope: { level: id % 2 === 0 ? 'ad' : 'campaign' },
    }),
  }))
  const context = { company: { id: account.companyId, slug: '' }, signal: new AbortController().signal }
  const checked = await checkRules({ ...sync.fixture, pool }, context, { rules, at })
  assert.equal(checked.length, 100)
  assert.equal(statements.filter((text) => text.includes('ad_days')).length, 1)
  assert.ok(statements.length <= 15, `${statements.length} statements`)
})

test('rules about campaigns and accounts see the same in sums as in the days of ads', async () => {
  const rows = Array.from({ length: 55 }, (_, back) =>
    ['11', '12', '13'].map((adId, ad) =>
      adDay(ago(back), {
        ...{ adId, campaignId: `3${ad % 2}`, spendMicros: (back * 7 + ad * 13) * 10_000, clicks: back + ad },
        conversions: back === 40 && ad === 1 ? null : 2,
      }),
    ),
  ).flat()
  const ads = ['30', '31'].map((id) => entity(id, { level: 'campaign', adSetId: null, campaignId: null }))
  const account = await filled({ rows, ads, want: { from: ago(59), to: today } })
  const { rows: months } = await sync.fixture.pool.query('SELECT FROM summed_months WHERE account_key = $1', [
    account.key,
  ])
  assert.ok(months.length >= 2)
  const windows = ['today', 'last_7_days', 'last_30_days', { days: 50 }, { days: 20, endingDaysAgo: 15 }] as const
  for (const level of ['campaign', 'account'] as const) {
    const any = windows.flatMap((window) =>
      (['spend', 'clicks', 'conversions'] as const).map(
        (metric) => ({ metric, window, operator: 'gte', value: 0 }) as const,
      ),
    )
    const asked = { scope: { level }, when: { any } }
    const [summed, plain] = [await check(account, asked), await check(account, asked, { source: { ...liveSource } })]
    const numbersOf = ({ matched }: typeof summed) =>
      matched
        .map(({ entity: { id }, numbers }): [string, object] => [id, { ...numbers }])
        .sort(([a], [b]) => (a < b ? -1 : 1))
    assert.equal(plain.matched.length, level === 'campaign' ? 2 : 1)
    assert.deepEqual(numbersOf(summed), numbersOf(plain))
    // Where sums are wrong, it is they that are read.
    await sync.fixture.pool.query('UPDATE account_days SET clicks = clicks + 1 WHERE account_key = $1', [account.key])
    await sync.fixture.pool.query('UPDATE campaign_days SET clicks = clicks + 1 WHERE account_key = $1', [account.key])
    assert.notDeepEqual(numbersOf(await check(account, asked)), numbersOf(plain))
    await compareSums(sync.fixture, account)
  }
})
