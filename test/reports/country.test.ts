import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { asking, fillAccount } from '../support/reports/reports.ts'
import { accountsOn, askWhole, daysAgo, simulators, totalsOf } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const range = { from: daysAgo(40), to: daysAgo(10) }
const days = { startDate: range.from, endDate: range.to }

/** One tells no countries that would add up: what is about few people is left out there. */
const splitting = simulators.filter(([platform]) => platform !== 'linkedin')

for (const [platform, simulator] of splitting) {
  test(`the countries of ${platform} add up to the account, to the cent`, async () => {
    for (const account of await accountsOn(app, platform)) {
      const { data, metadata } = await askWhole(app, range, {
        ...{ accountIds: account.id, groupBy: 'country', metrics: 'spend,impressions,clicks,conversions' },
      })
      const { total } = await totalsOf(app, simulator, account, { range, level: 'account' })
      const sum = (metric: string) => data.reduce((all, row) => all + Number(row[metric]), 0)
      const minor = account.currency === 'JPY' ? 1 : 100
      assert.equal(Math.round(sum('spend') * minor), total.spendMinor)
      assert.deepEqual(
        [sum('impressions'), sum('clicks'), sum('conversions')],
        [total.impressions, total.clicks, total.conversions],
      )
      assert.ok(data.length > 0 && data.every(({ country }) => /^[A-Z]{2}$|^unknown$/.test(String(country))))
      assert.equal(metadata.source, 'platform')
      assert.equal(metadata.partial, false)
    }
  })
}

test('countries of campaigns and days can be asked for, with the names of the campaigns', async () => {
  const [account] = await accountsOn(app, 'primary')
  const query = { accountIds: account!.id, groupBy: 'country,campaign,day', metrics: 'spend', limit: 1000 }
  const week = { from: daysAgo(16), to: daysAgo(10) }
  await askWhole(app, week, { accountIds: account!.id, metrics: 'spend' })
  const { data } = await askWhole(app, week, query)
  const { rows } = await totalsOf(app, 'meta', account!, { range: week, level: 'campaign' })
  for (const { id, day, spendMinor } of rows) {
    const own = data.filter((row) => row.campaignId === id && row.date === day)
    assert.equal(Math.round(own.reduce((sum, row) => sum + Number(row.spend), 0) * 100), spendMinor)
    assert.ok(own.every((row) => row.campaign === row.campaignName && typeof row.campaignName === 'string'))
  }
})

test('people by country are those that the platform counts for the country', async () => {
  const [account] = await accountsOn(app, 'primary')
  const { data } = await askWhole(app, range, {
    ...{ accountIds: account!.id, groupBy: 'country', metrics: 'reach,frequency,spend', sortBy: 'reach' },
  })
  const { body } = await app.call<{ data: { country: string; reach: number; spend: number }[] }>(
    'GET',
    `/v1/reports/primary/country-breakdown?accountId=${account!.id}&startDate=${range.from}&endDate=${range.to}`,
  )
  const theirs = body.data.sort((one, other) => other.reach - one.reach)
  assert.deepEqual(
    data.map((row) => [row.country, row.reach, row.spend]),
    theirs.map((row) => [row.country, row.reach, row.spend]),
  )
})

test('the account as a whole is told beside its countries, with what none of them has', async () => {
  const [account] = await accountsOn(app, 'primary')
  const query = { accountIds: account!.id, metrics: 'spend,impressions,clicks' }
  const whole = await askWhole(app, range, { ...query, groupBy: 'account' })
  const { data, metadata } = await askWhole(app, range, { ...query, groupBy: 'country', limit: 1000 })
  const { spend, impressions, clicks } = whole.data[0]!
  const [told] = (metadata as unknown as { accounts: { accountId: string; total: object; rest: { clicks: number } }[] })
    .accounts
  assert.deepEqual([told!.accountId, told!.total], [account!.id, { spend, impressions, clicks }])
  const ofRows = data.reduce((sum, row) => sum + Number(row.clicks), 0)
  assert.equal(told!.rest.clicks, Number(clicks) - ofRows)
})

test('an account whose platform does not split by country is named as missing', async () => {
  await fillAccount(app, { id: 'shop', read: [range.from, range.to], rows: [] })
  const { data, metadata } = await asking(app)({ accountIds: 'shop', ...days, groupBy: 'country', metrics: 'spend' })
  assert.deepEqual(data, [])
  assert.equal(metadata.partial, true)
  assert.deepEqual(
    metadata.missing.map(({ accountId }) => accountId),
    ['shop'],
  )
})

test('the fields say which platforms count people and know countries', async () => {
  interface Field {
    name: string
    type: string
    unit?: string
    summable?: boolean
    platforms: string[]
    aliases?: string[]
  }
  const { body } = await app.call<{ metrics: Field[]; dimensions: Field[] }>('GET', '/v1/reports/fields')
  const metric = (name: string) => body.metrics.find((field) => field.name === name)!
  assert.equal(body.metrics.length, 19)
  assert.deepEqual(
    ['spend', 'ctr', 'reach', 'roas'].map((name) => [metric(name).unit, metric(name).summable]),
    [
      ['currency', true],
      ['percent', false],
      ['count', false],
      ['ratio', false],
    ],
  )
  assert.deepEqual(metric('spend').platforms.sort(), [
    'google-ads',
    'linkedin',
    'pinterest',
    'primary',
    'snapchat',
    'tiktok',
  ])
  assert.ok(metric('reach').platforms.includes('primary'))
  const country = body.dimensions.find((field) => field.name === 'country')!
  assert.ok(country.platforms.includes('primary'))
  const adset = body.dimensions.find((field) => field.name === 'adset')!
  assert.deepEqual(adset.aliases, ['adsetName', 'adsetId'])
})
