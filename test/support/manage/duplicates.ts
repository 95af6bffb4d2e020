import assert from 'node:assert/strict'
import { adSetForm, campaignForm, graphClient, linkStory, uploadImage } from '../simulated/primary.ts'
import { demoFixture } from '../demo.ts'
import { startTestApp } from '../harness.ts'

interface CopyResult {
  copyNumber: number
  success: boolean
  newAdSetId?: string
  newCampaignId?: string
  newAdId?: string
  renamed?: boolean
  newName?: string
  locationApplied?: boolean
  locationError?: string
  method?: string
  warnings?: string[]
  missing?: { level: string; sourceId: string; code: number; subcode: number; message: string }[]
  error?: { code: number; subcode: number; message: string; attempts: number }
}

export interface CopyAnswer {
  success: boolean
  results: CopyResult[]
  successCount: number
  failCount: number
  originalAdSetId?: string
  originalCampaignId?: string
  originalAdId?: string
}

export interface Refusal {
  error: { code: string; message: string; details?: { issues?: { path: string }[] } }
}

type Spec = Record<string, unknown>

/** The service, the platform behind it, and hands to build on it. */
export async function duplicateFixture(settings: Record<string, string> = {}) {
  const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '2', ...settings })
  const fixture = await demoFixture(app)
  const account = fixture.accounts[0]!.id
  const graph = graphClient(app.sandboxUrl)
  const imageHash = await uploadImage(graph, account)
  await app.control('POST', 'meta', { asyncSeconds: 0.3 })

  const list = async (path: string, fields = 'id,name') =>
    (await graph.get(`${path}?limit=500&fields=${fields}`)).body.data ?? []

  return {
    app,
    account,
    otherAccount: fixture.accounts[1]!.id,
    graph,
    imageHash,
    build: (adCounts: number[], creative: Spec = {}) =>
      buildCampaign({ graph, account, imageHash }, adCounts, creative),
    list,
    read: async (id: string, fields: string): Promise<Spec> => (await graph.get(`${id}?fields=${fields}`)).body,
    call: (what: string, body: object, more: object = {}) =>
      app.call<CopyAnswer>('POST', `/v1/manage/duplicate-${what}`, { body: { accountId: account, ...body }, ...more }),
    /** A call that is refused, with the paths it names; no write may have reached the platform. */
    refused: async (what: string, body: object, status: number, more: object = {}): Promise<string[]> => {
      await app.control('DELETE', 'calls?platform=meta')
      const path = `/v1/manage/duplicate-${what}`
      const reply = await app.call<Refusal>('POST', path, { body: { accountId: account, ...body }, ...more })
      assert.equal(reply.status, status, JSON.stringify(reply.body))
      const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=meta')
      assert.deepEqual(
        calls.filter((call) => call.method !== 'GET'),
        [],
      )
      return (reply.body.error.details?.issues ?? []).map((issue) => issue.path)
    },
    fault: (path: string, fault: string, more: object = {}) =>
      app.control('POST', 'faults', { platform: 'meta', match: { method: 'POST', path }, fault, ...more }),
    posts: async (pattern: RegExp): Promise<number> => {
      const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
      return calls.filter((call) => call.method === 'POST' && pattern.test(call.path)).length
    },
    /** An object that was made when other rules held. */
    legacy: async (edge: 'ads' | 'adsets', name: string): Promise<string> => {
      const found = (await list(`${account}/${edge}`)).find((object) => object['name'] === `Legacy | ${name}`)
      assert.ok(found, name)
      return String(found['id'])
    },
  }
}

interface Materials {
  graph: ReturnType<typeof graphClient>
  account: string
  imageHash: string
}

/** A campaign with ad sets of so many ads each. */
async function buildCampaign({ graph, account, imageHash }: Materials, adCounts: number[], creative: Spec) {
  const campaignId = await graph.create(`${account}/campaigns`, { ...campaignForm, name: 'Source' })
  const spec = {
    name: 'Source creative',
    object_story_spec: linkStory(imageHash),
    url_tags: 'utm_source=meta',
    ...creative,
  }
  const creativeId = await graph.create(`${account}/adcreatives`, spec)
  const adSets: { id: string; ads: string[] }[] = []
  for (const [index, count] of adCounts.entries()) {
    const form = { ...adSetForm(campaignId), name: `Set ${index + 1}` }
    const adSet = { id: await graph.create(`${account}/adsets`, form), ads: [] as string[] }
    for (let n = 1; n <= count; n++) {
      const ad = { name: `Ad ${n}`, adset_id: adSet.id, creative: { creative_id: creativeId }, status: 'ACTIVE' }
      adSet.ads.push(await graph.create(`${account}/ads`, ad))
    }
    adSets.push(adSet)
  }
  return { campaignId, creativeId, adSets }
}

export function assertAllMade(reply: { status: number; body: CopyAnswer }, count: number): void {
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.equal(reply.body.success, true)
  assert.equal(reply.body.successCount, count, JSON.stringify(reply.body.results))
  assert.equal(reply.body.failCount, 0)
  assert.deepEqual(
    reply.body.results.map((result) => result.copyNumber),
    Array.from({ length: count }, (_, index) => index + 1),
  )
}
