import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { simulatorFactories } from '../../sandbox/simulators.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'
import { createBillboardsSimulator } from '../fixtures/eighth/simulator/simulator.ts'
import { connects } from '../support/connect/connecting.ts'
import { consentingBillboards, startProvider } from '../support/connect/provider.ts'
import { sandboxHere, startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

const provider = await startProvider()
const { name, ...driver } = consentingBillboards(provider)
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '5' }, undefined, {
  platforms: createPlatforms([...builtIn.all, { name, ...driver }]),
  startSandbox: sandboxHere([...simulatorFactories, createBillboardsSimulator]),
})
const owner = await signedIn(app)
beforeEach(() => void delete provider.says.more)

interface Opened {
  accounts: { id: string; name: string; currency: string; timeZone: string }[]
}

async function opened(id: number): Promise<Opened['accounts']> {
  const { status, body } = await owner.call('GET', `/v1/connections/${id}/accounts`)
  assert.equal(status, 200, JSON.stringify(body))
  return (body as unknown as Opened).accounts
}

const long = 'n'.repeat(5_000)
const lies: [string, object, Partial<Opened['accounts'][number]> | null][] = [
  ['without an id', { id: '' }, null],
  ['whose id is no id', { id: 'lie\n\u0000' }, null],
  ['whose id has no end', { id: long }, null],
  ['in a currency that does not exist', { currency: 'Taler' }, null],
  ['in no currency', { currency: '' }, null],
  ['in a time zone that does not exist', { timeZone: 'Mars/Olympus_Mons' }, { timeZone: 'UTC' }],
  ['whose name no text holds', { name: 'Har\u0000bor \ud800Pine' }, { name: 'Har bor Pine' }],
  ['whose name has no end', { name: long }, { name: long.slice(0, 300) }],
  ['without a name', { name: ' ' }, { name: 'lie' }],
]
for (const [what, lie, found] of lies) {
  test(`an ad account ${what}, listed with others, keeps nobody from those`, async () => {
    const honest = await opened(await connects(owner, provider, name, { sandbox: true }))
    provider.says.more = [{ id: 'lie', ...lie }]
    const id = await connects(owner, provider, name, { sandbox: true })
    const all = await opened(id)
    const own = all.find((each) => !honest.some((one) => one.id === each.id))
    assert.equal(all.length, honest.length + (found === null ? 0 : 1))
    assert.deepEqual(own && { ...own, ...found }, own)
    // Listed once more by itself, and looked at: both read the same.
    await app.app.services.db.deleteFrom('account_reads').execute()
    assert.deepEqual(await opened(id), all)
    const check = await owner.call('POST', `/v1/connections/${id}/check`, { body: {} })
    assert.deepEqual([check.status, check.body.state], [200, 'ok'])
  })
}

test('an ad account that is listed twice is one, and a login whose name is no text has one', async () => {
  const honest = await opened(await connects(owner, provider, name, { sandbox: true }))
  provider.says.more = honest.map(({ id }) => ({ id }))
  provider.says.identity = 'Ann\u0000\u0007 Lee'
  const id = await connects(owner, provider, name, { sandbox: true })
  assert.deepEqual((await opened(id)).map((each) => each.id).sort(), honest.map((each) => each.id).sort())
  const { body } = await app.call<{ data: { id: string; label: string; identity: string }[] }>('GET', '/v1/connections')
  const { label, identity } = body.data.find((each) => each.id === String(id))!
  assert.deepEqual([label, identity], ['Ann Lee', 'Ann Lee'])
})
