import {
  adSetForm,
  campaignForm,
  graphClient,
  linkStory,
  uploadImage,
  usdAccount,
} from '../../test/support/simulated/primary.ts'
import type { GraphClient } from '../../test/support/simulated/primary.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'

const latencyMs = 150
const sessionMs = 1_000
const copies = 10
const adSets = 5
const adsPerSet = 10
const allowedAtOnce = 4

/** 56 objects are more than the platform copies in one go, even in its background: campaign first, then ad set by ad set. */
export const duplicateBench: Bench = {
  name: 'duplicate',
  about: `${copies} deep copies of a campaign with ${adSets} ad sets of ${adsPerSet} ads, ${latencyMs} ms per platform call`,
  async run(say) {
    const service = await benchService()
    await service.control('POST', 'meta', { limits: 'off', asyncSeconds: sessionMs / 1000 })
    const graph = graphClient(service.sandboxUrl)
    const campaignId = await buildSource(graph)
    // The account is known from here on, as it is to any service that has run for a while.
    await service.call('GET', '/v1/adaccounts?platform=primary')
    await service.control('POST', 'latency', { platform: 'meta', ms: latencyMs })
    const body = { campaignId, accountId: usdAccount, copyCount: copies }
    const from = performance.now()
    const answer = await service.call<{ results: Result[] }>('POST', '/v1/manage/duplicate-campaign', body)
    const tookMs = performance.now() - from
    await service.control('POST', 'latency', { platform: 'meta', ms: 0 })
    await assertWhole(graph, answer.results)
    await service.remove()
    const idealMs = idealSchedule()
    say(
      `${copies} copies of ${1 + adSets + adSets * adsPerSet} objects in ${Math.round(tookMs)} ms; ideal ${idealMs} ms`,
    )
    return [{ what: 'time / ideal schedule', value: tookMs / idealMs, unit: '', atMost: 1.5 }]
  },
}

interface Result {
  success: boolean
  newCampaignId?: string
  error?: object
}

async function buildSource(graph: GraphClient): Promise<string> {
  const campaignId = await graph.create(`${usdAccount}/campaigns`, { ...campaignForm, name: 'Bench source' })
  const imageHash = await uploadImage(graph, usdAccount)
  const spec = { name: 'Bench', object_story_spec: linkStory(imageHash) }
  const creativeId = await graph.create(`${usdAccount}/adcreatives`, spec)
  for (let set = 1; set <= adSets; set++) {
    const adSetId = await graph.create(`${usdAccount}/adsets`, { ...adSetForm(campaignId), name: `Set ${set}` })
    for (let n = 1; n <= adsPerSet; n++) {
      const ad = { name: `Ad ${n}`, adset_id: adSetId, creative: { creative_id: creativeId }, status: 'ACTIVE' }
      await graph.create(`${usdAccount}/ads`, ad)
    }
  }
  return campaignId
}

async function assertWhole(graph: GraphClient, results: Result[]): Promise<void> {
  for (const { newCampaignId, error } of results) {
    const { body } = await graph.get(`${newCampaignId}/ads?limit=500&fields=id`)
    const ads = body.data?.length ?? 0
    if (ads !== adSets * adsPerSet) throw new Error(`A copy has ${ads} ads: ${JSON.stringify(error)}`)
  }
}

/**
 * The source is read; the campaigns are copied; then the ad sets, each by a call that carries another in it; the last one
 * takes its time in the background and is looked at once.
 */
function idealSchedule(): number {
  const readMs = latencyMs
  const campaignsMs = (copies * latencyMs) / allowedAtOnce
  const adSetsMs = (copies * adSets * 2 * latencyMs) / allowedAtOnce
  return readMs + campaignsMs + adSetsMs + sessionMs + latencyMs
}
