import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'
import { askAny, fillAccount, refusedPaths, useRates, withUnread } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true }, withUnread)
const { pool } = app.app.services
const path = '/v1/entities'
const days = { startDate: '2026-01-08', endDate: '2026-01-14' }

interface Entity {
  level: string
  id: string
  name: string | null
  accountId: string
  currency: string
  campaignId: string | null
  campaignName: string | null
  adSetId: string | null
  adSetName: string | null
  state: string | null
  dailyBudget: number | null
  figures: Record<string, number | null>
  before: Record<string, number | null> | null
  change: Record<string, number | null> | null
  changePercent: Record<string, number | null> | null
}
interface List {
  data: Entity[]
  count: number
  pagination: { limit: number; total: number; hasMore: boolean; nextCursor: string | null }
  totals: { currency: string; count: number; figures: Record<string, number | null> | null }[]
  metadata: {
    range: { from: string; to: string }
    before: { from: string; to: string } | null
    structureAt: string | null
    freshAt: string | null
    partial: boolean
    currency: string
    missing: { accountId: string; reason: string }[]
    comparison: { currency: string } | null
  }
}

const shop = await fillAccount(app, {
  id: 'shop',
  read: ['2026-01-01', '2026-01-14'],
  names: { c1: 'Spring', c2: 'Summer sale', s1: 'Women', a1: 'Red shoes', a2: 'Blue shoes', a3: 'Hats 100 %' },
  rows: [
    { day: '2026-01-02', ad: 'a1', adset: 's1', campaign: 'c1', spend: 10, impressions: 1000, clicks: 10 },
    { day: '2026-01-08', ad: 'a1', adset: 's1', campaign: 'c1', spend: 0.1, impressions: 1000, clicks: 10, results: 1 },
    {
      day: '2026-01-09',
      ad: 'a1',
      adset: 's1',
      campaign: 'c1',
      spend: 24.9,
      impressions: 3000,
      clicks: 40,
      results: 2,
    },
    { day: '2026-01-14', ad: 'a2', adset: 's1', campaign: 'c1', spend: 5, impressions: 500, conversions: null },
    { day: '2026-01-13', ad: 'a3', adset: 's3', campaign: 'c2', spend: 5, impressions: 800, clicks: 8 },
  ],
})
const tokyo = await fillAccount(app, {
  id: 'tokyo',
  currency: 'JPY',
  timeZone: 'Asia/Tokyo',
  read: ['2026-01-01', '2026-01-14'],
  rows: [{ day: '2026-01-10', ad: 'j1', adset: 'js', campaign: 'jc', spend: 1200, impressions: 400, clicks: 4 }],
})
const half = await fillAccount(app, {
  id: 'half',
  read: ['2026-01-08', '2026-01-10'],
  rows: [{ day: '2026-01-09', ad: 'h1', adset: 'hs', campaign: 'hc', spend: 3, impressions: 10 }],
})
await useRates(app, 'USD', { JPY: '0.01' }, '2025-12-31')
await pool.query(
  'INSERT INTO report_syncs (account_key, company_id, entities_read_at) SELECT id, company_id, now() FROM ad_accounts WHERE id = ANY ($1)',
  [[shop, tokyo, half]],
)
const parent = (level: string, id: string) =>
  `(SELECT key FROM report_entities WHERE account_key = ${shop} AND level = '${level}' AND id = '${id}')`
await pool.query(
  `INSERT INTO report_entities (company_id, account_key, level, id, name, status, state, created_time, campaign_key, adset_key)
   SELECT company_id, id, 'ad', 'idle', 'Idle boots', 'PAUSED', 'paused', now() - interval '3 days', ${parent('campaign', 'c2')}, ${parent('adset', 's3')}
   FROM ad_accounts WHERE id = ${shop}`,
)
await pool.query(
  `UPDATE report_entities SET state = 'active', daily_budget_micros = CASE level WHEN 'campaign' THEN 50000000 END
   WHERE account_key = ${shop} AND state IS NULL`,
)

