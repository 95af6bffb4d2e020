import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { creatingIn } from '../../../../../test/support/manage/creating.ts'
import { inDays, readNode } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const account = (await demoFixture(app)).accounts.find(({ currency }) => currency === 'USD')!.id
const url = '/v1/manage/create-adset'
const { makeCampaign, create } = creatingIn(app, account)

test("a budget beside its campaign's is the ad set's spend cap, and guards count the campaign's", async () => {
  const daily = await makeCampaign({ dailyBudget: 50, status: 'ACTIVE' })
  const lifetime = await makeCampaign({ lifetimeBudget: 500 })
  const end = inDays(9)
  for (const [body, caps] of [
    [{ campaignId: daily, dailyBudget: 20 }, { daily_spend_cap: '2000' }],
    [{ campaignId: lifetime, lifetimeBudget: 300, endTime: end }, { lifetime_spend_cap: '30000' }],
  ] as const) {
    const made = await create({ accountId: account, name: 'Capped', ...body })
    assert.equal(made.fallbackApplied, 'spend_cap')
    const stored = await readNode(app, made.adSetId, 'daily_budget,lifetime_budget,daily_spend_cap,lifetime_spend_cap')
    const { id: _id, daily_budget: own = '0', lifetime_budget: whole = '0', ...rest } = stored
    assert.deepEqual([own, whole], ['0', '0'])
    for (const [field, cap] of Object.entries(caps)) assert.equal(rest[field], cap)
  }
  const guards = [{ accountId: account, currency: 'USD', mode: 'refuse', dailyCap: 100_000, largestBudget: 60 }]
  const set = await app.call('PUT', '/v1/spend-guards', { body: { guards } })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const tried = async (fields: object) => {
    const body = { accountId: account, campaignId: daily, name: 'Tried', status: 'ACTIVE', dryRun: true, ...fields }
    const { body: said } = await app.call<{ fallbackApplied?: string; verdicts: object[] }>('POST', url, { body })
    const { fallbackApplied, ...forecast } = said
    assert.equal(forecast.verdicts.length, 1, JSON.stringify(said))
    return { fallbackApplied, forecast }
  }
  const capped = await tried({ dailySpendCap: 70 })
  assert.deepEqual(await tried({ dailyBudget: 70 }), { ...capped, fallbackApplied: 'spend_cap' })
})
