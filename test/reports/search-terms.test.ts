import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { askAny, asking, fillAccount, refusedPaths } from '../support/reports/reports.ts'
import type { Refusal } from '../support/reports/reports.ts'
import { accountsOn, askWhole, daysAgo } from '../support/reports/totals.ts'
import type { Account } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const range = { from: daysAgo(20), to: daysAgo(4) }
const days = { startDate: range.from, endDate: range.to }
const [first, second] = await accountsOn(app, 'google-ads')
const dollars = [first!, second!].find(({ currency }) => currency === 'USD')!
const path = '/v1/reports/query'
const figures = 'spend,impressions,clicks,conversions,conversionValue'

interface ViewRow {
  searchTermView: { searchTerm: string }
  segments: { date: string }
  campaign: { id: string; name: string }
  adGroup: { id: string; name: string }
  metrics: Record<'costMicros' | 'impressions' | 'clicks' | 'conversions' | 'conversionsValue', string | undefined>
}

/** The simulator's view of search terms, asked as any client would. */
async function viewOf({ id, currency }: Account): Promise<ViewRow[]> {
  const query = `SELECT search_term_view.search_term, segments.date, campaign.id, campaign.name, ad_group.id, ad_group.name,
    metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions, metrics.conversions_value
    FROM search_term_view WHERE segments.date BETWEEN '${range.from}' AND '${range.to}'`
  const answer = await fetch(`${app.sandboxUrl}/google-ads/v25/customers/${id}/googleAds:searchStream`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sandbox-google-ads-token',
      'developer-token': 'sandbox-google-ads-dev',
      'content-type': 'application/json',
      ...(currency === 'JPY' ? { 'login-customer-id': '9661483101' } : {}),
    },
    body: JSON.stringify({ query }),
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return (JSON.parse(text) as { results: ViewRow[] }[]).flatMap(({ results }) => results)
}

function sumsBy(rows: ViewRow[], nameOf: (row: ViewRow) => string): Map<string, number[]> {
  const sums = new Map<string, number[]>()
  for (const row of rows) {
    const { costMicros = 0, impressions = 0, clicks = 0, conversions = 0, conversionsValue = 0 } = row.metrics
    const found = [Number(costMicros) / 1e6, impressions, clicks, conversions, conversionsValue].map(Number)
    const before = sums.get(nameOf(row)) ?? found.map(() => 0)
    sums.set(
      nameOf(row),
      before.map((sum, index) => Math.round((sum + found[index]!) * 1e6) / 1e6),
    )
  }
  return sums
}

const ways: Record<string, { ofView: (row: ViewRow) => string; fields: string[] }> = {
  searchTerm: { ofView: (row) => row.searchTermView.searchTerm, fields: ['searchTerm'] },
  'searchTerm,account': { ofView: (row) => row.searchTermView.searchTerm, fields: ['searchTerm'] },
  'searchTerm,campaign': {
    ofView: ({ searchTermView, campaign }) => [searchTermView.searchTerm, campaign.id, campaign.name].join('|'),
    fields: ['searchTerm', 'campaignId', 'campaign'],
  },
  'adset,search_term': {
    ofView: ({ searchTermView, adGroup, campaign }) =>
      [searchTermView.searchTerm, adGroup.id, adGroup.name, campaign.id].join('|'),
    fields: ['searchTerm', 'adsetId', 'adset', 'campaignId'],
  },
  'day,searchTerm': {
    ofView: ({ searchTermView, segments }) => [segments.date, searchTermView.searchTerm].join('|'),
    fields: ['date', 'searchTerm'],
  },
}

for (const [groupBy, { ofView, fields }] of Object.entries(ways)) {
  test(`figures by ${groupBy} are those of the platform's own view, to the cent`, async () => {
    for (const account of [first!, second!]) {
      const wanted = sumsBy(await viewOf(account), ofView)
      const rows = []
      for (let offset = 0, total = 1; offset < total; offset += 1000) {
        const query = { accountIds: account.id, groupBy, metrics: figures, offset, sortBy: 'searchTerm' }
        const { data, pagination, metadata } = await askWhole(app, range, query)
        rows.push(...data)
        ;({ total } = pagination)
        assert.equal(metadata.source, 'platform')
        assert.match(metadata.notes.join(' '), /do not tell every search/)
      }
      const found = rows.map((row) => [
        fields.map((field) => row[field]).join('|'),
        [row.spend, row.impressions, row.clicks, row.conversions, row.conversionValue],
      ])
      assert.ok(found.length > 10)
      assert.deepEqual(new Map(found as [string, number[]][]), wanted)
      assert.equal(found.length, wanted.size)
      assert.ok(rows.every(({ currency }) => currency === account.currency))
    }
  })
}

