import type { Issue } from '../../../errors.ts'
import { longerThan } from '../../kit/fields/longer-than.ts'
import { maxBrandNameLength, maxHeadlineLength } from './fields.ts'
import type { OwnAd } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { adTypes, brandNameOf, creativeType, headlineOf, profileOf } from './creative.ts'
import { callsToAction } from './cta.ts'
import { isId } from '../map.ts'
import { lookUp } from '../../../lookup.ts'

const maxNameLength = 375
const largestImage = 5 * 1024 * 1024
const imageTypes = ['image/png', 'image/jpeg']
const videoTypes = ['video/mp4', 'video/quicktime']
const shape = { width: 1080, height: 1920 }

type Wrong = (path: string, message: string, more?: Pick<Issue, 'longest'>) => void

/** What this platform would refuse, or what would not do what the caller means, said before any call. */
export function checkAd(ad: OwnAd, path: string): Issue[] {
  const issues: Issue[] = []
  const wrong: Wrong = (field, message, more) => issues.push({ path: `${path}.${field}`, message, ...more })
  if (lengthOf(ad.adName) > maxNameLength) wrong('adName', ...longerThan(maxNameLength))
  checkTexts(ad, wrong)
  checkProfile(ad, wrong)
  checkKind(ad, wrong)
  if (ad.media.length > 1) wrong('media', `an ad has one media item here, not ${ad.media.length}`)
  return issues
}

/** As people count: a picture sign is one character. */
function lengthOf(text: string): number {
  return [...text].length
}

function checkTexts(ad: OwnAd, wrong: Wrong): void {
  const headline = headlineOf(ad)
  const headlineField = ad.headline === undefined && ad.title !== undefined ? 'title' : 'headline'
  if (!headline?.trim()) wrong('headline', 'is required (or title)')
  else if (lengthOf(headline) > maxHeadlineLength)
    wrong(headlineField, `has ${lengthOf(headline)} characters; a headline has at most ${maxHeadlineLength}`, {
      longest: maxHeadlineLength,
    })
  const brandName = brandNameOf(ad)
  // The profile says who advertises; a name of one's own is a choice.
  if (brandName !== undefined && lengthOf(brandName) > maxBrandNameLength)
    wrong(
      ad.brandName === undefined ? 'primaryName' : 'brandName',
      `has ${lengthOf(brandName)} characters; a brand name has at most ${maxBrandNameLength}`,
      { longest: maxBrandNameLength },
    )
}

function checkProfile(ad: OwnAd, wrong: Wrong): void {
  const profile = profileOf(ad)
  if (!profile)
    wrong('profileId', 'is required: the public profile that speaks in the ad (GET /v1/profiles lists them, as page)')
  else if (!isId(profile))
    wrong(ad.profileId === undefined ? 'page' : 'profileId', 'must be the id of a public profile')
}

function checkKind(ad: OwnAd, wrong: Wrong): void {
  const type = creativeType(ad)
  if (lookUp(adTypes, type) === undefined) {
    wrong('snapAdType', `must be one of ${Object.keys(adTypes).join(', ')}`)
    return
  }
  if (type === 'WEB_VIEW' && !ad.link) wrong('link', 'is required: where the ad leads')
  if (type === 'SNAP_AD' && ad.link) wrong('link', 'is not possible with snapAdType SNAP_AD; use WEB_VIEW')
  if (ad.cta === undefined) return
  const problem = callsToAction.problemOf(ad.cta)
  if (problem) wrong('cta', problem)
  else if (type === 'SNAP_AD') wrong('cta', 'needs a link: an ad that leads nowhere has no button')
}

/** The whole screen, upright. */
export function checkMedia(_ad: OwnAd, media: Pick<PreparedMedia, 'width' | 'height'>[], path: string): Issue[] {
  return media.flatMap(({ width, height }, index) => {
    if (!width || !height) return []
    const isUpright = Math.abs(width / height - shape.width / shape.height) <= 0.01
    const message = `must be 9:16 (${shape.width} x ${shape.height}), not ${width} x ${height}`
    return isUpright ? [] : [{ path: `${path}media.${index}`, message }]
  })
}

/** What only the file itself shows. Paths start below the ad. */
export function fileIssues(ad: OwnAd, media: PreparedMedia[]): Issue[] {
  const issues = checkMedia(ad, media, '')
  media.forEach(({ kind, contentType, size, width }, index) => {
    const wrong = (message: string) => issues.push({ path: `media.${index}`, message })
    const types = kind === 'image' ? imageTypes : videoTypes
    if (!types.includes(contentType)) wrong(`must be ${types.join(' or ')}, not ${contentType}`)
    if (kind === 'image' && size > largestImage) wrong('is larger than 5 MB')
    if (kind === 'image' && width && width < shape.width) wrong(`must be at least ${shape.width} pixels wide`)
  })
  return issues
}