async function list(query: Record<string, string | number>, key?: string): Promise<List> {
  const { status, body } = await askAny<List>(app, path, { accountIds: 'shop', ...days, ...query }, key)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const ids = ({ data }: List) => data.map(({ id }) => id)
const filtered = async (...filter: object[]) =>
  ids(await list({ level: 'ad', sortBy: 'name', filter: JSON.stringify(filter) }))

test('what did nothing is listed with what did, each with what it stands in', async () => {
  const { data, totals, pagination, metadata } = await list({ level: 'ad', columns: 'spend,clicks,results' })
  assert.deepEqual(
    data.map(({ id, campaignName, adSetName, state, figures }) => [id, campaignName, adSetName, state, figures]),
    [
      ['a1', 'Spring', 'Women', 'active', { spend: 25, clicks: 50, results: 3 }],
      ['a2', 'Spring', 'Women', 'active', { spend: 5, clicks: 0, results: 0 }],
      ['a3', 'Summer sale', 'Name of s3', 'active', { spend: 5, clicks: 8, results: 0 }],
      ['idle', 'Summer sale', 'Name of s3', 'paused', { spend: 0, clicks: 0, results: 0 }],
    ],
  )
  assert.deepEqual(totals, [
    {
      ...{ currency: 'USD', count: 4, figures: { spend: 35, clicks: 58, results: 3 } },
      ...{ before: null, change: null, changePercent: null },
    },
  ])
  assert.deepEqual([pagination.total, pagination.hasMore, metadata.partial], [4, false, false])
  assert.deepEqual(metadata.range, { from: days.startDate, to: days.endDate })
  assert.ok(metadata.structureAt && metadata.freshAt)
})

for (const level of ['campaign', 'adset', 'ad']) {
  test(`figures of each ${level} are those of a report`, async () => {
    const found = await list({ level, accountIds: 'shop,tokyo' })
    const report = await askAny<{ data: Record<string, unknown>[] }>(app, '/v1/reports/query', {
      ...{ accountIds: 'shop,tokyo', ...days, groupBy: `${level}Id` },
    })
    assert.ok(report.body.data.length >= 3)
    for (const row of report.body.data) {
      const entity = found.data.find(({ id }) => id === row[`${level}Id`])
      for (const [name, value] of Object.entries(entity!.figures))
        assert.deepEqual(value, row[name], `${name} of ${entity!.id}`)
    }
  })
}

test('an unknown figure is unknown in totals, and of days that were not read nothing is 0', async () => {
  const { totals, data } = await list({ level: 'ad', columns: 'conversions' })
  assert.deepEqual(totals[0]!.figures, { conversions: null })
  assert.deepEqual(data.find(({ id }) => id === 'idle')!.figures, { conversions: 0 })
  const { metadata, ...partial } = await list({ level: 'campaign', accountIds: 'half', columns: 'spend' })
  assert.deepEqual(partial.data[0]!.figures, { spend: 3 })
  assert.ok(metadata.partial && metadata.missing[0]!.accountId === 'half')
  await pool.query(
    `INSERT INTO report_entities (company_id, account_key, level, id, name) SELECT company_id, id, 'campaign', 'quiet', 'Quiet' FROM ad_accounts WHERE id = ${half}`,
  )
  const unread = await list({
    accountIds: 'half',
    columns: 'spend',
    filter: '[{"field":"name","operator":"eq","value":"Quiet"}]',
  })
  assert.deepEqual(unread.data[0]!.figures, { spend: null })
})

test('figures are held against as many days before', async () => {
  const { data, totals, metadata } = await list({ level: 'ad', columns: 'spend', compare: 'previous_period' })
  assert.deepEqual(metadata.before, { from: '2026-01-01', to: '2026-01-07' })
  const [first, second] = data
  assert.deepEqual([first!.before, first!.change, first!.changePercent], [{ spend: 10 }, { spend: 15 }, { spend: 150 }])
  assert.deepEqual([second!.before, second!.changePercent], [{ spend: 0 }, { spend: null }])
  assert.deepEqual(totals[0], {
    ...{ currency: 'USD', count: 4, figures: { spend: 35 }, before: { spend: 10 } },
    ...{ change: { spend: 25 }, changePercent: { spend: 250 } },
  })
  const risen = await list({ level: 'ad', compare: 'previous_period', sortBy: 'change.impressions' })
  assert.deepEqual(ids(risen), ['a1', 'a3', 'a2', 'idle'])
  assert.deepEqual(
    (await refusedPaths(app, path, { sortBy: 'change.spend' }, 422)).map((issue) => issue.path),
    ['sortBy'],
  )
})

test('conditions are those of rules, and all of them hold', async () => {
  assert.deepEqual(await filtered({ metric: 'spend', operator: '>', value: 4 }), ['a2', 'a3', 'a1'])
  assert.deepEqual(await filtered({ metric: 'ctr', operator: 'gt', value: 0 }), ['a3', 'a1'])
  assert.deepEqual(await filtered({ field: 'status', operator: 'in', value: ['paused'] }), ['idle'])
  assert.deepEqual(await filtered({ field: 'name', operator: 'matches', value: '* SHOES' }), ['a2', 'a1'])
  assert.deepEqual(await filtered({ field: 'name', operator: 'contains', value: '100 %' }), ['a3'])
  assert.deepEqual(await filtered({ field: 'ageDays', operator: 'lte', value: 3 }), ['idle'])
  const shoes = { field: 'name', operator: 'contains', value: 'shoes' }
  const cheap = { metric: 'spend', operator: 'lt', value: 1 }
  assert.deepEqual(await filtered({ not: [shoes] }), ['a3', 'idle'])
  assert.deepEqual(await filtered({ any: [shoes, cheap] }), ['a2', 'idle', 'a1'])
  assert.deepEqual(await filtered({ not: [shoes] }, cheap), ['idle'])
  const budget = JSON.stringify([{ field: 'dailyBudget', operator: 'gte', value: 50 }])
  assert.deepEqual(ids(await list({ filter: budget })), ['c1', 'c2'])
  assert.deepEqual(ids(await list({ level: 'ad', campaignIds: 'c2' })), ['a3', 'idle'])
  assert.deepEqual(ids(await list({ level: 'ad', adSetIds: 's1,nothing' })), ['a1', 'a2'])
})

test('what is known by its ids is listed, of the level that is asked about and within all else that holds', async () => {
  assert.deepEqual(ids(await list({ level: 'ad', ids: 'idle,a1,nothing,c1,j1,a1' })), ['a1', 'idle'])
  const { totals, data } = await list({ level: 'ad', accountIds: 'shop,tokyo', ids: 'a3,j1', columns: 'spend' })
  assert.deepEqual(
    [ids({ data } as List), totals.map(({ count }) => count)],
    [
      ['j1', 'a3'],
      [1, 1],
    ],
  )
  assert.deepEqual(ids(await list({ level: 'campaign', ids: 'a1,c2' })), ['c2'])
  assert.deepEqual(ids(await list({ level: 'all', ids: 'a1,c2' })), ['a1', 'c2'])
  assert.deepEqual(ids(await list({ level: 'ad', ids: 'a1,a2,a3', adSetIds: 's1', search: 'blue' })), ['a2'])
  const first = await list({ level: 'ad', ids: 'a1,a2', limit: 1 })
  assert.deepEqual([ids(first), first.pagination.total], [['a1'], 2])
  const cursor = first.pagination.nextCursor!
  assert.deepEqual(ids(await list({ level: 'ad', ids: 'a1,a2', limit: 1, cursor })), ['a2'])
  const hundred = Array.from({ length: 99 }, (_, at) => `none${at}`)
  assert.deepEqual(ids(await list({ level: 'ad', ids: [...hundred, 'a1'].join(',') })), ['a1'])
})

test('a name is searched for over all levels, also in what something stands in', async () => {
  assert.deepEqual(ids(await list({ level: 'ad', search: 'SUMMER' })), ['a3', 'idle'])
  assert.deepEqual(ids(await list({ level: 'ad', search: 'a2' })), ['a2'])
  const { data, totals } = await list({ level: 'all', search: 'women', columns: 'spend' })
  assert.deepEqual(
    data.map(({ level, id, figures }) => [level, id, figures.spend]),
    [
      ['adset', 's1', 30],
      ['ad', 'a1', 25],
      ['ad', 'a2', 5],
    ],
  )
  assert.deepEqual([totals[0]!.count, totals[0]!.figures], [3, null])
  assert.deepEqual(ids(await list({ level: 'all', search: 'nothing is called so' })), [])
})

test('pages neither repeat nor skip what stays as it is, whatever changes between them', async () => {
  const question = {
    level: 'ad',
    accountIds: 'shop,tokyo',
    limit: 1,
    columns: 'spend',
    sortBy: 'clicks',
    sortDirection: 'ASC',
  }
  const first = await list(question)
  assert.deepEqual([ids(first), first.pagination.total], [['a2'], 5])
  // What was shown already falls behind what comes next.
  await pool.query(`UPDATE ad_days SET clicks = 1000 WHERE account_key = ${shop} AND day = '2026-01-14'`)
  const seen: string[] = []
  for (let cursor = first.pagination.nextCursor; cursor !== null;) {
    const page = await list({ ...question, cursor })
    seen.push(...ids(page))
    cursor = page.pagination.nextCursor
  }
  assert.deepEqual(seen, ['idle', 'j1', 'a3', 'a1', 'a2'])
  await pool.query(`UPDATE ad_days SET clicks = 0 WHERE account_key = ${shop} AND day = '2026-01-14'`)
  for (const sortBy of ['name', 'createdTime', 'roas', 'campaignName'])
    for (const sortDirection of ['ASC', 'DESC']) {
      const asked = { ...question, sortBy, sortDirection }
      const whole = ids(await list({ ...asked, limit: 50 }))
      const walked: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: List = await list({ ...asked, limit: 2, ...(cursor === '' ? {} : { cursor }) })
        walked.push(...ids(page))
        cursor = page.pagination.nextCursor
      }
      assert.deepEqual(walked, whole, `${sortBy} ${sortDirection}`)
    }
})

