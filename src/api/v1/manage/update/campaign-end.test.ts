import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { inDays as fromNow, readNode, watchCalls } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
await app.control('POST', 'tiktok', { limits: 'off' })
const { accounts } = await demoFixture(app)
const accountId = accounts.find(({ currency }) => currency === 'USD')!.id

/** All from the same moment. */
const today = fromNow(0)
const inDays = (days: number) => today + days * 86_400

interface AdSetEnd {
  adSetId: string
  changed: boolean
  endTime: string | null
  reason?: string
}

interface Ended {
  campaignId?: string
  adSets?: AdSetEnd[]
  results?: { success: boolean; endTime?: string; adSets?: AdSetEnd[]; error?: { message: string } }[]
}

async function post<T>(path: string, body: object): Promise<T> {
  const reply = await app.call<T>('POST', `/v1/manage/${path}`, { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

/** A campaign with ad sets that end early, late, never, and one that begins later. */
async function makeCampaign() {
  const { campaignId } = await post<{ campaignId: string }>('create-campaign', {
    accountId,
    name: 'Ends',
    objective: 'OUTCOME_TRAFFIC',
  })
  const make = async (name: string, times: object) => {
    const body = { accountId, campaignId, name, status: 'ACTIVE', dailyBudget: 20, location: { countries: ['US'] } }
    return (await post<{ adSetId: string }>('create-adset', { ...body, ...times })).adSetId
  }
  return {
    campaignId,
    early: await make('Early', { endTime: inDays(10) }),
    late: await make('Late', { endTime: inDays(60) }),
    open: await make('Open', {}),
    future: await make('Future', { startTime: inDays(40), endTime: inDays(70) }),
  }
}

const endOf = async (id: string) => {
  const { end_time: end } = await readNode<{ end_time?: string }>(app, id, 'end_time')
  return end === undefined ? null : Date.parse(end) / 1000
}

for (const operation of ['update-status', 'update-campaign']) {
  test(`${operation}: the end of a campaign moves no ad set's end further away`, async () => {
    const { campaignId, early, late, open, future } = await makeCampaign()
    const end = inDays(30)
    const body = await post<Ended>(operation, { accountId, campaignId, endTime: end })
    assert.equal(await endOf(early), inDays(10), 'it goes on ending when it did')
    assert.deepEqual([await endOf(late), await endOf(open)], [end, end])
    assert.equal((await readNode(app, future, 'status')).status, 'PAUSED', 'it would begin after the end')
    const reported = new Map((body.adSets ?? body.results![0]!.adSets!).map((each) => [each.adSetId, each]))
    const ends = new Date(end * 1000).toISOString()
    assert.deepEqual(reported.get(late), { adSetId: late, changed: true, endTime: ends })
    assert.deepEqual(reported.get(open), { adSetId: open, changed: true, endTime: ends })
    assert.partialDeepStrictEqual(reported.get(early), {
      changed: false,
      endTime: new Date(inDays(10) * 1000).toISOString(),
      reason: 'it ends earlier',
    })
    assert.partialDeepStrictEqual(reported.get(future), {
      changed: true,
      reason: 'it begins later than that, so it was paused',
    })
  })
}

test('an ad set that ended already is not brought back by an end of its campaign', async () => {
  const { campaignId, early } = await makeCampaign()
  await post('update-status', { accountId, campaignId, endTime: inDays(20) })
  const calls = await watchCalls(app)
  await post('update-status', { accountId, campaignId, endTime: inDays(25) })
  assert.deepEqual(await calls.writes(), [], 'nothing ends later than that, so nothing is written')
  assert.equal(await endOf(early), inDays(10))
})

test('an end of an ad set itself is the one that was asked for, also a later one', async () => {
  const { early } = await makeCampaign()
  const { results } = await post<Ended>('update-status', { accountId, adSetId: early, endTime: inDays(50) })
  assert.equal(results![0]!.success, true)
  assert.equal(await endOf(early), inDays(50))
})

test('a lifetime budget takes the end of its ad set along', async () => {
  const { open } = await makeCampaign()
  const body = { accountId, entityId: open, entityType: 'adset', lifetimeBudget: 500, endTime: inDays(40) }
  const { new: now } = await post<{ new: object }>('update-budget', body)
  assert.deepEqual(now, { dailyBudget: null, lifetimeBudget: 500 })
  assert.equal(await endOf(open), inDays(40))
})

test('one ad set that refuses the end does not keep the others from it, and is named', async () => {
  const { campaignId, late, open } = await makeCampaign()
  const fault = { platform: 'meta', match: { method: 'POST', path: `/${open}$` }, fault: 'platform-error' }
  await app.control('POST', 'faults', { ...fault, code: 100, subcode: 1487007, times: 1 })
  const { results } = await post<Ended>('update-status', { accountId, campaignId, endTime: inDays(30) })
  assert.equal(results![0]!.success, false)
  assert.match(results![0]!.error!.message, new RegExp(`Ad set ${open}`))
  assert.equal(await endOf(late), inDays(30))
})

interface Group {
  schedule_end_time: string
  schedule_start_time: string
  schedule_type: string
  operation_status: string
}

test('on the short-video platform, too, the earlier end of an ad set stands, and its start is sent along', async () => {
  const get = async <T>(path: string) => (await app.call<{ data: T[] }>('GET', path)).body.data
  const [account] = await get<{ id: string }>('/v1/adaccounts?platform=short-video')
  const businessId = account!.id
  const adSets = await get<{ value: string; campaignId: string }>(`/v1/adsets?accountId=${businessId}`)
  const byCampaign = Map.groupBy(adSets, (adSet) => adSet.campaignId)
  const [campaignId, groups] = [...byCampaign].find(([, some]) => some.length > 1)!
  const { baseUrl, token } = await app.control<{ baseUrl: string; token: string }>('GET', 'state?platform=tiktok')
  const wire = async (id: string): Promise<Group> => {
    const filtering = encodeURIComponent(JSON.stringify({ adgroup_ids: [id] }))
    const url = `${baseUrl}/open_api/v1.3/adgroup/get/?advertiser_id=${businessId}&filtering=${filtering}`
    const answer = await fetch(url, { headers: { 'access-token': token } })
    return ((await answer.json()) as { data: { list: Group[] } }).data.list[0]!
  }
  const [early, other] = groups.map(({ value }) => value)
  const start = (await wire(early!)).schedule_start_time
  const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
  await post('update-status', { businessId, adSetId: early, endTime: inDays(10) })
  const ended = await wire(early!)
  assert.deepEqual(
    [ended.schedule_type, ended.schedule_start_time, ended.schedule_end_time],
    ['SCHEDULE_START_END', start, stamp(inDays(10))],
  )
  const { results } = await post<Ended>('update-status', { businessId, campaignId, endTime: inDays(30) })
  assert.equal((await wire(early!)).schedule_end_time, stamp(inDays(10)))
  assert.equal((await wire(other!)).schedule_end_time, stamp(inDays(30)))
  const reported = results![0]!.adSets!.find(({ adSetId }) => adSetId === early)
  assert.partialDeepStrictEqual(reported, { changed: false, reason: 'it ends earlier' })
})
