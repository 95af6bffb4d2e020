import type { Found, LaunchVerbs, Step } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Graph } from '../client.ts'
import { seekLabel } from '../create/label.ts'
import { assetGroups } from './creative/feed.ts'
import { assetsOf } from './creative/story.ts'
import { creativeName, creativeParams, creativeToken, usesAssetGroups } from './creative.ts'
import { createExamination } from './examine.ts'
import { createPreview } from './preview.ts'
import { nodeId } from '../map.ts'
import { callOptions, mediaSteps, readOptions } from './media-steps.ts'
import { createRefusedFeatures, withKnownFeatures } from './known-features.ts'
import type { RefusedFeatures } from './known-features.ts'
import { receiptOf } from './receipt.ts'
import { createLookups } from './lookups.ts'
import { aiDisclosureFeature } from '../settings.ts'
import { seek } from '../seek.ts'
import { createSurvey } from './survey.ts'
import { createVideoWait } from './video-ready.ts'
import { LaunchedAdWire } from './wire.ts'
import { CreatedWire, NamedWire } from '../wire.ts'

/** More calls at once for one account, and the platform starts to answer with throttles. */
const concurrency = 4
const videoDeadlineMs = 10 * 60_000

export function launchVerbs(graph: Graph, surroundings: Surroundings): LaunchVerbs {
  const { timeoutMs, isSandbox, now } = surroundings
  const aiFeature = aiDisclosureFeature(surroundings.settings)
  const wait = createVideoWait(graph, { pollMs: isSandbox ? 1_000 : 5_000, deadlineMs: videoDeadlineMs })
  const lookups = createLookups(graph)
  const making = { aiFeature, refused: createRefusedFeatures() }
  return {
    concurrency,
    requestLifeMs: timeoutMs,
    // Seen in practice: up to about 15 s until a new object is in lists. The sandbox shows it at once.
    readLagMs: isSandbox ? 0 : 15_000,
    survey: createSurvey(lookups),
    preview: createPreview(lookups),
    ...createExamination(graph, now),
    steps: (item) => [...mediaSteps(graph, wait, item), creativeStep(graph, item, making), adStep(graph, item)],
    receipt: (item, results) => receiptOf(graph, item, results, aiFeature),
  }
}

interface Making {
  aiFeature: string
  refused: RefusedFeatures
}

function creativeStep(graph: Graph, item: OwnItem, { aiFeature, refused }: Making): Step {
  const account = nodeId(item.accountId)
  const media = [...item.media, ...item.thumbnails].map((each) => each?.sha256)
  return {
    kind: 'creative',
    name: 'creative',
    key: `creative:${creativeToken(item)}`,
    asks: { ad: item.ad, media },
    send: (context) =>
      withKnownFeatures(
        creativeParams(item, context.results, aiFeature),
        (params) =>
          graph.post(CreatedWire, `${account}/adcreatives`, params, {
            ...callOptions(item, context),
            needs: 'page ads',
          }),
        { refused, accountId: account },
      ),
    readBack: item.ad.scalePostId
      ? { kind: 'repeatable', because: 'a post has one creative in an account, and making it again answers that one' }
      : { kind: 'find', find: (context) => findCreative(graph, item, readOptions(item, context)) },
  }
}

async function findCreative(graph: Graph, item: OwnItem, reading: ReturnType<typeof readOptions>): Promise<Found> {
  const account = nodeId(item.accountId)
  const label = await seekLabel(graph, account, item.batchLabel, reading)
  if (typeof label === 'string') return label
  const params = { ad_label_ids: [label.id], fields: 'id,name' }
  const creatives = { schema: NamedWire, path: `${account}/adcreativesbylabels`, params, options: reading }
  const mine = await seek(graph, creatives, (creative) => creative.name.startsWith(creativeName(item)))
  return typeof mine === 'string' ? mine : { found: { id: mine.id } }
}

function adStep(graph: Graph, item: OwnItem): Step {
  const { ad, adSetId } = item
  const labels = labelsOf(item)
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${item.itemToken}`,
    asks: { name: ad.adName, adSetId, creative: creativeToken(item), paused: ad.launchPaused },
    async send(context) {
      const params = {
        name: ad.adName,
        adset_id: adSetId,
        creative: { creative_id: context.results.creative?.id },
        creative_asset_groups_spec: usesAssetGroups(item)
          ? assetGroups(ad, assetsOf(item, context.results))
          : undefined,
        status: ad.launchPaused ? 'PAUSED' : 'ACTIVE',
        adlabels: labels.map((name) => ({ name })),
      }
      return graph.post(CreatedWire, `${nodeId(item.accountId)}/ads`, params, callOptions(item, context))
    },
    readBack: {
      kind: 'find',
      async find(context, { except }): Promise<Found> {
        const params = { fields: 'id,name,creative{id},adlabels' }
        const ads = { schema: LaunchedAdWire, path: `${adSetId}/ads`, params, options: readOptions(item, context) }
        const mine = await seek(
          graph,
          ads,
          (candidate) =>
            !except?.has(candidate.id) &&
            candidate.name === ad.adName &&
            candidate.creative?.id === context.results.creative?.id &&
            labels.every((name) => candidate.adlabels.some((label) => label.name === name)),
        )
        return typeof mine === 'string' ? mine : { found: { id: mine.id } }
      },
    },
  }
}

/**
 * An ad is recognised by its creative, which was made for it alone. A post's creative is everybody's: an ad that shows
 * one carries a label of its own beside the batch's.
 */
function labelsOf({ ad, adToken, batchLabel }: OwnItem): string[] {
  return ad.scalePostId ? [batchLabel, `flightdeck ${adToken}`] : [batchLabel]
}
