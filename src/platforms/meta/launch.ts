import { buffer } from 'node:stream/consumers'
import { PlatformError } from '../../errors.ts'
import type { Found, LaunchItem, LaunchVerbs, Step, StepContext } from '../launch.ts'
import type { PreparedMedia } from '../media.ts'
import type { Surroundings } from '../platform.ts'
import type { CallOptions, Graph } from './client.ts'
import { creativeName, creativeParams } from './creative.ts'
import { nodeId } from './map.ts'
import { platformName } from './name.ts'
import { AdWire, CreatedWire, ImagesWire, NamedWire } from './wire.ts'

/** More calls at once for one account, and the platform starts to answer with throttles. */
const concurrency = 4
const mostAdsToScan = 500

export function launchVerbs(graph: Graph, { timeoutMs, isSandbox }: Surroundings): LaunchVerbs {
  return {
    concurrency,
    requestLifeMs: timeoutMs,
    // Seen in practice: up to about 15 s until a new object is in lists. The sandbox shows it at once.
    readLagMs: isSandbox ? 0 : 15_000,
    steps: (item) => [
      ...item.media.map((media, index) => imageStep(graph, item, media, index)),
      creativeStep(graph, item),
      adStep(graph, item),
    ],
  }
}

function options(item: LaunchItem, { sendBefore, signal }: StepContext): CallOptions {
  return { accountId: nodeId(item.accountId), signal, sendBefore, maxWaitMs: 2_000 }
}

function imageStep(graph: Graph, item: LaunchItem, media: PreparedMedia, index: number): Step {
  return {
    kind: 'media',
    name: `media:${index}`,
    key: `media:${media.sha256}`,
    asks: { sha256: media.sha256 },
    async send(context) {
      const bytes = (await buffer(media.open())).toString('base64')
      const { images } = await graph.post(
        ImagesWire,
        `${nodeId(item.accountId)}/adimages`,
        { bytes },
        options(item, context),
      )
      const image = Object.values(images)[0]
      if (!image)
        throw new PlatformError({ platform: platformName, kind: 'rejected', message: 'The image was not stored.' })
      return { id: image.hash }
    },
    readBack: { kind: 'repeatable', because: 'identical bytes get the same hash in the same account' },
  }
}

function creativeStep(graph: Graph, item: LaunchItem): Step {
  const account = nodeId(item.accountId)
  return {
    kind: 'creative',
    name: 'creative',
    key: `creative:${item.adToken}`,
    asks: { ad: item.ad, media: item.media.map((media) => media.sha256) },
    async send(context) {
      return graph.post(
        CreatedWire,
        `${account}/adcreatives`,
        creativeParams(item, context.results),
        options(item, context),
      )
    },
    readBack: {
      kind: 'find',
      async find(context): Promise<Found> {
        const reading = { ...options(item, context), sendBefore: undefined }
        // The label is made together with the batch's first creative: without it there is no creative.
        const labels = await graph.list(NamedWire, `${account}/adlabels`, { fields: 'id,name' }, 5000, reading)
        const label = labels.find((candidate) => candidate.name === item.batchLabel)
        if (!label) return 'absent'
        const params = { ad_label_ids: [label.id], fields: 'id,name' }
        const creatives = await graph.list(NamedWire, `${account}/adcreativesbylabels`, params, 5000, reading)
        const mine = creatives.find((creative) => creative.name.startsWith(creativeName(item)))
        return mine ? { found: { id: mine.id } } : 'absent'
      },
    },
  }
}

function adStep(graph: Graph, item: LaunchItem): Step {
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${item.itemToken}`,
    asks: { name: item.ad.adName, adSetId: item.adSetId, creative: item.adToken, paused: item.ad.launchPaused },
    async send(context) {
      const params = {
        name: item.ad.adName,
        adset_id: item.adSetId,
        creative: { creative_id: context.results.creative?.id },
        status: item.ad.launchPaused ? 'PAUSED' : 'ACTIVE',
        adlabels: [{ name: item.batchLabel }],
      }
      return graph.post(CreatedWire, `${nodeId(item.accountId)}/ads`, params, options(item, context))
    },
    readBack: {
      kind: 'find',
      async find(context): Promise<Found> {
        const reading = { ...options(item, context), sendBefore: undefined }
        const params = { fields: 'id,name,adset_id,creative{id}' }
        const ads = await graph.list(AdWire, `${item.adSetId}/ads`, params, mostAdsToScan, reading)
        // The creative was made for this ad of this batch alone, so nothing else can match.
        const mine = ads.find((ad) => ad.name === item.ad.adName && ad.creative?.id === context.results.creative?.id)
        return mine ? { found: { id: mine.id } } : 'absent'
      },
    },
  }
}
