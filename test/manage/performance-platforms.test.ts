import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
await app.control('POST', 'tiktok', { limits: 'off' })

interface Row {
  id: string
  name: string
  status: string
  campaignId: string
  objective: string | null
  startTime: string | null
  endTime: string | null
  dailyBudget: number | null
  lifetimeBudget: number | null
  spend: number | null
  impressions: number | null
  clicks: number | null
  results: number | null
  costPerResult: number | null
}

interface View {
  data: Row[]
  paging: { cursors: { after: string | null } }
  metadata: { currency: string }
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const days = `startDate=${day(9)}&endDate=${day(3)}`
const view = async (path: string) => {
  const reply = await app.call<View>('GET', path)
  assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`)
  return reply.body
}
const cents = (rows: Row[]) => Math.round(rows.reduce((sum, row) => sum + row.spend!, 0) * 100)

for (const platform of ['short-video', 'pin']) {
  test(`${platform}: campaigns and ad sets come with budgets, and with figures for the days asked for`, async () => {
    const accounts = await app.call<{ data: { id: string; currency: string }[] }>(
      'GET',
      `/v1/adaccounts?platform=${platform}`,
    )
    const { id, currency } = accounts.body.data[0]!
    const [campaigns, adSets] = await Promise.all(
      ['campaigns', 'adsets'].map((level) => view(`/v1/manage/${level}?accountId=${id}&${days}&limit=200`)),
    )
    assert.equal(campaigns!.metadata.currency, currency)
    const spend = await view(`/v1/campaigns?accountId=${id}&${days}`)
    assert.ok(cents(campaigns!.data) > 0)
    assert.deepEqual(
      Object.fromEntries(campaigns!.data.map((row) => [row.id, row.spend])),
      Object.fromEntries(spend.data.map((row) => [row.id, row.spend])),
    )
    for (const campaign of campaigns!.data) {
      const own = adSets!.data.filter(({ campaignId }) => campaignId === campaign.id)
      assert.equal(cents(own), cents([campaign]), campaign.name)
      assert.equal(
        own.reduce((sum, row) => sum + row.impressions!, 0),
        campaign.impressions,
      )
    }
    for (const { spend: cost, results, costPerResult } of [...campaigns!.data, ...adSets!.data])
      if (results) assert.ok(Math.abs(costPerResult! - cost! / results) < 0.001)
    assert.ok(adSets!.data.some(({ results }) => (results ?? 0) > 0))
    assert.ok(adSets!.data.some(({ dailyBudget }) => dailyBudget !== null))

    const [{ campaignId }] = adSets!.data as [Row]
    const plain = await view(`/v1/manage/adsets?accountId=${id}&campaignId=${campaignId}`)
    assert.ok(plain.data.length > 0 && plain.data.every((row) => row.campaignId === campaignId && row.spend === null))
    const one = await view(`/v1/manage/campaigns?accountId=${id}&campaignId=${campaignId}`)
    assert.deepEqual(
      one.data.map((row) => row.id),
      [campaignId],
    )

    const found: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: View = await view(`/v1/manage/adsets?accountId=${id}&limit=3${after && `&after=${after}`}`)
      found.push(...page.data.map((row) => row.id))
      after = page.paging.cursors.after
    }
    assert.deepEqual(
      found,
      adSets!.data.map((row) => row.id),
      'page by page they are the same',
    )
    const wrong = await app.call('GET', `/v1/manage/adsets?accountId=${id}&after=nonsense`)
    assert.equal(wrong.status, 400)
    const { key } = await app.stranger()
    assert.equal((await app.call('GET', `/v1/manage/adsets?accountId=${id}`, { key })).status, 404)
  })
}