test('a cursor is good for its own list alone', async () => {
  const { pagination } = await list({ level: 'ad', limit: 1 })
  const cursor = pagination.nextCursor!
  const read = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
  const made = (place: number, value: unknown) =>
    Buffer.from(JSON.stringify(read.with(place, value))).toString('base64url')
  const wrong = [
    made(0, 'x'),
    made(1, '2026-02-30'),
    made(3, 'text'),
    made(3, '\0'),
    made(4, -1),
    made(4, 1.5),
    'x',
    '%00',
  ]
  for (const each of wrong) {
    const query = { accountIds: 'shop', ...days, level: 'ad', cursor: each }
    assert.deepEqual(
      (await refusedPaths(app, path, query)).map((issue) => issue.path),
      ['cursor'],
      each,
    )
  }
  const other = { accountIds: 'shop', ...days, level: 'adset', cursor }
  assert.deepEqual(
    (await refusedPaths(app, path, other)).map((issue) => issue.path),
    ['cursor'],
  )
})

test("amounts in several currencies are compared by what they are worth in the company's, and never added up", async () => {
  const found = await list({ level: 'ad', accountIds: 'shop,tokyo', columns: 'spend' })
  assert.deepEqual(ids(found), ['a1', 'j1', 'a2', 'a3', 'idle'])
  assert.deepEqual(
    found.totals.map(({ currency, count, figures }) => [currency, count, figures]),
    [
      ['JPY', 1, { spend: 1200 }],
      ['USD', 4, { spend: 35 }],
    ],
  )
  assert.deepEqual([found.metadata.currency, found.metadata.comparison?.currency], ['mixed', 'USD'])
  const filter = '[{"metric":"spend","operator":"gt","value":6}]'
  assert.deepEqual(ids(await list({ level: 'ad', accountIds: 'shop,tokyo', filter })), ['a1', 'j1'])
  assert.deepEqual(ids(await list({ level: 'ad', accountIds: 'tokyo', filter })), ['j1'], 'one currency is its own')
})

