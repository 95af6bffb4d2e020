import { PlatformError } from '../../../errors.ts'
import type { Found, SentIntent, LaunchVerbs, Step, StepContext, StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Api, CallOptions } from '../client.ts'
import { contentOf, creativeParams } from './creative.ts'
import type { AdContent } from './creative.ts'
import { createExamination } from './examine.ts'
import { callOptions, mediaSteps, readOptions } from './media-steps.ts'
import { receiptOf } from './receipt.ts'
import { createPreview } from './smart-plus.ts'
import { createSurvey } from './survey.ts'
import { createVideoWait } from './video-ready.ts'
import { CreatedAdsWire, SparkPostWire } from './wire.ts'
import { AdWire, AnythingWire } from '../wire.ts'

const concurrency = 4
const maxAdsToScan = 1_000
const videoDeadlineMs = 10 * 60_000

export function launchVerbs(api: Api, { timeoutMs, isSandbox }: Surroundings): LaunchVerbs {
  const wait = createVideoWait(api, {
    pollMs: isSandbox ? 1_000 : 5_000,
    deadlineMs: videoDeadlineMs,
    missingMs: isSandbox ? 3_000 : 60_000,
  })
  return {
    concurrency,
    requestLifeMs: timeoutMs,
    // Seen in practice: some seconds until a new ad is in lists. The sandbox shows it at once.
    readLagMs: isSandbox ? 0 : 30_000,
    survey: createSurvey(api),
    preview: createPreview(api),
    ...createExamination(api),
    steps: (item: OwnItem) => [
      ...(item.ad.sparkCode ? [sparkCodeStep(api, item, item.ad.sparkCode)] : []),
      ...mediaSteps(api, wait, item),
      adStep(api, item),
    ],
    receipt: (item, results) => receiptOf(api, item, results),
  }
}

/** Redeems a creator's code; the post it stands for and who made it are only known afterwards. */
function sparkCodeStep(api: Api, item: OwnItem, code: string): Step {
  const about = { advertiser_id: item.accountId, auth_code: code }
  return {
    kind: 'creative',
    name: 'post',
    key: `post:${code}`,
    asks: about,
    async send(context) {
      await api.post(AnythingWire, 'tt_video/authorize', about, callOptions(item, context))
      return readRedeemed(api, about, readOptions(item, context))
    },
    readBack: {
      kind: 'find',
      async find(context): Promise<Found> {
        try {
          return { found: await readRedeemed(api, about, readOptions(item, context)) }
        } catch (error) {
          if (error instanceof PlatformError && error.kind === 'rejected') return 'absent'
          throw error
        }
      },
    },
  }
}

async function readRedeemed(
  api: Api,
  about: { advertiser_id: string; auth_code: string },
  options: CallOptions,
): Promise<StepResult> {
  const { item_info: post, user_info: user } = await api.get(SparkPostWire, 'tt_video/info', about, options)
  const speaker = { identityId: user.identity_id, identityType: user.identity_type }
  return { id: post.item_id, ...speaker, itemType: post.item_type ?? 'VIDEO' }
}

function adStep(api: Api, item: OwnItem): Step {
  const { ad, adSetId, accountId, itemToken } = item
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${itemToken}`,
    // Exactly what findAd knows an ad by.
    asks: {
      name: ad.adName,
      adSetId,
      post: ad.sparkPostId ?? ad.sparkCode ?? null,
      media: item.media[0]?.sha256 ?? null,
    },
    async send(context) {
      // One creative per call: what became of it can be told.
      const body = {
        advertiser_id: accountId,
        adgroup_id: adSetId,
        creatives: [creativeParams(item, context.results)],
      }
      const { ad_ids: ids } = await api.post(CreatedAdsWire, 'ad/create', body, callOptions(item, context))
      return { id: ids[0]! }
    },
    readBack: { kind: 'find', find: (context, intent) => findAd(api, item, context, intent) },
  }
}

/**
 * An ad has no mark of its own. It is the item's when it has the exact name, the ad group and the content, was not there
 * before the launch, and is no other item's. Time is not asked: the platform's clock need not be ours.
 * Two items that ask for the same ad may take each other's, which is as good; but not while either's own may still
 * appear: it would be one too many.
 */
async function findAd(api: Api, item: OwnItem, context: StepContext, { isCertain }: SentIntent): Promise<Found> {
  const { ad, adSetId, accountId, facts } = item
  const params = {
    advertiser_id: accountId,
    filtering: { adgroup_ids: [adSetId], primary_status: 'STATUS_ALL' },
  }
  const ads = await api.list(AdWire, 'ad/get', params, { ...readOptions(item, context), limit: maxAdsToScan })
  const before = new Set(facts.adsBefore?.split(','))
  const content = contentOf(item, context.results)
  const alike = ads.filter(
    (each) =>
      each.ad_name === ad.adName && each.adgroup_id === adSetId && !before.has(each.ad_id) && shows(each, content),
  )
  // Asked after the list: whoever made what is in it is known by now.
  if (!isCertain && (await context.hasOpenTwin())) return 'absent'
  for (const { ad_id: id } of alike) {
    if (!(await context.isTaken(id))) return { found: { id } }
  }
  return 'absent'
}

function shows(ad: ReturnType<typeof AdWire.parse>, { postId, videoId, imageId }: AdContent): boolean {
  if (postId !== null) return ad.tiktok_item_id === postId
  if (videoId !== null) return ad.video_id === videoId
  return imageId !== null && ad.image_ids.includes(imageId)
}
