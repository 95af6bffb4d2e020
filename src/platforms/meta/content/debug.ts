import { PlatformError } from '../../../errors.ts'
import type { AdDebugRecord, AdPage, CreativeSpecRecord, Spec, UnreadAd, VideoCaption } from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { CaptionsWire, DebugAdWire, DebugImagesWire, DebugPageWire, DebugVideoWire } from './debug-wire.ts'
import type { DebugAd, DebugPage } from './debug-wire.ts'
import { isMissing, isNodeId } from '../manage/read.ts'
import { nodeId } from '../map.ts'
import { isObject } from '../create/targeting-location.ts'

/** Ads of several accounts are read together, so no single account's allowance is asked. */
const options = { accountId: '' }

const adFields =
  'id,name,account_id,created_time,updated_time,campaign{id,name,objective},' +
  'adset{id,name,optimization_goal,destination_type},' +
  'creative{id,name,object_story_spec,asset_feed_spec,thumbnail_url,image_hash,video_id,' +
  'effective_object_story_id,instagram_user_id,url_tags}'
const pageFields = 'id,name,picture{url},instagram_business_account{id,username}'

type AdAnswer = DebugAd | PlatformError | null

async function readAds(graph: Graph, ids: string[], fields: string): Promise<AdAnswer[]> {
  const readable = [...new Set(ids.filter(isNodeId))]
  const reads = readable.map((id) => ({ path: id, params: { fields } }))
  const answers = await graph.readMany(DebugAdWire, reads, options)
  const byId = new Map(readable.map((id, index) => [id, answers[index]!]))
  return ids.map((id) => {
    const answer = byId.get(id)
    return answer === undefined || isMissing(answer) ? null : answer
  })
}

export async function creativeSpecs(graph: Graph, ids: string[]): Promise<(CreativeSpecRecord | UnreadAd | null)[]> {
  const fields =
    'id,account_id,adset{id},creative{id,name,object_story_spec,asset_feed_spec,url_tags,effective_object_story_id}'
  const answers = await readAds(graph, ids, fields)
  return answers.map((answer, index) => {
    if (answer === null) return null
    const adId = ids[index]!
    if (answer instanceof PlatformError) return failed(adId, answer)
    const { creative } = answer
    return {
      adId,
      success: true,
      account_id: answer.account_id,
      creative: creative && {
        id: creative.id,
        name: creative.name ?? null,
        object_story_spec: creative.object_story_spec ?? null,
        asset_feed_spec: creative.asset_feed_spec ?? null,
        url_tags: creative.url_tags ?? null,
        effective_object_story_id: creative.effective_object_story_id ?? null,
      },
    }
  })
}

/** Four calls at most for fifty ads: the ads, their pages, their images, their videos; one more with captions. */
export async function debugAds(
  graph: Graph,
  ids: string[],
  { withCaptions }: { withCaptions: boolean },
): Promise<(AdDebugRecord | UnreadAd | null)[]> {
  const answers = await readAds(graph, ids, adFields)
  const ads = answers.flatMap((answer) => (answer === null || answer instanceof PlatformError ? [] : [answer]))
  const videoIds = [...new Set(ads.map(videoOf).filter((id) => id !== undefined))]
  const [pages, images, videos, captions] = await Promise.all([
    readById(graph, ads.map(pageOf), pageFields),
    readImages(graph, ads),
    readVideos(graph, videoIds),
    withCaptions ? readCaptions(graph, videoIds) : null,
  ])
  return answers.map((answer, index) => {
    const adId = ids[index]!
    if (answer === null) return null
    if (answer instanceof PlatformError) return failed(adId, answer)
    const video = videos.get(videoOf(answer) ?? '')
    return {
      adId,
      success: true,
      account_id: answer.account_id,
      created_time: inUtc(answer.created_time),
      updated_time: inUtc(answer.updated_time),
      campaign: answer.campaign ?? null,
      adset: answer.adset ?? null,
      creative: creativeOf(answer, images),
      pageMetadata: pageMetadata(answer, pages),
      videoSource: video?.source ?? null,
      videoThumbnail: video?.picture ?? null,
      ...(captions ? { videoCaptions: captions.get(videoOf(answer) ?? '') ?? [] } : {}),
    }
  })
}

function inUtc(time: string | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}

function failed(adId: string, error: PlatformError): UnreadAd {
  return { adId, success: false, error: error.message }
}

function storyOf({ creative }: DebugAd): Spec {
  return creative?.object_story_spec ?? {}
}

function pageOf(ad: DebugAd): string | undefined {
  const page = storyOf(ad).page_id ?? ad.creative?.effective_object_story_id?.split('_')[0]
  return typeof page === 'string' && isNodeId(page) ? page : undefined
}

