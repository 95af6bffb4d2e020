import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { snapFixture } from '../../../../test/support/platforms/snapchat.ts'

const app = await startTestApp()
await app.control('POST', 'tiktok', { limits: 'off' })
const snap = await snapFixture(app)

interface Refused {
  error?: { details?: { issues?: { path: string }[] } }
}

interface Budgets {
  dailyBudget: number | null
  lifetimeBudget: number | null
}

interface Budget extends Refused {
  old: Budgets
  new: Budgets
  endTime?: string
}

interface Results extends Refused {
  results: { entityId: string; success: boolean; status: string | null }[]
  successCount: number
}

interface Row extends Budgets {
  id: string
  status: string
}

const get = async <T>(path: string) => (await app.call<{ data: T[] }>('GET', path)).body.data
const post = <T>(path: string, body: object) => app.call<T>('POST', `/v1/manage/${path}`, { body })
const paths = ({ error }: Refused) => error?.details?.issues?.map(({ path }) => path)
const endTime = new Date(Math.floor(Date.now() / 1000) * 1000 + 40 * 86_400_000).toISOString()

/** Where the platform has the operation, the shared one is the way to it; ids alone tell which platform is meant. */
const fixtures = { tiktok: 'short-video', snapchat: 'photo-messaging', pinterest: 'pin', applovin: 'mobile-app' }

for (const [name, platform] of Object.entries(fixtures)) {
  test(`${name}: the shared operations switch and budget campaigns, ad sets and ads`, async () => {
    const [account] = await get<{ id: string }>(`/v1/adaccounts?platform=${platform}`)
    const accountId = account!.id
    const [ad] = await get<{ id: string }>(`/v1/manage/list-ads?accountId=${accountId}&status=ACTIVE`)
    const [adSet] = await get<{ value: string }>(`/v1/adsets?accountId=${accountId}&status=ACTIVE`)
    const campaigns = await get<Row>(`/v1/campaigns?accountId=${accountId}&status=ACTIVE`)
    const held = campaigns.find(({ dailyBudget }) => dailyBudget !== null)!
    const ids = { ad: ad!.id, adset: adSet!.value, campaign: held.id }
    for (const [entityType, id] of Object.entries(ids))
      for (const body of [
        { entityType, entityIds: [id], newStatus: 'PAUSED' },
        { businessId: accountId, [`${entityType}Ids`]: [id], status: 'ENABLE' },
      ]) {
        const reply = await post<Results>('update-status', body)
        assert.equal(reply.body.successCount, 1, `${JSON.stringify(body)}: ${JSON.stringify(reply.body)}`)
      }
    const raise = async (entityType: string, entityId: string, more: object) => {
      const reply = await post<Budget>('update-budget', { entityType, entityId, ...more })
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    }
    const raised = await raise('campaign', held.id, { changePercent: 10 })
    assert.equal(raised.new.dailyBudget, Math.round(held.dailyBudget! * 110) / 100)
    await raise('campaign', held.id, { accountId, dailyBudget: held.dailyBudget })
    const now = (await get<Row>(`/v1/campaigns?accountId=${accountId}`)).find(({ id }) => id === held.id)!
    assert.equal(now.dailyBudget, held.dailyBudget)
  })
}

test('a lifetime budget comes with an end, or with the end that is there', async () => {
  const squads = await get<Row>(`/v1/manage/snapchat/adsquads?accountId=${snap.usd.id}`)
  const { id } = squads.findLast(({ dailyBudget, status }) => dailyBudget !== null && status === 'ACTIVE')!
  const refused = await post<Budget>('snapchat/update-budget', { adSquadId: id, lifetimeBudget: 700 })
  assert.equal(refused.status, 422)
  assert.deepEqual(paths(refused.body), ['endTime'])
  for (const bad of [
    { lifetimeBudget: 700, endTime: '2020-01-01' },
    { dailyBudget: 70, endTime },
  ]) {
    const wrong = await post<Budget>('snapchat/update-budget', { adSquadId: id, ...bad })
    assert.deepEqual(paths(wrong.body), ['endTime'], JSON.stringify(bad))
  }
  const set = await post<Budget>('snapchat/update-budget', { adSquadId: id, lifetimeBudget: 700, endTime })
  assert.deepEqual([set.body.new, set.body.endTime], [{ dailyBudget: null, lifetimeBudget: 700 }, endTime])
  const stored = await snap.read('adsquads', 'adsquad', id)
  assert.equal(Date.parse(String(stored.end_time)), Date.parse(endTime))
  const shared = { entityId: id, entityType: 'adsquad', lifetimeBudget: 800 }
  const again = await post<Budget>('update-budget', shared)
  assert.equal(again.body.new.lifetimeBudget, 800, 'the end is there by now')
})

test('both words for a status and all names of ids are taken here and by the shared operation', async () => {
  const [first, second] = await get<Row>(`/v1/manage/snapchat/ads?accountId=${snap.usd.id}`)
  const [squad] = await get<Row & { campaignId: string }>(`/v1/manage/snapchat/adsquads?accountId=${snap.usd.id}`)
  const bodies = [
    { entityType: 'ad', entityIds: [first!.id, second!.id], newStatus: 'PAUSED' },
    { adIds: [first!.id, second!.id], status: 'ENABLE' },
  ]
  for (const path of ['snapchat/update-status', 'update-status'])
    for (const body of bodies) {
      const reply = await post<Results>(path, body)
      assert.equal(reply.body.successCount, 2, `${path} ${JSON.stringify(body)} ${JSON.stringify(reply.body)}`)
    }
  const switched = await post<Results>('update-status', { adSquadIds: [squad!.id], status: 'ACTIVE' })
  assert.equal(switched.body.successCount, 1)
  const mixed = await post<Results>('snapchat/update-status', {
    adIds: [first!.id],
    campaignIds: [squad!.campaignId],
    status: 'PAUSED',
  })
  assert.equal(mixed.status, 400)
  assert.deepEqual(paths(mixed.body), ['campaignIds'])
})
