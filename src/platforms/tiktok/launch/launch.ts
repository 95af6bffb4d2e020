import { PlatformError } from '../../../errors.ts'
import type { Found, SentIntent, LaunchVerbs, Step, StepContext, StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { Surroundings } from '../../contract/platform.ts'
import { createSights } from '../../kit/examine.ts'
import type { Api, CallOptions } from '../client.ts'
import { contentsOf, creativeParams } from './creative.ts'
import type { Content } from './creative.ts'
import { createExamination } from './examine.ts'
import { createPreview } from './preview.ts'
import { callOptions, mediaSteps, readOptions } from './media-steps.ts'
import { receiptOf } from './receipt.ts'
import { isSmart, portfolioStep, smartAdStep } from './smart-ad.ts'
import { createSurvey } from './survey.ts'
import { createVideoWait } from './video-ready.ts'
import { CreatedAdsWire, SparkPostWire } from './wire.ts'
import { closingOf } from '../smart-plus/closing.ts'
import { readAdsIn } from '../manage/ads-in.ts'
import { AnythingWire } from '../wire.ts'
import type { Ad, Shown } from '../wire.ts'

const concurrency = 4
const videoDeadlineMs = 10 * 60_000

export function launchVerbs(api: Api, { timeoutMs, isSandbox, settings }: Surroundings): LaunchVerbs {
  const closing = closingOf(settings)
  const sights = createSights()
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
    survey: createSurvey(api, sights, closing),
    preview: createPreview(api, sights, closing),
    ...createExamination(api, sights),
    steps: (item: OwnItem) => [
      ...(item.ad.sparkCode ? [sparkCodeStep(api, item, item.ad.sparkCode)] : []),
      ...mediaSteps(api, wait, item),
      ...(isSmart(item) ? [...portfolioStep(api, item), smartStep(api, item)] : [adStep(api, item)]),
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

/** Exactly what findAd knows an ad by. */
function knownBy({ ad, adSetId, media }: OwnItem) {
  const [first, ...further] = media.map(({ sha256 }) => sha256)
  return {
    name: ad.adName,
    adSetId,
    post: ad.sparkPostId ?? ad.sparkCode ?? null,
    media: first ?? null,
    ...(further.length > 0 ? { further } : {}),
  }
}

function smartStep(api: Api, item: OwnItem): Step {
  return smartAdStep(api, item, knownBy(item), (context, intent) => findAd(api, item, context, intent))
}

function adStep(api: Api, item: OwnItem): Step {
  const { adSetId, accountId, itemToken } = item
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${itemToken}`,
    asks: knownBy(item),
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
  const { ad, adSetId, facts } = item
  const ads = await readAdsIn(api, adSetId, isSmart(item), readOptions(item, context))
  const before = new Set(facts.adsBefore?.split(','))
  const contents = contentsOf(item, context.results)
  const alike = ads.filter(
    (each) =>
      each.ad_name === ad.adName && each.adgroup_id === adSetId && !before.has(each.ad_id) && shows(each, contents),
  )
  // Asked after the list: whoever made what is in it is known by now.
  if (!isCertain && (await context.hasOpenTwin())) return 'absent'
  for (const { ad_id: id } of alike) {
    if (!(await context.isTaken(id))) return { found: { id } }
  }
  return 'absent'
}

function shows(ad: Ad, contents: Content[]): boolean {
  const shown = [ad, ...(ad.further ?? [])]
  return shown.length === contents.length && contents.every((content) => shown.some((each) => isShown(each, content)))
}

function isShown(shown: Shown, { postId, videoId, imageIds }: Content): boolean {
  if (postId !== null) return shown.tiktok_item_id === postId
  if (videoId !== null) return shown.video_id === videoId
  return imageIds.length > 0 && imageIds.every((id) => shown.image_ids.includes(id))
}
