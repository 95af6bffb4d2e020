import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appCalls, appFixture, readPlatform } from '../../../../test/support/applovin/applovin.ts'
import { startTestApp } from '../../../../test/support/harness.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await appFixture(app)
const accountId = fixture.games
const [source, byCountry] = fixture.campaigns[accountId] as [string, string]
const path = '/v1/applovin/duplicate-campaign'

interface Copies {
  originalCampaignId: string
  successCount: number
  failCount: number
  results: {
    success: boolean
    newCampaignId: string
    newName: string
    renamed: boolean
    method: string
    warnings?: string[]
    missing?: { level: string; sourceId: string; message: string }[]
    error?: { message: string; hint?: string }
  }[]
  error?: { code: string; details?: { issues?: { path: string }[] } }
}

const copy = (body: object, key = app.key, headers = {}) =>
  app.call<Copies>('POST', path, { body: { accountId, campaignId: source, ...body }, key, headers })
const campaign = async (id: string) => (await readPlatform(app, accountId, `campaign/list?ids=${id}`))[0]!
const setsOf = async (id: string) =>
  (await readPlatform(app, accountId, 'creative_set/list')).filter((set) => set.campaign_id === id)
const fault = (match: object, kind: string, more: object = {}) =>
  app.control('POST', 'faults', { platform: 'applovin', match, fault: kind, ...more })

test('a copy is paused, has everything of the original and its creative sets, and says how long it was live', async () => {
  const { status, body } = await copy({ newName: 'Second wave {n}' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.originalCampaignId, source)
  const [made] = body.results
  assert.deepEqual([made!.success, made!.newName, made!.renamed], [true, 'Second wave 1', true])
  assert.match(made!.warnings![0]!, /live for at most \d+\.\d s/)
  const [before, after] = [await campaign(source), await campaign(made!.newCampaignId)]
  assert.equal(after.status, 'PAUSED')
  for (const field of ['type', 'platform', 'itunes_id', 'budget', 'goal', 'targeting', 'tracking', 'bidding_strategy'])
    assert.deepEqual(after[field], before[field], field)
  assert.ok(Date.parse(`${String(after.start_date)}Z`) > Date.now(), 'nothing is shown before it is paused')
  const clones = await setsOf(made!.newCampaignId)
  const originals = await setsOf(source)
  assert.deepEqual(
    clones.map(({ name, status: state }) => [name, state]),
    originals.map(({ name }) => [name, 'PAUSED']),
  )
})

test('several copies are made side by side, also live ones and of budgets by country', async () => {
  const { body } = await copy({ campaignId: byCountry, copyCount: 3, initialStatus: 'LIVE' })
  assert.deepEqual([body.successCount, body.failCount], [3, 0], JSON.stringify(body))
  assert.deepEqual(
    body.results.map(({ newName }) => newName),
    [1, 2, 3].map((n) => `Puzzle Android return - Copy ${n}`),
  )
  for (const { newCampaignId, warnings } of body.results) {
    const { status, budget } = await campaign(newCampaignId)
    assert.deepEqual([status, budget], ['LIVE', (await campaign(byCountry)).budget])
    assert.equal(warnings, undefined)
    assert.ok((await setsOf(newCampaignId)).every((set) => set.status === 'LIVE'))
  }
})

test('answers that are lost leave every copy and every clone exactly once', async () => {
  await fault({ method: 'POST', path: '/campaign/create' }, 'drop-after', { times: 1 })
  await fault({ method: 'POST', path: '/campaign/update' }, 'drop-after', { times: 1 })
  await fault({ method: 'POST', path: '/creative_set/clone' }, 'drop-after', { times: 2 })
  const { body } = await copy({ newName: 'Lost and found' })
  await app.control('DELETE', 'faults')
  assert.equal(body.successCount, 1, JSON.stringify(body))
  const named = (await readPlatform(app, accountId, 'campaign/list')).filter(({ name }) => name === 'Lost and found')
  assert.equal(named.length, 1)
  assert.equal((await setsOf(body.results[0]!.newCampaignId)).length, 3)
})

test('a repeat with the same key makes nothing a second time', async () => {
  const headers = { 'Idempotency-Key': 'copy-once' }
  const first = await copy({ newName: 'Once' }, app.key, headers)
  const again = await copy({ newName: 'Once' }, app.key, headers)
  assert.deepEqual(again.body.results, first.body.results)
  const named = (await readPlatform(app, accountId, 'campaign/list')).filter(({ name }) => name === 'Once')
  assert.equal(named.length, 1)
})

test('a creative set that cannot be cloned is missing from the copy, and said to be', async () => {
  await fault({ method: 'POST', path: '/creative_set/clone' }, 'platform-error', {
    code: 100_001,
    message: 'No',
    times: 1,
  })
  const { body } = await copy({ newName: 'Incomplete' })
  await app.control('DELETE', 'faults')
  const [made] = body.results
  assert.deepEqual(
    made!.missing!.map(({ level, message }) => [level, message]),
    [['ad', 'No']],
  )
  assert.equal((await setsOf(made!.newCampaignId)).length, 2)
})

test('a copy that stays live because it could not be paused says so, with its id', async () => {
  await fault({ method: 'POST', path: '/campaign/update' }, 'platform-error', {
    code: 100_001,
    message: 'No',
    times: 1,
  })
  const { body } = await copy({ newName: 'Still live' })
  await app.control('DELETE', 'faults')
  const { id, status } = (await readPlatform(app, accountId, 'campaign/list')).find((one) => one.name === 'Still live')!
  assert.equal(status, 'LIVE')
  const { message, hint } = body.results[0]!.error!
  assert.match(message, new RegExp(`copy ${String(id)} was made and is live`))
  assert.match(hint!, new RegExp(String(id)))
})

test('what cannot be copied is refused before any write', async () => {
  const { key } = await app.stranger()
  await app.control('DELETE', 'calls?platform=applovin')
  assert.equal((await copy({ campaignId: '12345' })).status, 404)
  assert.equal((await copy({ copyCount: 11 })).status, 400)
  assert.equal((await copy({ accountId: 'act_566148315000001' })).body.error!.details!.issues![0]!.path, 'accountId')
  assert.equal((await copy({}, key)).status, 404)
  const ad = await app.call<Copies>('POST', '/v1/manage/duplicate-ad', { body: { accountId, adId: '1' } })
  assert.equal(ad.status, 422)
  assert.deepEqual(
    (await appCalls(app)).filter(({ method }) => method !== 'GET'),
    [],
  )
})
