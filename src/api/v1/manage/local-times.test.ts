import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../test/support/demo.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { snapFixture } from '../../../../test/support/platforms/snapchat.ts'
import { assertRefused, readNode } from '../../../../test/support/manage/manage.ts'

const app = await startTestApp()
await app.control('POST', 'tiktok', { limits: 'off' })
const { accounts } = await demoFixture(app)
const accountId = accounts.find(({ currency }) => currency === 'USD')!.id
const zone = 'America/New_York'
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** What the clocks of the account show then. */
const shown = (time: string | number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(typeof time === 'number' ? time * 1000 : new Date(time))
    .replace(' ', 'T')

async function post<T = Record<string, unknown>>(path: string, body: object): Promise<T> {
  const reply = await app.call<T>('POST', `/v1/manage/${path}`, { body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

const { campaignId } = await post<{ campaignId: string }>('create-campaign', {
  accountId,
  name: 'Times',
  objective: 'OUTCOME_TRAFFIC',
})
const adSet = { accountId, campaignId, name: 'Times', dailyBudget: 20, location: { countries: ['US'] } }
const flight = async (id: string) => {
  const { start_time: start, end_time: end } = await readNode<Record<string, string>>(app, id, 'start_time,end_time')
  return [shown(start!), shown(end!)]
}

test('a new ad set begins, ends and raises its budget by the clocks of its account', async () => {
  const budgetSchedules = [{ timeStart: `${dayIn(12)}T08:00`, timeEnd: dayIn(12), budgetValue: 30 }]
  const times = { startTime: dayIn(10), endTime: dayIn(20) }
  const { adSetId } = await post<{ adSetId: string }>('create-adset', { ...adSet, ...times, budgetSchedules })
  assert.deepEqual(await flight(adSetId), [`${dayIn(10)}T00:00:00`, `${dayIn(20)}T23:59:59`])
  const periods = await readNode<{ data: { time_start: string; time_end: string }[] }>(
    app,
    `${adSetId}/budget_schedules`,
    'time_start,time_end',
  )
  const [period] = periods.data
  assert.deepEqual(
    [shown(period!.time_start), shown(period!.time_end)],
    [`${dayIn(12)}T08:00:00`, `${dayIn(12)}T23:59:59`],
  )
})

test('changed ends are meant there, too, and a time with an offset is what it says', async () => {
  const { adSetId } = await post<{ adSetId: string }>('create-adset', { ...adSet, endTime: dayIn(60) })
  const end = async () => (await flight(adSetId))[1]
  await post('update-adset', { accountId, adSetId, endTime: `${dayIn(50)}T18:30:00` })
  assert.equal(await end(), `${dayIn(50)}T18:30:00`)
  await post('update-status', { adSetId, endTime: dayIn(45) })
  assert.equal(await end(), `${dayIn(45)}T23:59:59`)
  await post('update-campaign', { accountId, campaignId, endTime: dayIn(40) })
  assert.equal(await end(), `${dayIn(40)}T23:59:59`)
  await post('update-status', { adSetId, endTime: `${dayIn(30)}T12:00:00Z` })
  assert.equal(await end(), shown(`${dayIn(30)}T12:00:00Z`))
})

test('a day that does not exist is refused', () =>
  assertRefused(app, '/v1/manage/create-adset', {
    what: '30 February',
    body: { ...adSet, endTime: '2027-02-30' },
    path: 'endTime',
    status: 400,
  }))

test('an ad set of the short-video platform ends by the clocks of its account', async () => {
  const get = async <T>(path: string) => (await app.call<{ data: T[] }>('GET', path)).body.data
  const tiktok = await get<{ id: string; timeZone: string }>('/v1/adaccounts?platform=short-video')
  const businessId = tiktok.find(({ timeZone }) => timeZone === zone)!.id
  const [group] = await get<{ value: string }>(`/v1/adsets?accountId=${businessId}`)
  const { results } = await post<{ results: { endTime: string }[] }>('update-status', {
    businessId,
    adSetId: group!.value,
    endTime: dayIn(30),
  })
  assert.equal(shown(results[0]!.endTime), `${dayIn(30)}T23:59:59`)
})

test('an ad squad ends by the clocks of its account', async () => {
  const { usd, read } = await snapFixture(app)
  const { body } = await app.call<{ data: { id: string }[] }>('GET', `/v1/manage/snapchat/adsquads?accountId=${usd.id}`)
  const id = body.data[0]!.id
  await post('update-status', { accountId: usd.id, adSetId: id, endTime: dayIn(30) })
  const { end_time: end } = await read('adsquads', 'adsquad', id)
  assert.equal(shown(end as string), `${dayIn(30)}T23:59:59`)
})

test('changes are asked for by days of the account', async () => {
  const today = shown(new Date().toISOString()).slice(0, 10)
  const list = async (query: string) =>
    (await app.call<{ data: { eventTime: number }[] }>('GET', `/v1/manage/changes?accountId=${accountId}&${query}`))
      .body.data
  const found = await list(`since=${today}&until=${today}&limit=100`)
  assert.ok(found.length > 0)
  assert.ok(found.every(({ eventTime }) => shown(eventTime).startsWith(today)))
  assert.deepEqual(await list(`since=${dayIn(2)}&until=${dayIn(3)}`), [])
})
