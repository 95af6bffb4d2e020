import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AdDay, ReportEntity } from '../../src/platforms/contract/report.ts'
import { checkRules } from '../../src/core/automations/evaluate/check.ts'
import type { RuleCondition } from '../../src/core/automations/rule/condition.ts'
import { Rule } from '../../src/core/automations/rule/rule.ts'
import type { RuleInput } from '../../src/core/automations/rule/rule.ts'
import { syncAccount } from '../../src/core/reports/sync/sync.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { holds } from '../support/automations/plain-check.ts'
import type { Facts } from '../support/automations/plain-check.ts'
import { adDay, figures, startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const at = new Date()
const today = todayIn('UTC', at)
const ago = (days: number) => addDays(today, -days)

const ads: ReportEntity[] = Array.from({ length: 24 }, (_, index) => ({
  level: 'ad',
  id: `ad-${index}`,
  name: `${index % 3 === 0 ? 'Brand' : 'Prospecting'} ${index}`,
  status: index % 4 === 0 ? 'PAUSED' : 'ACTIVE',
  state: index % 5 === 4 ? null : index % 4 === 0 ? 'paused' : 'active',
  dailyBudgetMicros: index % 2 === 0 ? (index + 1) * 1_000_000 : null,
  campaignId: `campaign-${index % 2}`,
  adSetId: `adset-${index % 6}`,
}))
/** Spread over days and ads without chance, so that a failure can be seen again; some have nothing at all. */
const rows: AdDay[] = ads.flatMap(({ id, adSetId, campaignId }, index) =>
  Array.from({ length: 20 }, (_, day) => day)
    .filter((day) => index % 8 !== 7 && (day * 7 + index * 3) % 4 !== 0)
    .map((day) =>
      adDay(ago(day), {
        adId: id,
        adSetId: adSetId!,
        campaignId: campaignId!,
        spendMicros: ((day * 131 + index * 977) % 40) * 250_000,
        impressions: ((day * 31 + index * 17) % 50) * 20,
        clicks: (day * 13 + index * 7) % 9,
        conversions: (day + index) % 3,
        conversionValueMicros: ((day * 11 + index) % 4) * 5_500_000,
        results: index % 6 === 5 && day % 5 === 0 ? null : (day + index * 2) % 4,
      }),
    ),
)
const account = await sync.account(figures({ rows, list: ads, historyDays: 60 }))
assert.equal((await syncAccount(sync.fixture, account, 'everything')).problem, null)

const clock = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'long' })
const facts: Facts = { today, hour: at.getUTCHours(), weekday: clock.format(at).toLowerCase(), rows, ads }

const metric = fc.constantFrom(
  ...[
    'spend',
    'impressions',
    'clicks',
    'ctr',
    'cpc',
    'results',
    'costPerResult',
    'conversions',
    'conversionValue',
    'roas',
    'cpa',
  ],
)
const window = fc.oneof(
  fc.constantFrom('today', 'yesterday', 'last_3_days', 'last_7_days', 'last_14_days'),
  fc.record({ days: fc.integer({ min: 1, max: 10 }), endingDaysAgo: fc.integer({ min: 0, max: 9 }) }),
)
const operator = fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq')
const number = fc.constantFrom(0, 0.5, 1, 2, 3, 5, 10, 20, 50, 100, 500)
const compareTo = fc.oneof(
  fc.record({ window, factor: fc.constantFrom(0.5, 1, 1.5) }),
  fc.record({ metric, factor: fc.constantFrom(1, 2) }),
  fc.record({ siblings: fc.constant(true as const), factor: fc.constantFrom(0.8, 1, 1.2) }),
)
const leaf = fc.oneof(
  { weight: 4, arbitrary: fc.record({ metric, window, operator, value: number }) },
  { weight: 3, arbitrary: fc.record({ metric, window, operator, compareTo }) },
  fc.record({
    field: fc.constant('name'),
    operator: fc.constant('contains'),
    value: fc.constantFrom('brand', '1', 'x'),
  }),
  fc.record({ field: fc.constant('status'), operator: fc.constant('in'), value: fc.constant(['paused', 'pending']) }),
  fc.record({ field: fc.constant('dailyBudget'), operator, value: number }),
  fc.record({ field: fc.constant('hour'), operator, value: fc.integer({ min: 0, max: 23 }) }),
  fc.record({ field: fc.constant('weekday'), operator: fc.constant('in'), value: fc.constant(['saturday', 'sunday']) }),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, leaf, tie('group')),
  group: fc.oneof(
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
  ),
}))

const ruleOf = (when: unknown) =>
  Rule.parse({
    name: 'Some rule',
    scope: { level: 'ad' },
    when: when as RuleInput['when'],
    then: [{ action: 'pause' }],
    protections: { minSpend: 0 },
  })

const context = { company: { id: account.companyId, slug: '' }, signal: new AbortController().signal }

test('a rule in SQL says of every ad what the same tree says when it is worked out row by row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 8, maxLength: 8 }), async (trees) => {
      const rules = trees.map((when, id) => ({ id, rule: ruleOf(when) }))
      const checked = await checkRules(sync.fixture, context, { rules, at, others: ads.length })
      for (const [place, { matched, others, unknown, unmatched }] of checked.entries()) {
        const { when } = rules[place]!.rule
        const found = new Map([...matched, ...others].map(({ entity, outcome }) => [entity.id, outcome]))
        assert.equal(found.size, ads.length)
        const counted = { unknown: 0, unmatched: 0, matched: 0 }
        for (const ad of ads) {
          const truth = holds(when as RuleCondition, ad, facts)
          const wanted = truth === null ? 'unknown' : truth ? 'matched' : 'unmatched'
          counted[wanted] += 1
          assert.equal(found.get(ad.id), wanted, `${ad.id}: ${JSON.stringify(when)}`)
        }
        assert.deepEqual(counted, { unknown, unmatched, matched: matched.length })
      }
    }),
    { numRuns: 40 },
  )
})
