import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { demoFixture } from '../../../../test/support/demo.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { assertRefused, watchCalls } from '../../../../test/support/manage/manage.ts'
import { wireUser } from '../../../platforms/meta/content/conversions.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const accountId = accounts[0]!.id
const stranger = await app.stranger()
const url = '/v1/conversions/events'

interface Sent {
  received: number
  failed: { index: number; message: string }[]
}

const pixels = await app.call<{ data: { id: string; name: string; lastFiredTime: string; accountId: string }[] }>(
  'GET',
  `/v1/conversions/pixels?businessId=${accountId}`,
)
const pixelId = pixels.body.data[0]!.id
const now = () => Math.floor(Date.now() / 1000)
const event = (more: object = {}) => ({
  eventName: 'Lead',
  eventTime: now() - 60,
  userData: { email: 'Dana@Example.com ' },
  ...more,
})
const send = (events: object[], more: object = {}) =>
  app.call<Sent>('POST', url, { body: { businessId: accountId, pixelId, events, ...more } })

test('pixels and custom conversions are listed', async () => {
  assert.deepEqual(Object.keys(pixels.body.data[0]!).sort(), ['accountId', 'id', 'lastFiredTime', 'name'])
  const { body } = await app.call<{ data: Record<string, unknown>[] }>(
    'GET',
    `/v1/conversions/custom-conversions?businessId=${accountId}`,
  )
  assert.equal(body.data[0]?.name, 'Order over 100')
  assert.equal(body.data[0]?.pixelId, pixelId)
  assert.match(String(body.data[0]?.rule), /Purchase/)
  assert.match(pixels.body.data[0]!.lastFiredTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('good events are sent, bad ones are named, and one bad one does not spoil the rest', async () => {
  const events = [
    event({ eventName: 'Purchase', customData: { value: 49.9, currency: 'USD' } }),
    event({ eventName: 'Purchase' }),
    { event_name: 'Lead', event_time: now(), user_data: { ph: '+1 (555) 010-0199' }, action_source: 'phone_call' },
    event({ eventTime: now() - 8 * 86_400 }),
    event({ userData: {} }),
  ]
  const { status, body } = await send(events)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.received, 2)
  assert.deepEqual(
    body.failed.map(({ index, message }) => [index, message.split(':')[0]]),
    [
      [1, 'customData'],
      [3, 'eventTime'],
      [4, 'userData'],
    ],
  )
})

test('personal details are normalized and hashed, and digests are left alone', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  const user = wireUser({
    email: ' Dana@Example.com ',
    phone: '+1 (555) 010-0199',
    firstName: "D'Ana",
    city: 'New York',
    zip: '94304-1050',
    country: 'US',
    em_other: 'kept',
    client_ip_address: '203.0.113.9',
    fbp: 'fb.1.2.3',
    externalId: [digest('7'), 'customer-8'],
  })
  assert.deepEqual(user, {
    em: digest('dana@example.com'),
    ph: digest('15550100199'),
    fn: digest('dana'),
    ct: digest('newyork'),
    zp: digest('94304'),
    country: digest('us'),
    em_other: 'kept',
    client_ip_address: '203.0.113.9',
    fbp: 'fb.1.2.3',
    external_id: [digest('7'), digest('customer-8')],
  })
})

test('an event that is sent again because its answer got lost counts once', async () => {
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/events$' },
    fault: 'drop-after',
    times: 1,
  })
  const { status, body } = await send([event({ eventName: 'Once' })])
  assert.equal(status, 200, JSON.stringify(body))
  const state = await app.control<{
    conversions: Record<string, { byName: Record<string, number>; duplicates: number }>
  }>('GET', 'state?platform=meta')
  assert.equal(state.conversions[pixelId]?.byName.Once, 1)
  assert.equal(state.conversions[pixelId]?.duplicates, 1)
})

test('no events, 1,001 events, and only bad events are refused', async () => {
  const body = (events: object[]) => ({ businessId: accountId, pixelId, events })
  const many = Array.from({ length: 1001 }, () => event())
  await assertRefused(app, url, { what: 'no events', body: body([]), path: 'events', status: 400 })
  await assertRefused(app, url, { what: '1,001 events', body: body(many), path: 'events', status: 400 })
  const bad = [event({ actionSource: 'telepathy' }), event({ eventTime: now() + 3600 })]
  await assertRefused(app, url, { what: 'bad events', body: body(bad), path: 'events.0.actionSource' })
  await assertRefused(app, url, { what: 'bad events', body: body(bad), path: 'events.1.eventTime' })
  await assertRefused(app, url, {
    what: 'no name',
    body: body([{ eventTime: 1, userData: {} }]),
    path: 'events.0.eventName',
    status: 400,
  })
})

test('an event without a time happened just now', async () => {
  const { status, body } = await send([{ ...event({ eventName: 'Timeless' }), eventTime: undefined }])
  assert.deepEqual([status, body.received, body.failed], [200, 1, []])
})

test("a pixel of somebody else's, or of another account, does not exist", async () => {
  const theirs = await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary', {
    key: stranger.key,
  })
  const calls = await watchCalls(app)
  for (const account of [accountId, theirs.body.data[0]!.id]) {
    const body = { businessId: account, pixelId, events: [event()] }
    assert.equal((await app.call('POST', url, { key: stranger.key, body })).status, 404)
  }
  const other = { businessId: accounts[1]!.id, pixelId, events: [event()] }
  assert.equal((await app.call('POST', url, { body: other })).status, 404)
  for (const list of ['pixels', 'custom-conversions']) {
    const reply = await app.call('GET', `/v1/conversions/${list}?businessId=${accountId}`, { key: stranger.key })
    assert.equal(reply.status, 404)
  }
  assert.deepEqual(await calls.writes(), [])
})