test('a window is asked for by its name, and left out it is the last 7 days', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { status, body } = await askAny<List>(app, path, { accountIds: 'shop', window: 'yesterday' })
  assert.equal(status, 200)
  assert.ok(body.metadata.range.from === body.metadata.range.to && body.metadata.range.to < today)
  const usual = (await askAny<List>(app, path, { accountIds: 'shop' })).body.metadata.range
  assert.equal((Date.parse(usual.to) - Date.parse(usual.from)) / 86_400_000, 6)
})

test('nobody lists what is in accounts of others', async () => {
  const stranger = await app.stranger(['read'])
  assert.equal((await askAny(app, path, { accountIds: 'shop', ...days }, stranger.key)).status, 404)
  for (const [word, value] of [
    ['search', 'shoes'],
    ['ids', 'a1,c1'],
  ] as const) {
    const { body } = await askAny<List>(app, path, { level: 'all', [word]: value, ...days }, stranger.key)
    assert.deepEqual([body.data, body.totals], [[], []])
  }
  const admin = await signedIn(app, 'admin')
  const apart = await admin.call('POST', '/v1/workspaces', { body: { name: 'Apart', slug: 'apart' } })
  const guest = await signedIn(app, 'member', [Number(apart.body.id)])
  const query = new URLSearchParams({ level: 'all', ids: 'a1,c1', ...days })
  const { status, body } = await guest.call('GET', `${path}?${query.toString()}`)
  assert.deepEqual([status, body.data], [200, []])
})

