import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSame, daysAgo, openReporting } from '../../../../test/support/reports/reporting.ts'
import { appClient, gamesAccount } from '../../../../test/support/simulated/applovin.ts'
import { applovin } from '../index.ts'

const range = { from: daysAgo(12, 'UTC'), to: daysAgo(0, 'UTC') }

test('each creative set and day is what the platform says, of both accounts, whatever the pages', async (context) => {
  const fixture = await openReporting(context, applovin)
  await fixture.control('POST', '/applovin', { reportRows: 11 })
  for (const account of [fixture.dollars, fixture.yen])
    assertSame(await fixture.days(account, range), await fixture.totals(account, range), 100)
})

test('rows are read for no more days than there are figures of', async (context) => {
  const fixture = await openReporting(context, applovin)
  const days = await fixture.days(fixture.dollars, { from: daysAgo(80, 'UTC'), to: daysAgo(-2, 'UTC') })
  const reported = days.map(({ day }) => day).sort()
  assert.equal(reported[0], daysAgo(44, 'UTC'))
  assert.ok(reported.at(-1)! <= daysAgo(0, 'UTC'))
})

test('a set that two campaigns show is an ad in each, and no money is counted twice or lost', async (context) => {
  const fixture = await openReporting(context, applovin)
  const client = appClient(fixture.url)
  const [set] = await client.list('creative_set/list')
  const [, other] = await client.list('campaign/list')
  await client.post('creative_set/add-to-campaigns', { campaign_ids: [other!.id], creative_set_ids: [set!.id] })
  const days = await fixture.days(fixture.dollars, range)
  const ids = new Set(days.filter(({ adId }) => adId.startsWith(String(set!.id))).map(({ adId }) => adId))
  assert.deepEqual([...ids].sort(), [String(set!.id), `${String(set!.id)}:${String(other!.id)}`])
  const { total } = await fixture.totals(fixture.dollars, range)
  const micros = days.reduce((sum, { spendMicros }) => sum + spendMicros, 0)
  assert.equal(micros, total.spendMinor * 10_000)
  const byCampaign = await fixture.totals(fixture.dollars, range, 'campaign')
  for (const { id, spendMinor } of byCampaign.objects) {
    const own = days.filter(({ campaignId }) => campaignId === id)
    assert.equal(
      own.reduce((sum, { spendMicros }) => sum + spendMicros, 0),
      spendMinor * 10_000,
      id,
    )
  }
  const ads = (await fixture.entities(fixture.dollars)).filter(({ level }) => level === 'ad').map(({ id }) => id)
  assert.ok([...ids].every((id) => ads.includes(id)))
})

test('an account that is not open does not keep the figures of the others from being read', async (context) => {
  const { accountIds = '' } = applovin.sandboxCredentials(null)
  const sandboxCredentials = (tenant: string | null) => ({
    ...applovin.sandboxCredentials(tenant),
    accountIds: `${accountIds},71111111111`,
  })
  const fixture = await openReporting(context, { ...applovin, sandboxCredentials })
  assertSame(await fixture.days(fixture.dollars, range), await fixture.totals(fixture.dollars, range), 100)
})

test('figures are split by country, and the parts add up to the whole', async (context) => {
  const fixture = await openReporting(context, applovin)
  const question = { level: 'campaign' as const, range, isDaily: false }
  const rows = await fixture.verbs.countries!(gamesAccount, question)
  assert.deepEqual([...new Set(rows.map(({ country }) => country))].sort(), ['CA', 'DE', 'JP', 'US'])
  const { objects } = await fixture.totals(fixture.dollars, range, 'campaign')
  for (const { id, spendMinor } of objects) {
    const own = rows.filter((row) => row.id === id)
    assert.equal(
      own.reduce((sum, { spendMicros }) => sum + spendMicros, 0),
      spendMinor * 10_000,
    )
  }
})

test('live spend by campaign is there for whoever watches over it', async (context) => {
  const fixture = await openReporting(context, applovin)
  const spend = await fixture.session.spendByCampaign!(gamesAccount, range.from, range.to)
  const { objects } = await fixture.totals(fixture.dollars, range, 'campaign')
  for (const { id, spendMinor } of objects) assert.equal(Math.round(spend.get(id)! * 100), spendMinor)
  await assert.rejects(fixture.session.spendByCampaign!(gamesAccount, daysAgo(60, 'UTC'), range.to), /45 days/)
})
