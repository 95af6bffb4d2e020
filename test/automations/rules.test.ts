import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { deepestTree, minMinutes, widestTree } from '../../src/core/automations/rule/limits.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
await app.control('POST', 'meta', { limits: 'off' })

interface Issue {
  path: string
  message: string
}
interface Answer extends Record<string, unknown> {
  id: number
  error: { code: string; message: string; details?: { issues?: Issue[] } }
}
interface Shown {
  entity: { id: string; accountId: string; dailyBudget: number | null; status: string | null; currency: string }
  numbers: Record<string, number | null>
  would: { action: string; budget: { from: number; to: number } | null; nothing: string | null }[]
  reason: string
}
interface Preview {
  matched: Shown[]
  skipped: Shown[]
  counts: { checked: number; matched: number; skipped: number; unmatched: number; unknown: number }
  figuresAt: string | null
  missing: { accountId: string; reason: string }[]
}

const post = (path: string, body: object, key = app.key) => app.call<Answer>('POST', path, { body, key })
const preview = async (body: object) => {
  const answer = await app.call<Preview & Answer>('POST', '/v1/automations/preview', { body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

const scope = { level: 'ad', accountIds: [demo.account] }
const spent = { metric: 'spend', window: 'last_7_days', operator: '>', value: 1 }
const rule = { name: 'A rule', scope, when: spent, then: [{ action: 'notify' }] }

test('a rule is made, read, listed, changed and deleted; what it said before stays known', async () => {
  const made = await post('/v1/automations', rule)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = `/v1/automations/${made.body.id}`
  assert.equal(made.body['enabled'], false)
  assert.equal(made.body['mode'], 'suggest')
  assert.equal(made.body['nextCheckAt'], null)
  assert.deepEqual((made.body['when'] as { operator: string }).operator, 'gt')
  const { body: changed } = await app.call<Answer>('PATCH', path, {
    body: { enabled: true, protections: { minSpend: 7 }, schedule: { cron: '0 6 * * *', timeZone: 'Europe/Berlin' } },
  })
  assert.equal(changed['version'], 2)
  assert.ok(changed['nextCheckAt'])
  const protections = changed['protections'] as Record<string, number>
  assert.deepEqual([protections['minSpend'], protections['ignoreRecentDays']], [7, 1])
  const { body: list } = await app.call<{ data: { id: number }[] }>('GET', '/v1/automations?enabled=true')
  assert.ok(list.data.some(({ id }) => id === made.body.id))
  const versions = await app.app.services.db
    .selectFrom('automation_versions')
    .select('version')
    .orderBy('version')
    .execute()
  assert.deepEqual(
    versions.map(({ version }) => version),
    [1, 2],
  )
  const { body: log } = await app.call<{ data: { action: string; before: unknown; after: unknown }[] }>(
    'GET',
    `/v1/audit-log?target=automation:${made.body.id}`,
  )
  const actions = log.data.map(({ action }) => action)
  assert.ok(actions.includes('create_automation') && actions.includes('update_automation'), actions.join(', '))
  const stranger = await app.stranger()
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const other = await app.call('PATCH' === method ? 'PATCH' : method, path, {
      key: stranger.key,
      ...(method === 'PATCH' ? { body: { enabled: false } } : {}),
    })
    assert.equal(other.status, 404)
  }
  assert.equal((await app.call('DELETE', path)).status, 200)
  assert.equal((await app.call('GET', path)).status, 404)
})

test('what is wrong with the form of a rule is 400, each problem at its path', async () => {
  const paths = async (body: object) => {
    const answer = await post('/v1/automations', body)
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    return (answer.body.error.details?.issues ?? []).map(({ path }) => path)
  }
  assert.deepEqual(await paths({}), ['name', 'scope'])
  assert.deepEqual(await paths({ name: 'Nothing', scope }), ['when'])
  assert.deepEqual(await paths({ ...rule, when: { all: [] } }), ['when.all'])
  assert.deepEqual(await paths({ ...rule, when: { all: [spent, { metric: 'spend', operator: 'gt', value: 1 }] } }), [
    'when.all.1.window',
  ])
  assert.deepEqual(await paths({ ...rule, when: { ...spent, compareTo: { siblings: true } } }), ['when.value'])
  assert.deepEqual(await paths({ ...rule, when: { field: 'status', operator: 'eq', value: 'ACTIVE' } }), ['when.value'])
  assert.deepEqual(await paths({ ...rule, when: { field: 'hour', operator: 'contains', value: '1' } }), [
    'when.operator',
  ])
  assert.deepEqual(await paths({ ...rule, cases: [{ when: spent, then: [{ action: 'notify' }] }] }), ['when'])
  assert.deepEqual(await paths({ ...rule, then: [{ action: 'setBudget' }] }), ['then.0.amount'])
  assert.deepEqual(await paths({ ...rule, schedule: { cron: 'every day' } }), ['schedule.cron'])
  assert.deepEqual(await paths({ ...rule, schedule: { cron: '0 6 * * *', timeZone: 'Mars' } }), ['schedule.timeZone'])
  assert.deepEqual(await paths({ ...rule, schedule: { everyMinutes: minMinutes - 1 } }), ['schedule.everyMinutes'])
  assert.deepEqual(await paths({ template: 'stop-loss', values: { maxCost: 1 } }), ['values.maxCost'])
  assert.deepEqual(await paths({ template: 'stop-loss', values: { minSpend: 'much' } }), ['values.minSpend'])
})

const deep = (depth: number): object => (depth === 0 ? spent : { all: [deep(depth - 1)] })
const adSets = { level: 'adset', accountIds: [demo.account] }
const budgets = { ...rule, scope: adSets }

/** What breaks a rule, where, and what the answer says. */
const broken: [string, object, string, RegExp][] = [
  ['an unknown metric', { ...rule, when: { ...spent, metric: 'fun' } }, 'when.metric', /no metric fun/],
  ['a tree that is too deep', { ...rule, when: deep(deepestTree) }, `when${'.all.0'.repeat(deepestTree)}`, /deeper/],
  [
    'a tree that is too wide',
    { ...rule, when: { any: Array.from({ length: widestTree + 1 }, () => spent) } },
    `when.any.${widestTree}`,
    /more than/,
  ],
  ['a schedule that never comes', { ...rule, schedule: { cron: '0 0 31 2 *' } }, 'schedule.cron', /never/],
  ['a schedule that comes too often', { ...rule, schedule: { cron: '*/5 * * * *' } }, 'schedule.cron', /more often/],
  ['two moments that are too close', { ...rule, schedule: { cron: '0,10 3 1 1 *' } }, 'schedule.cron', /more often/],
  ['pause and resume', { ...rule, then: [{ action: 'pause' }, { action: 'resume' }] }, 'then.1', /contradict/],
  [
    'two budgets',
    {
      ...budgets,
      then: [
        { action: 'setBudget', amount: 20 },
        { action: 'changeBudget', percent: 5 },
      ],
    },
    'then.1',
    /contradict/,
  ],
  [
    'pause and a budget',
    { ...budgets, then: [{ action: 'changeBudget', percent: 5 }, { action: 'pause' }] },
    'then.1',
    /contradict/,
  ],
  ['a budget of an ad', { ...rule, then: [{ action: 'setBudget', amount: 20 }] }, 'then.0.action', /level ad/],
  ['a negative that is no search', { ...rule, then: [{ action: 'addNegative' }] }, 'then.0.action', /searchTerm/],
  [
    'bounds the wrong way round',
    { ...budgets, then: [{ action: 'changeBudget', percent: 5, min: 9, max: 8 }] },
    'then.0.min',
    /above max/,
  ],
  [
    'an amount that the currency cannot hold',
    { ...budgets, then: [{ action: 'setBudget', amount: 20.001 }] },
    'then.0.amount',
    /primary/,
  ],
  [
    'results before they are there',
    { ...rule, when: { metric: 'results', window: 'today', operator: 'lt', value: 1 } },
    'when.window',
    /ignoreRecentDays/,
  ],
  [
    'a window beyond what is kept',
    { ...rule, scope: { ...scope, accountIds: [demo.pinAccount] }, when: { ...spent, window: { days: 1000 } } },
    'when.window',
    /keeps figures/,
  ],
  ['searches where nobody tells them', { ...rule, scope: { ...scope, level: 'searchTerm' } }, 'scope.level', /primary/],
  [
    'people over a lifetime',
    { ...rule, when: { ...spent, metric: 'reach', window: 'lifetime' } },
    'when.window',
    /lifetime/,
  ],
  [
    'people where nobody counts them',
    { ...rule, scope: { ...scope, accountIds: [demo.searchAccount] }, when: { ...spent, metric: 'frequency' } },
    'when.metric',
    /has no frequency/,
  ],
  [
    'a number against itself',
    { ...rule, when: { metric: 'spend', window: 'today', operator: 'gt', compareTo: { factor: 2, metric: 'spend' } } },
    'when.compareTo',
    /itself/,
  ],
  [
    'a filter on figures',
    { ...rule, scope: { ...scope, filter: { when: spent } } },
    'scope.filter.when.metric',
    /fields/,
  ],
  [
    'what holds for everything',
    {
      ...rule,
      when: { metric: 'results', window: 'last_7_days', operator: 'lt', value: 1 },
      protections: { minSpend: 0 },
    },
    'when',
    /minSpend/,
  ],
  [
    'figures that are for people',
    { ...rule, scope: { ...scope, accountIds: [demo.appAccount] } },
    'scope.accountIds',
    /signed in/,
  ],
]
for (const [what, body, path, words] of broken) {
  test(`422: ${what}`, async () => {
    const { status, body: answer } = await post('/v1/automations', body)
    assert.equal(status, 422, JSON.stringify(answer))
    const found = answer.error.details!.issues!.find((issue) => issue.path === path)
    assert.ok(found, JSON.stringify(answer.error.details))
    assert.match(found.message, words)
  })
}

test('accounts and drafts of others are not found, and a key launches by a rule only what it may launch', async () => {
  const stranger = await app.stranger(['read', 'manage'])
  assert.equal(
    (await post('/v1/automations', { ...rule, scope: { ...scope, accountIds: ['act_nobody'] } })).status,
    404,
  )
  const launches = { ...rule, then: [{ action: 'launchDraft', draftId: 12345 }] }
  assert.equal((await post('/v1/automations', launches)).status, 404)
  const without = { ...launches, scope: { level: 'ad' } }
  assert.equal((await post('/v1/automations', without, stranger.key)).status, 403)
})

test('every ready-made rule is made in one call and can be previewed', async () => {
  const { body } = await app.call<{ templates: { id: string }[] }>('GET', '/v1/automations/templates')
  assert.ok(body.templates.length >= 12)
  for (const { id: template } of body.templates) {
    const made = await post('/v1/automations', { template })
    assert.equal(made.status, 201, `${template}: ${JSON.stringify(made.body)}`)
    const { status, body: seen } = await post(`/v1/automations/${made.body.id}/preview`, {})
    assert.equal(status, 200, `${template}: ${JSON.stringify(seen)}`)
    const { checked, matched, skipped, unmatched, unknown } = (seen as unknown as Preview).counts
    assert.equal(checked, matched + skipped + unmatched + unknown, template)
  }
})

const { body: accounts } = await app.call<{ data: { id: string; timeZone: string }[] }>(
  'GET',
  '/v1/adaccounts?platform=primary',
)
const zone = accounts.data.find(({ id }) => id === demo.account)!.timeZone
const dayAgo = (days: number) => addDays(todayIn(zone), -days)
const words = { ad: 'adId', adset: 'adsetId', campaign: 'campaignId', account: 'accountId' } as const

for (const level of ['ad', 'adset', 'campaign', 'account'] as const) {
  test(`the numbers of a rule on the level ${level} are those of the reports`, async () => {
    const metrics = [
      'spend',
      'impressions',
      'ctr',
      'cpm',
      'cpc',
      'results',
      'costPerResult',
      'conversions',
      'roas',
      'cpa',
    ]
    // Days that are over everywhere: both say the same of them, whenever they are asked.
    const window = { days: 10, endingDaysAgo: 3 }
    const { body: report } = await app.call<{ data: Record<string, number | string>[] }>(
      'GET',
      `/v1/reports/query?accountIds=${demo.account}&groupBy=${words[level]}&metrics=${metrics.join(',')}&limit=1000&startDate=${dayAgo(12)}&endDate=${dayAgo(3)}`,
    )
    const seen = await preview({
      name: 'Looks at everything',
      scope: { level, accountIds: [demo.account] },
      when: {
        all: metrics.map((metric) => ({
          any: [
            { metric, window, operator: 'gte', value: 0 },
            { ...spent, window },
          ],
        })),
      },
      then: [{ action: 'notify' }],
      protections: { minSpend: 1 },
    })
    const rows = new Map(report.data.map((row) => [row[words[level]], row]))
    assert.ok(seen.matched.length > 0)
    for (const { entity, numbers } of seen.matched) {
      const row = rows.get(entity.id)
      assert.ok(row, entity.id)
      for (const metric of metrics) {
        const mine = numbers[`${metric} 10_days_ending_3_days_ago`]
        assert.equal(mine, row[metric] ?? null, `${metric} of ${entity.id}`)
      }
    }
  })
}

test('a preview says what a budget would become, and why others are left alone', async () => {
  const seen = await preview({
    name: 'More',
    scope: { level: 'campaign', accountIds: [demo.account] },
    when: { field: 'dailyBudget', operator: 'gt', value: 0 },
    then: [{ action: 'changeBudget', percent: 7 }],
    protections: { minSpend: 50 },
  })
  for (const { would, entity } of seen.matched) {
    assert.equal(would[0]!.budget!.to, Math.round(entity.dailyBudget! * 107) / 100)
  }
  for (const { reason } of seen.skipped) assert.match(reason, /minSpend|unknown|budget/)
  assert.equal(seen.matched.length, seen.counts.matched)
})

const report = async (query: Record<string, string>) => {
  const days = { startDate: dayAgo(12), endDate: dayAgo(3), limit: '1000' }
  const { body } = await app.call<{ data: Record<string, number | string>[] }>(
    'GET',
    `/v1/reports/query?${new URLSearchParams({ ...days, ...query }).toString()}`,
  )
  return body.data
}
const sameDays = { days: 10, endingDaysAgo: 3 }

test('people are those that the platform counts for exactly these days', async () => {
  const seen = await preview({
    name: 'Frequency',
    scope,
    when: {
      all: [
        { ...spent, window: sameDays },
        { metric: 'frequency', window: sameDays, operator: 'gt', value: 0 },
      ],
    },
    then: [{ action: 'notify' }],
  })
  assert.ok(seen.matched.length > 0, JSON.stringify(seen.missing))
  const rows = await report({ accountIds: demo.account, groupBy: 'adId', metrics: 'spend,frequency' })
  for (const { entity, numbers } of seen.matched) {
    const row = rows.find(({ adId }) => adId === entity.id)!
    assert.equal(numbers['frequency 10_days_ending_3_days_ago'], row['frequency'])
  }
})

test('searches are looked at one by one, with the numbers of the reports', async () => {
  const accountIds = [demo.searchAccount]
  const { body: list } = await app.call<{ data: { id: string; timeZone: string }[] }>('GET', '/v1/adaccounts')
  const today = todayIn(list.data.find(({ id }) => id === demo.searchAccount)!.timeZone)
  const seen = await preview({
    name: 'Searches',
    scope: { level: 'searchTerm', accountIds },
    when: { metric: 'clicks', window: sameDays, operator: 'gte', value: 1 },
    then: [{ action: 'addNegative', matchType: 'phrase' }],
    protections: { minSpend: 0 },
  })
  assert.ok(seen.matched.length > 0, JSON.stringify(seen))
  const rows = await report({
    ...{ accountIds: demo.searchAccount, groupBy: 'searchTerm,adsetId', metrics: 'clicks' },
    ...{ startDate: addDays(today, -12), endDate: addDays(today, -3) },
  })
  for (const { entity, numbers, would } of seen.matched) {
    const row = rows.find(({ adsetId, searchTerm }) => `${adsetId}/${searchTerm}` === entity.id)
    assert.equal(numbers['clicks 10_days_ending_3_days_ago'], row?.['clicks'], entity.id)
    assert.equal(would[0]!.action, 'addNegative')
  }
})