test('what is wrong with a question is named, each at its field', async () => {
  const many = JSON.stringify(Array.from({ length: 21 }, () => ({ metric: 'spend', operator: 'gt', value: 1 })))
  const deep = '['.repeat(500) + ']'.repeat(500)
  const bad: [Record<string, string>, string, (400 | 422)?][] = [
    [{ level: 'creative' }, 'level'],
    [{ filter: 'spend > 5' }, 'filter'],
    [{ filter: '{}' }, 'filter'],
    [{ filter: many }, 'filter'],
    [{ filter: deep }, 'filter.0'],
    [{ filter: '[{}]' }, 'filter.0'],
    [{ filter: '[{"metric":"spend","field":"name","operator":"gt","value":1}]' }, 'filter.0'],
    [{ filter: '[{"metric":"spend","operator":"contains","value":1}]' }, 'filter.0.operator'],
    [{ filter: '[{"metric":"reach","operator":"gt","value":1}]' }, 'filter.0.metric'],
    [{ filter: '[{"metric":"spend","operator":"gt","value":1e999}]' }, 'filter.0.value'],
    [{ filter: '[{"field":"hour","operator":"gt","value":1}]' }, 'filter.0.field'],
    [{ filter: '[{"field":"status","operator":"eq","value":"gone"}]' }, 'filter.0.value'],
    [{ filter: '[{"field":"name","operator":"eq","value":"a\\u0000b"}]' }, 'filter.0.value'],
    [{ filter: '[{"any":[{"not":[]}]}]' }, 'filter.0.any.0'],
    [{ level: 'ad', filter: '[{"field":"dailyBudget","operator":"gt","value":1}]' }, 'filter.0.field', 422],
    [{ columns: 'spend,luck' }, 'columns', 422],
    [{ columns: 'reach' }, 'columns', 422],
    [{ sortBy: 'luck' }, 'sortBy', 422],
    [{ sortDirection: 'sideways' }, 'sortDirection'],
    [{ window: 'lifetime' }, 'window'],
    [{ window: 'today', startDate: '2026-01-01' }, 'window', 422],
    [{ startDate: '2026-01-02', endDate: '2026-01-01' }, 'endDate', 422],
    [{ limit: '501' }, 'limit'],
    [{ ids: Array.from({ length: 101 }, (_, at) => `a${at}`).join(',') }, 'ids'],
    [{ view: 'mine' }, 'view'],
    [{ platform: 'nowhere' }, 'platform'],
  ]
  for (const [query, where, status] of bad) {
    const issues = await refusedPaths(app, path, query, status)
    assert.equal(issues[0]!.path, where, JSON.stringify(query))
  }
})