test('searches can be looked for, sorted, and held against a spend; people behind them are not counted', async () => {
  const query = { accountIds: dollars.id, groupBy: 'searchTerm', ...days, limit: 3 }
  const { data } = await asking(app)({ ...query, search: 'FREE', minSpend: 0.5 })
  assert.ok(data.length > 0)
  for (const row of data) {
    assert.match(String(row.searchTerm), /free/)
    assert.ok(Number(row.spend) >= 0.5)
    assert.deepEqual([row.reach, row.frequency], [null, null])
  }
  const byWord = await asking(app)({ ...query, sortBy: 'searchTerm', sortDirection: 'DESC' })
  const terms = byWord.data.map(({ searchTerm }) => String(searchTerm))
  assert.deepEqual(terms, [...terms].sort().reverse())
})

test('a file has the same rows as the query, and says that not all searches are told', async () => {
  const query = new URLSearchParams({ accountIds: dollars.id, groupBy: 'searchTerm', metrics: 'spend', ...days })
  const { status, body, headers } = await app.call<string>('GET', `/v1/reports/export?${query.toString()}&format=csv`)
  assert.equal(status, 200)
  const lines = body.trim().split('\n')
  assert.equal(lines[0], 'searchTerm,currency,spend')
  assert.equal(lines.length - 1, sumsBy(await viewOf(dollars), ways['searchTerm']!.ofView).size)
  assert.match(headers.get('x-report-notes') ?? '', /do not tell every search/)
})

test('platforms that tell no searches are refused by name, with those that do', async () => {
  const [tiktok] = await accountsOn(app, 'tiktok')
  const query = { ...days, groupBy: 'searchTerm', metrics: 'spend' }
  const named: Record<string, string>[] = [
    { accountIds: tiktok!.id },
    { accountIds: `${dollars.id},${tiktok!.id}` },
    { platform: 'tiktok' },
  ]
  for (const more of named)
    for (const asked of [path, '/v1/reports/export']) {
      const [issue] = await refusedPaths(app, asked, { ...query, ...more }, 422)
      assert.equal(issue!.path, 'groupBy')
      assert.match(issue!.message, /^tiktok does not tell .* google-ads$/)
      assert.equal(issue!.expected, 'google-ads')
    }
  // Whoever names none gets those that there are, and is told what is missing.
  const { data, metadata } = await asking(app)({ ...query, limit: 5, sortBy: 'searchTerm' })
  assert.equal(data.length, 5)
  assert.ok(metadata.missing.some(({ platform, reason }) => platform === 'tiktok' && /searched for/.test(reason)))
})

test('searches of single ads, and of countries, cannot be asked for', async () => {
  for (const groupBy of ['searchTerm,adId', 'country,searchTerm']) {
    const { status, body } = await askAny<Refusal>(app, path, { accountIds: dollars.id, ...days, groupBy })
    assert.equal(status, 422)
    assert.match(body.error.details.issues[0]!.message, /together/)
  }
})

test('an account of a platform without a driver is refused like any other', async () => {
  await fillAccount(app, { id: 'shop', read: [range.from, range.to], rows: [] })
  const [issue] = await refusedPaths(app, path, { accountIds: 'shop', ...days, groupBy: 'searchTerm' }, 422)
  assert.match(issue!.message, /^kiosk does not tell/)
})

test('the fields say which platforms tell searches', async () => {
  const { body } = await app.call<{ dimensions: { name: string; type: string; platforms: string[] }[] }>(
    'GET',
    '/v1/reports/fields',
  )
  const field = body.dimensions.find(({ name }) => name === 'searchTerm')!
  assert.deepEqual([field.type, field.platforms], ['string', ['google-ads']])
})
