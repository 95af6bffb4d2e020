import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const accountId = fixture.accounts[0]!.id
const [profile] = (
  await app.call<{ data: { page: string; primaryName: string; secondary: string; secondaryName: string }[] }>(
    'GET',
    `/v1/profiles?businessId=${accountId}`,
  )
).body.data
const { page, secondary, primaryName, secondaryName } = profile!

interface Defaults {
  primaryName: string | null
  secondaryName: string | null
  defaults: Record<string, string | null>
}
const change = async (body: object) => (await app.call<Defaults>('PATCH', '/v1/launch-defaults', { body })).body
const read = async (query = '') => (await app.call<Defaults>('GET', `/v1/launch-defaults${query}`)).body
const names = ({ primaryName: first, secondaryName: second }: Defaults) => [first, second]

test('launch defaults come with the display names of their page and profile', async () => {
  assert.ok(primaryName && secondaryName)
  assert.deepEqual(names(await change({ page, secondary })), [primaryName, secondaryName])
  const whole = await read()
  assert.deepEqual(names(whole), [primaryName, secondaryName])
  assert.equal(whole.defaults.primaryName, primaryName)
  assert.deepEqual(names(await read(`?accountId=${accountId}`)), [primaryName, secondaryName])
})

test('a name that was given is kept, and an id that nobody knows has none', async () => {
  assert.deepEqual(names(await change({ primaryName: 'Our shop' })), ['Our shop', secondaryName])
  assert.deepEqual(names(await change({ primaryName: null, page: '1' })), [null, secondaryName])
  assert.deepEqual(names(await change({ page: null, secondary: null })), [null, null])
})

test('launch defaults are told without names while the platform does not answer', async () => {
  await change({ page })
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { path: '/me/accounts' },
    fault: 'status',
    status: 500,
    times: 0,
  })
  assert.deepEqual(names(await read()), [null, null])
  await app.control('DELETE', 'faults')
  assert.deepEqual(names(await read()), [primaryName, null])
})
