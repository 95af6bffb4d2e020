import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import type { TestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { graphClient, pixel, usdAccount } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const now = () => Math.floor(Date.now() / 1000)
const hashed = createHash('sha256').update('buyer@example.com').digest('hex')

function purchase(change: Record<string, unknown> = {}) {
  return {
    event_name: 'Purchase',
    event_time: now() - 60,
    event_id: 'order-1',
    action_source: 'website',
    event_source_url: 'https://shop.example/thanks',
    user_data: { em: [hashed], client_user_agent: 'test' },
    custom_data: { value: 39.9, currency: 'USD' },
    ...change,
  }
}

async function countsOf(control: TestSandbox['control']) {
  const { body } = await control('GET', '/state?platform=meta')
  return (body['conversions'] as Record<string, unknown>)[pixel]
}

test('events are received, counted once and kept apart from test events', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const { body } = await client.post(`${pixel}/events`, { data: [purchase(), purchase({ event_id: 'order-2' })] })
  assert.deepEqual([body['events_received'], body['messages']], [2, []])
  await client.post(`${pixel}/events`, { data: [purchase(), purchase({ event_name: 'Lead', custom_data: undefined })] })
  await client.post(`${pixel}/events`, { data: [purchase({ event_id: 'order-9' })], test_event_code: 'TEST123' })
  assert.deepEqual(await countsOf(control), {
    received: 5,
    unique: 3,
    duplicates: 1,
    test: 1,
    byName: { Purchase: 2, Lead: 1 },
  })
})

test('one wrong event refuses the whole call', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const cases: [string, Record<string, unknown>, number?][] = [
    ['no name', { event_name: undefined }],
    ['no time', { event_time: undefined }],
    ['too old', { event_time: now() - 8 * 86_400 }, 2804003],
    ['in the future', { event_time: now() + 86_400 }],
    ['no source', { action_source: undefined }],
    ['unknown source', { action_source: 'telepathy' }],
    ['nobody', { user_data: {} }, 2804050],
    ['an address in clear', { user_data: { em: 'buyer@example.com' } }],
    ['a phone number in clear', { user_data: { ph: ['+15551234567'] } }],
    ['no price', { custom_data: {} }],
    ['a price that is no number', { custom_data: { value: 'much', currency: 'USD' } }],
    ['an unknown currency', { custom_data: { value: 1, currency: 'DOLLARS' } }],
  ]
  for (const [title, change, subcode] of cases)
    assertError(await client.post(`${pixel}/events`, { data: [purchase(), purchase(change)] }), 100, subcode, title)
  assertError(await client.post(`${pixel}/events`, { data: [] }), 100)
  assertError(await client.post(`${pixel}/events`, {}), 100)
  assertError(await client.post(`${pixel}/events`, { data: Array.from({ length: 1001 }, () => purchase()) }), 100)
  assert.equal(await countsOf(control), undefined)
  assertError(
    await graphClient(url, 'sandbox-meta-token.other').post(`${pixel}/events`, { data: [purchase()] }),
    100,
    33,
  )
})

test('custom conversions and audiences are listed, and conversions can be made', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const rule = { and: [{ url: { i_contains: 'thanks' } }] }
  const id = await client.create(`${usdAccount}/customconversions`, {
    name: 'Thanks',
    event_source_id: pixel,
    rule,
    custom_event_type: 'PURCHASE',
  })
  const { data } = (await client.get(`${usdAccount}/customconversions?fields=name,rule,custom_event_type,pixel`)).body
  assert.deepEqual(data?.[0], {
    name: 'Thanks',
    rule: JSON.stringify(rule),
    custom_event_type: 'PURCHASE',
    pixel: { id: pixel },
    id,
  })
  assert.equal(data.length, 2)
  assertError(await client.post(`${usdAccount}/customconversions`, { event_source_id: pixel, rule }), 100)
  assertError(await client.post(`${usdAccount}/customconversions`, { name: 'X', event_source_id: '1', rule }), 100)
  assertError(await client.post(`${usdAccount}/customconversions`, { name: 'X', event_source_id: pixel }), 100)
  assert.equal((await client.get(`${usdAccount}/customaudiences?fields=name,subtype`)).body.data?.length, 3)
})
