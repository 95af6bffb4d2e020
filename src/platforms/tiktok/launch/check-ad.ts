import type { Issue } from '../../../errors.ts'
import { longerThan } from '../../kit/fields/longer-than.ts'
import type { OwnAd } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { callsToAction } from './cta.ts'
import { identityTypes } from '../content/identities.ts'
import { largestFile, largestImage, largestVideo } from '../file-sizes.ts'
import { isEntityId } from '../map.ts'

const maxNameLength = 512
const maxTextLength = 100
const maxTexts = 5
const maxCards = 35
const noVideoCards = 'the cards of a carousel are pictures'
const maxPixels = 3_686_400
const carousel = { width: 1242, height: 2340 }
const imageTypes = ['image/jpeg', 'image/png']

type Wrong = (path: string, message: string, more?: Pick<Issue, 'longest'>) => void

/** Whether the ad shows a post that exists already. */
export function isSpark(ad: OwnAd): boolean {
  return ad.sparkPostId !== undefined || ad.sparkCode !== undefined
}

/** The text of an ad; there is no headline beside it here. */
export function textOf(ad: OwnAd): string {
  return (ad[textFieldOf(ad)] ?? '').trim()
}

/** Only flexible ads have several. */
export function textsOf(ad: OwnAd): string[] {
  const several = new Set((ad.bodyVariations ?? []).map((text) => text.trim()).filter((text) => text !== ''))
  return several.size > 0 ? [...several] : [textOf(ad)]
}

function textFieldOf(ad: OwnAd): 'description' | 'title' {
  return ad.description === undefined && ad.title !== undefined ? 'title' : 'description'
}

/** The fields that its texts stand in. */
export function usedTexts(ad: OwnAd): readonly ('description' | 'title' | 'bodyVariations')[] {
  if (isSpark(ad)) return []
  return (ad.bodyVariations ?? []).length > 0 ? ['bodyVariations'] : [textFieldOf(ad)]
}

/** Ads that people put together have one creative. */
export const manualIssue: Issue = {
  path: 'type',
  message:
    'flexible ads can be launched into Smart+ ad sets only: an ad of any other has one video, or one or more pictures as a carousel',
}

/** What this platform would refuse, or what would not do what the caller means, said before any call. */
export function checkAd(ad: OwnAd, path: string): Issue[] {
  const issues: Issue[] = []
  const wrong: Wrong = (field, message, more) => issues.push({ path: `${path}.${field}`, message, ...more })
  if (ad.adName.length > maxNameLength) wrong('adName', ...longerThan(maxNameLength))
  checkCta(ad, wrong)
  checkIdentity(ad, wrong)
  if (isSpark(ad)) checkSpark(ad, wrong)
  else checkOwnMedia(ad, wrong)
  return issues
}

function checkCta({ cta }: OwnAd, wrong: Wrong): void {
  if (cta === undefined) wrong('cta', `is required; use one of ${callsToAction.words.join(', ')}`)
  const problem = callsToAction.problemOf(cta)
  if (problem) wrong('cta', problem)
}

function checkIdentity({ identityId, identityType, sparkCode }: OwnAd, wrong: Wrong): void {
  if (!identityId && !sparkCode)
    wrong('identityId', 'is required: who speaks in the ad (GET /v1/tiktok/identities lists them)')
  if (identityType !== undefined && !identityTypes.includes(identityType))
    wrong('identityType', `must be one of ${identityTypes.join(', ')}, or left out`)
}

function checkSpark(ad: OwnAd, wrong: Wrong): void {
  if (ad.sparkPostId && ad.sparkCode) wrong('sparkCode', 'and sparkPostId exclude each other')
  if (ad.sparkPostId !== undefined && !isEntityId(ad.sparkPostId)) wrong('sparkPostId', 'must be an id made of digits')
  if (ad.media.length > 0) wrong('media', 'must be left out: the ad shows the post')
  if (ad.type !== 'single') wrong('type', `an ad that shows a post is single, not ${ad.type}`)
  if (ad.aiDisclosure) wrong('aiDisclosure', 'cannot be added to a post that exists already: its maker says it there')
  if (ad.identityType === 'CUSTOMIZED_USER') wrong('identityType', 'a custom identity has no posts')
}

