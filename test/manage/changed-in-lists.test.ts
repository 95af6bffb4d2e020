import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

/** What Flightdeck changes in an account its own lists say from then on, and the platform says the same when it is read again. */
const app = await startTestApp()
const { pool } = app.app.services
// Some platforms show their figures to people alone.
const owner = await signedIn(app)

interface Entity {
  id: string
  level: 'campaign' | 'adset' | 'ad'
  name: string | null
  state: string | null
  status: string | null
  dailyBudget: number | null
  campaignId: string | null
  adSetId: string | null
}

async function listed(accountId: string): Promise<Entity[]> {
  const reply = await owner.call('GET', `/v1/entities?level=all&limit=500&accountIds=${accountId}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.data as Entity[]
}

async function readAgain(): Promise<void> {
  await pool.query('UPDATE report_syncs SET entities_read_at = NULL')
}

async function post(path: string, body: object): Promise<void> {
  const reply = await app.call<{ failCount?: number }>('POST', `/v1/manage/${path}`, { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.equal(reply.body.failCount ?? 0, 0, JSON.stringify(reply.body))
}

const states = (all: Entity[], ids: string[]) =>
  Object.fromEntries(all.filter(({ id }) => ids.includes(id)).map((each) => [`${each.level} ${each.id}`, each.state]))

for (const { platform, gone } of [
  { platform: 'meta', gone: 'deleted' },
  { platform: 'tiktok', gone: 'deleted' },
  { platform: 'pinterest', gone: 'archived' },
  { platform: 'snapchat', gone: 'deleted' },
  { platform: 'linkedin', gone: 'deleted' },
  { platform: 'google-ads', gone: 'deleted' },
]) {
  const accountOf = async () => {
    const accounts = await app.call<{ data: { id: string; currency: string }[] }>(
      'GET',
      `/v1/adaccounts?platform=${platform}`,
    )
    return accounts.body.data.find(({ currency }) => currency === 'USD')!.id
  }

  test(`${platform}: a switch, a budget and a deletion stand in the lists at once`, async () => {
    const accountId = await accountOf()
    const before = await listed(accountId)
    const of = (level: Entity['level']) => before.filter((each) => each.level === level && each.state !== gone)
    const paused = of('campaign').find(({ state }) => state === 'active')!
    const ad = of('ad').find(({ campaignId }) => campaignId === paused.id)!
    const campaign = of('campaign').find(({ id }) => id !== paused.id)!
    const holder = before.find(
      (each) => each.state !== gone && each.dailyBudget !== null && ![each.id, each.campaignId].includes(campaign.id),
    )!
    const dailyBudget = holder.dailyBudget! + 7

    await post('update-status', { accountId, entityType: 'campaign', entityIds: [paused.id], status: 'PAUSED' })
    await post('update-budget', { accountId, entityType: holder.level, entityId: holder.id, dailyBudget })
    await post('delete', { accountId, entityType: 'ad', entityIds: [ad.id] })
    await post('delete', { accountId, entityType: 'campaign', entityIds: [campaign.id] })

    const ids = [ad.id, campaign.id, paused.id]
    const wanted = {
      [`ad ${ad.id}`]: gone,
      [`campaign ${campaign.id}`]: gone,
      [`campaign ${paused.id}`]: 'paused',
    }
    const after = await listed(accountId)
    assert.deepEqual(states(after, ids), wanted)
    assert.equal(after.find(({ id, level }) => id === holder.id && level === holder.level)!.dailyBudget, dailyBudget)

    await readAgain()
    const read = await listed(accountId)
    const facts = ({ level, id, name, state, dailyBudget: budget }: Entity) => [level, id, name, state, budget]
    assert.deepEqual(read.map(facts).toSorted(), after.map(facts).toSorted())

    await post('update-status', { accountId, entityType: 'campaign', entityIds: [paused.id], status: 'ACTIVE' })
    assert.equal(states(await listed(accountId), ids)[`campaign ${paused.id}`], 'active')
  })
}

test('a new name stands in the lists at once', async () => {
  const accounts = await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=meta')
  const accountId = accounts.body.data[0]!.id
  const before = await listed(accountId)
  const one = (level: string) => before.find((each) => each.level === level && each.state === 'active')!.id
  const [campaignId, adSetId, adId] = [one('campaign'), one('adset'), one('ad')]
  await post('update-campaign', { accountId, campaignId, name: 'Renamed campaign' })
  await post('update-adset', { accountId, adSetId, name: 'Renamed ad set' })
  await post('update-ad', { accountId, adId, name: 'Renamed ad' })
  const names = new Map((await listed(accountId)).map(({ id, name }) => [id, name]))
  assert.deepEqual(
    [campaignId, adSetId, adId].map((id) => names.get(id)),
    ['Renamed campaign', 'Renamed ad set', 'Renamed ad'],
  )
})

test('a campaign that is listed as an ad set, too, is paused as both', async () => {
  const accounts = await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=applovin')
  const accountId = accounts.body.data[0]!.id
  const { id } = (await listed(accountId)).find(({ level, state }) => level === 'campaign' && state === 'active')!
  await post('update-status', { accountId, entityType: 'campaign', entityIds: [id], status: 'PAUSED' })
  assert.deepEqual(states(await listed(accountId), [id]), { [`campaign ${id}`]: 'paused', [`adset ${id}`]: 'paused' })
})
