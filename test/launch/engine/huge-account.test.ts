import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphClient } from '../../support/simulated/primary.ts'
import { meta } from '../../../src/platforms/meta/index.ts'
import type { StepContext } from '../../../src/platforms/contract/launch.ts'
import type { OwnItem } from '../../../src/platforms/meta/launch/fields.ts'
import { createPacer } from '../../../src/platforms/kit/http/pacer.ts'
import { demoFixture } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

/** An account with so many labels that a look at the first few thousand does not show ours. */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '2' })
const { accounts, page, secondary } = await demoFixture(app)
const account = accounts[0]!.id
const graph = graphClient(app.sandboxUrl)
await app.control('POST', 'meta', { limits: 'off' })

let labels = 0

/** In batches of 50, the most that the platform takes at once. */
async function addLabels(count: number): Promise<void> {
  for (const last = labels + count; labels < last; labels += 50) {
    const batch = Array.from({ length: 50 }, (_, n) => ({
      method: 'POST',
      relative_url: `${account}/adlabels`,
      body: `name=${labels + n}`,
    }))
    assert.equal((await graph.post('', { batch })).status, 200)
  }
}

const body = (name: string) => ({ accountId: account, name, objective: 'OUTCOME_TRAFFIC' })

async function campaignsNamed(name: string): Promise<unknown[]> {
  const filter = encodeURIComponent(JSON.stringify([{ field: 'name', operator: 'EQUAL', value: name }]))
  const found = await graph.get(`${account}/campaigns?fields=id&filtering=${filter}`)
  return (found.body.data ?? []).map(({ id }) => id)
}

/** A campaign that was made, whose answer was lost, and that could not be looked for. */
async function loseCampaign(name: string, key: string): Promise<string> {
  const fault = (method: string, path: string, kind: object) =>
    app.control('POST', 'faults', { platform: 'meta', match: { method, path }, ...kind })
  await fault('POST', '/campaigns$', { fault: 'drop-after', times: 1 })
  await fault('GET', '/adlabels', { fault: 'status', status: 500, times: 0 })
  const reply = await create(name, key)
  assert.notEqual(reply.status, 200)
  await app.control('DELETE', 'faults')
  const [id] = await campaignsNamed(name)
  return String(id)
}

const create = (name: string, key: string) =>
  app.call<{ campaignId?: string; error?: { details?: { hint?: string } } }>('POST', '/v1/manage/create-campaign', {
    body: body(name),
    headers: { 'idempotency-key': key },
  })

test('what was made is found among more labels than five thousand', async () => {
  const id = await loseCampaign('Deep down', 'deep-down')
  await addLabels(5_100)
  const repeat = await create('Deep down', 'deep-down')
  assert.equal(repeat.status, 200, JSON.stringify(repeat.body))
  assert.equal(repeat.body.campaignId, id)
  assert.deepEqual(await campaignsNamed('Deep down'), [id])
})

test('a list that is too long to be read is no proof that nothing was made, so nothing is made again', async () => {
  const id = await loseCampaign('Out of sight', 'out-of-sight')
  await addLabels(4_100)
  await app.control('POST', 'meta', { largestPage: 100 })
  const repeat = await create('Out of sight', 'out-of-sight')
  assert.equal(repeat.status, 503, JSON.stringify(repeat.body))
  assert.match(String(repeat.body.error?.details?.hint), /new Idempotency-Key/)
  assert.deepEqual(await campaignsNamed('Out of sight'), [id])
  await app.control('POST', 'meta', { largestPage: 500 })
  assert.equal((await create('Out of sight', 'out-of-sight')).body.campaignId, id)
})

test('the creative of a launched ad is looked for in the same way', async () => {
  const session = meta.open(meta.sandboxCredentials(null), {
    baseUrl: app.sandboxUrl + meta.sandboxPath,
    timeoutMs: 5_000,
    isSandbox: true,
    pacer: createPacer('primary', { load: async () => null, save: async () => undefined }),
    settings: {},
    now: () => new Date(),
  })
  const item: OwnItem = {
    accountId: account,
    adSetId: '1',
    ad: {
      adName: 'By code',
      type: 'partnershipCode',
      page,
      secondary,
      partnershipCode: 'adcode-66148315-1',
      launchPaused: true,
      media: [],
    },
    media: [],
    thumbnails: [],
    facts: {},
    adToken: 'token',
    itemToken: 'item',
    batchLabel: 'flightdeck batch',
    mayExist: false,
  }
  const step = session.launch!.steps(item).find(({ kind }) => kind === 'creative')!
  assert.equal(step.readBack.kind, 'find')
  const { readBack } = step
  if (readBack.kind !== 'find') return
  const context = { results: {}, signal: AbortSignal.timeout(30_000) } as unknown as StepContext
  const look = () => readBack.find(context, { firstSentAt: new Date(), isCertain: true })
  assert.equal(await look(), 'absent')
  const { id } = await step.send(context)
  await addLabels(4_100)
  assert.deepEqual(await look(), { found: { id } })
  await app.control('POST', 'meta', { largestPage: 100 })
  assert.equal(await look(), 'unclear')
  await session.close?.()
})