function checkOwnMedia(ad: OwnAd, wrong: Wrong): void {
  if (!ad.link) wrong('link', 'is required: where a click on the ad leads')
  checkCount(ad, wrong)
  if (ad.identityType === 'AUTH_CODE')
    wrong('identityType', 'an identity that was authorized for a post can only show posts; give sparkPostId')
  const variations = ad.bodyVariations ?? []
  if (variations.length > 0 && ad.type !== 'flexible') wrong('bodyVariations', 'is for flexible ads only')
  if (textsOf(ad).length > maxTexts) wrong('bodyVariations', `holds more than ${maxTexts} different texts`)
  const [field = 'description'] = usedTexts(ad)
  for (const text of textsOf(ad)) checkText(text, (message) => wrong(field, message))
}

function checkCount({ type, media }: OwnAd, wrong: Wrong): void {
  const count = media.length
  if (type === 'single' && count > 1)
    wrong(
      'media',
      `a single ad has one media item, not ${count}; type carousel shows several pictures, type flexible has several creatives in one Smart+ ad`,
    )
  if (type !== 'carousel') return
  if (count < 2 || count > maxCards) wrong('media', `a carousel has 2 to ${maxCards} pictures, not ${count}`)
  media.forEach((each, index) => {
    if (each.type === 'video') wrong(`media.${index}.type`, noVideoCards)
  })
}

export function checkText(text: string, wrong: (message: string) => void): void {
  if (text === '') wrong('is required: the text of the ad')
  if (textLength(text) > maxTextLength)
    wrong(`is longer than ${maxTextLength} characters (Chinese, Japanese and Korean ones count twice)`)
  if (/\p{Extended_Pictographic}/u.test(text)) wrong('must not hold emoji')
}

export function textLength(text: string): number {
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u
  return [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
}

/** Rules for files that are at hand; paths start below the ad. */
export function fileIssues(media: PreparedMedia[], thumbnails: (PreparedMedia | null)[]): Issue[] {
  return media.flatMap((each, index) => {
    const thumbnail = thumbnails[index]
    const own = each.kind === 'image' ? imageIssues(each) : videoIssues(each)
    return [
      ...own.map((message) => ({ path: `media.${index}.url`, message })),
      ...(thumbnail
        ? coverIssues(each, thumbnail).map((message) => ({ path: `media.${index}.thumbnail`, message }))
        : []),
    ]
  })
}

function imageIssues({ contentType, size, width, height }: PreparedMedia): string[] {
  if (!imageTypes.includes(contentType)) return ['must be a JPG or PNG picture']
  if (size >= largestImage) return [`must be smaller than ${largestFile.imageMegabytes} MB`]
  if ((width ?? 0) * (height ?? 0) > maxPixels) return [`must have at most ${maxPixels.toLocaleString('en')} pixels`]
  return []
}

/** In the main feed pictures are shown as carousels, which take smaller ones only. */
export function carouselIssues(media: PreparedMedia[], { type }: Pick<OwnAd, 'type'>): Issue[] {
  return media.flatMap(({ kind, width, height }, index) => {
    if (kind === 'video') return type === 'carousel' ? [{ path: `media.${index}.url`, message: noVideoCards }] : []
    if ((width ?? 0) <= carousel.width && (height ?? 0) <= carousel.height) return []
    const message = `is ${width} x ${height}; in ad sets that show in the feed a picture has at most ${carousel.width} x ${carousel.height} pixels`
    return [{ path: `media.${index}.url`, message }]
  })
}

function videoIssues({ size }: PreparedMedia): string[] {
  return size > largestVideo ? [`must not be larger than ${largestFile.videoMegabytes} MB`] : []
}

function coverIssues(video: PreparedMedia, cover: PreparedMedia): string[] {
  const issues = imageIssues(cover)
  const ratio = ({ width, height }: PreparedMedia) => (width && height ? width / height : null)
  const [wanted, given] = [ratio(video), ratio(cover)]
  if (wanted && given && Math.abs(given / wanted - 1) > 0.02) issues.push('must have the same shape as the video')
  return issues
}