function videoOf(ad: DebugAd): string | undefined {
  const { link_data: link, video_data: video } = storyOf(ad)
  const cards = isObject(link) && Array.isArray(link.child_attachments) ? link.child_attachments : []
  const feed = ad.creative?.asset_feed_spec?.videos
  const candidates: unknown[] = [
    isObject(video) ? video.video_id : undefined,
    ...cards.map((card) => (isObject(card) ? card.video_id : undefined)),
    ...(Array.isArray(feed) ? feed.map((entry) => (isObject(entry) ? entry.video_id : undefined)) : []),
    ad.creative?.video_id,
  ]
  return candidates.find((id): id is string => typeof id === 'string' && isNodeId(id))
}

function feedImages(ad: DebugAd): Spec[] {
  const images = ad.creative?.asset_feed_spec?.images
  return Array.isArray(images) ? images.filter(isObject) : []
}

async function readById(graph: Graph, wanted: (string | undefined)[], fields: string): Promise<Map<string, DebugPage>> {
  const ids = [...new Set(wanted.filter((id) => id !== undefined))]
  const reads = ids.map((id) => ({ path: id, params: { fields } }))
  const answers = await graph.readMany(DebugPageWire, reads, options)
  // A page that cannot be read leaves a gap in the record, not a hole in the export.
  return new Map(answers.flatMap((answer, index) => (answer instanceof PlatformError ? [] : [[ids[index]!, answer]])))
}

async function readVideos(graph: Graph, ids: string[]) {
  const reads = ids.map((id) => ({ path: id, params: { fields: 'id,source,picture' } }))
  const answers = await graph.readMany(DebugVideoWire, reads, options)
  return new Map(answers.flatMap((answer, index) => (answer instanceof PlatformError ? [] : [[ids[index]!, answer]])))
}

async function readCaptions(graph: Graph, ids: string[]): Promise<Map<string, VideoCaption[]>> {
  const fields = 'locale,locale_name,uri,is_default,is_auto_generated'
  const reads = ids.map((id) => ({ path: `${id}/captions`, params: { fields } }))
  const answers = await graph.readMany(CaptionsWire, reads, options)
  return new Map(
    answers.flatMap((answer, index) => {
      if (answer instanceof PlatformError) return []
      const captions = answer.data.map((caption) => ({
        locale: caption.locale ?? null,
        localeName: caption.locale_name ?? null,
        url: caption.uri ?? null,
        isDefault: caption.is_default ?? false,
        isAutoGenerated: caption.is_auto_generated ?? false,
      }))
      return [[ids[index]!, captions] as const]
    }),
  )
}

/** Hashes mean something within their account only: one question for each account. */
async function readImages(graph: Graph, ads: DebugAd[]): Promise<Map<string, string>> {
  const byAccount = new Map<string, Set<string>>()
  for (const ad of ads) {
    const hashes = byAccount.get(ad.account_id) ?? new Set()
    for (const image of feedImages(ad)) if (typeof image.hash === 'string') hashes.add(image.hash)
    byAccount.set(ad.account_id, hashes)
  }
  const wanted = [...byAccount].filter(([, hashes]) => hashes.size > 0)
  const reads = wanted.map(([account, hashes]) => ({
    path: `${nodeId(account)}/adimages`,
    params: { hashes: [...hashes], fields: 'hash,url', limit: hashes.size },
  }))
  const answers = await graph.readMany(DebugImagesWire, reads, options)
  const urls = new Map<string, string>()
  answers.forEach((answer, index) => {
    if (answer instanceof PlatformError) return
    for (const { hash, url } of answer.data) if (url) urls.set(`${wanted[index]![0]} ${hash}`, url)
  })
  return urls
}

function creativeOf(ad: DebugAd, images: Map<string, string>): AdDebugRecord['creative'] {
  const { creative } = ad
  if (!creative) return null
  const feed = creative.asset_feed_spec
  const resolved = feedImages(ad).map((image) => ({
    ...image,
    url: images.get(`${ad.account_id} ${String(image.hash)}`) ?? image.url ?? null,
  }))
  return {
    id: creative.id,
    name: creative.name ?? null,
    object_story_spec: creative.object_story_spec ?? null,
    asset_feed_spec: feed ? { ...feed, ...(resolved.length > 0 ? { images: resolved } : {}) } : null,
    thumbnail_url: creative.thumbnail_url ?? null,
  }
}

function pageMetadata(ad: DebugAd, pages: Map<string, DebugPage>): AdPage | null {
  const pageId = pageOf(ad)
  if (!pageId) return null
  const page = pages.get(pageId)
  const story = storyOf(ad)
  const linked = page?.instagram_business_account
  const named = typeof story.instagram_user_id === 'string' ? story.instagram_user_id : undefined
  const secondary = named ?? ad.creative?.instagram_user_id ?? linked?.id ?? null
  return {
    pageId,
    pageName: page?.name ?? null,
    secondaryUserId: secondary,
    secondaryName: linked && linked.id === secondary ? (linked.username ?? null) : null,
    profileImageUrl: page?.picture?.data?.url ?? null,
  }
}
