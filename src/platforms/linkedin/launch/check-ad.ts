import type { Issue } from '../../../errors.ts'
import { longerThan } from '../../kit/fields/longer-than.ts'
import type { MediaKind, PreparedMedia } from '../../contract/media.ts'
import { isWebAddress, webAddressRule } from '../../kit/web-address.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import { isPostUrn, organizationIdIn } from '../map.ts'
import { callsToAction } from './cta.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import { littleText } from './little-text.ts'

const maxLengths = { adName: 255, title: 400, description: 3000, link: 2000 } as const
const cards = { min: 2, max: 10 }
const maxCardTitleLength = 45

const mebibyte = 1024 * 1024
const imageTypes = ['image/jpeg', 'image/png', 'image/gif']
const largestImage = 36_152_320
const video = { minBytes: 75 * 1024, maxMegabytes: 500, minSeconds: 3, maxSeconds: 30 * 60 }
const document = { maxMegabytes: 100, maxPages: 300 }

type Wrong = (path: string, message: string, more?: Pick<Issue, 'longest'>) => void

/** The post that the ad shows, in either of the two ways to say so; undefined: it is made of media. */
export function postIn(ad: OwnAd): string | undefined {
  return ad.postId ?? (ad.scalePostId ? ad.media[0]?.effectiveStoryId : undefined)
}

/** The organization as its number, where the caller names one. */
export function organizationIn({ organizationId, page }: OwnAd): string | undefined {
  const given = organizationId ?? (page || undefined)
  return given === undefined ? undefined : (organizationIdIn(given) ?? given)
}

export function showsPost(ad: OwnAd): boolean {
  return ad.postId !== undefined || ad.scalePostId === true
}

/** What this platform would refuse, or what would not do what the caller means, said before any call. */
export function checkAd(ad: OwnAd, path: string): Issue[] {
  const issues: Issue[] = []
  const wrong: Wrong = (field, message, more) => issues.push({ path: `${path}.${field}`, message, ...more })
  if (ad.adName.length > maxLengths.adName) wrong('adName', ...longerThan(maxLengths.adName))
  checkOrganization(ad, wrong)
  if (showsPost(ad)) checkPost(ad, wrong)
  else checkContent(ad, wrong)
  return issues
}

function checkOrganization(ad: OwnAd, wrong: Wrong): void {
  for (const field of ['organizationId', 'page'] as const) {
    const given = ad[field]
    if (given && organizationIdIn(given) === null) wrong(field, 'must be the number of an organization, or its URN')
  }
  if (ad.organizationId && ad.page && organizationIdIn(ad.organizationId) !== organizationIdIn(ad.page))
    wrong('page', 'names another organization than organizationId')
}

const flags = ['existingAd', 'existingPrimaryAd', 'isExistingPost'] as const

function checkPost(ad: OwnAd, wrong: Wrong): void {
  const [preview] = ad.media
  const post = postIn(ad)
  const field = ad.postId === undefined ? 'media.0.effectiveStoryId' : 'postId'
  if (post === undefined) wrong(field, 'is required: the URN of the post')
  else if (!isPostUrn(post)) wrong(field, 'must be the URN of a post, such as urn:li:share:123 or urn:li:ugcPost:123')
  if (ad.scalePostId) {
    for (const flag of flags)
      if (preview?.[flag] !== true)
        wrong(`media.0.${flag}`, `must be true to sponsor a post, like all of ${flags.join(', ')}`)
    if (ad.media.length > 1) wrong('media', `one post is sponsored per ad, not ${ad.media.length}`)
  } else if (ad.media.length > 0) wrong('media', 'must be left out: the ad shows the post')
}

function checkContent(ad: OwnAd, wrong: Wrong): void {
  if (littleText(ad.description ?? '').length > maxLengths.description)
    wrong('description', `is longer than ${maxLengths.description} characters; signs such as # @ ( ) and _ count twice`)
  if ((ad.title?.length ?? 0) > maxLengths.title) wrong('title', ...longerThan(maxLengths.title))
  if ((taggedLink(ad)?.length ?? 0) > maxLengths.link) wrong('link', `is longer than ${maxLengths.link} characters`)
  const ctaProblem = callsToAction.problemOf(ad.cta)
  if (ctaProblem) wrong('cta', ctaProblem)
  else if (ad.cta !== undefined && ad.cta !== 'NO_BUTTON' && !ad.link)
    wrong('link', 'is required where there is a call to action: the button leads there')
  const kinds = new Set(ad.media.flatMap(({ type }) => type ?? []))
  if (ad.media.length > 1) {
    checkCards(ad, wrong)
    for (const issue of cardKinds([...kinds])) wrong('media', issue)
  }
}

/** Several pictures are the cards of a carousel. */
function checkCards(ad: OwnAd, wrong: Wrong): void {
  if (ad.media.length > cards.max)
    wrong('media', `a carousel has ${cards.min} to ${cards.max} cards, not ${ad.media.length}`)
  ad.media.forEach(({ carouselTitle, carouselLink }, index) => {
    const title = carouselTitle ?? ad.title
    if (!title?.trim())
      wrong(`media.${index}.carouselTitle`, 'is required: each card has a headline, its own or that of the ad')
    else if (title.length > maxCardTitleLength)
      wrong(
        carouselTitle ? `media.${index}.carouselTitle` : 'title',
        `is longer than ${maxCardTitleLength} characters, the most that a card has`,
      )
    if (!carouselLink && !ad.link) wrong(`media.${index}.carouselLink`, 'is required: each card leads somewhere')
    else if (carouselLink && !isWebAddress(carouselLink)) wrong(`media.${index}.carouselLink`, webAddressRule)
  })
}

function cardKinds(kinds: MediaKind[]): string[] {
  return kinds.some((kind) => kind !== 'image')
    ? ['several media are a carousel, and its cards are pictures: give one video or document alone']
    : []
}

/** What the platform would refuse of the files themselves, for an ad whose media have been fetched. Paths start below the ad. */
export function fileIssues({ media }: Pick<OwnItem, 'media'>): Issue[] {
  if (media.length > 1) {
    const mixed = cardKinds(media.map(({ kind }) => kind))
    if (mixed.length > 0) return mixed.map((message) => ({ path: 'media', message }))
  }
  return media.flatMap((file, index) =>
    rules[file.kind](file).map((message) => ({ path: `media.${index}.url`, message })),
  )
}

const rules: Record<MediaKind, (file: PreparedMedia) => string[]> = {
  image({ contentType, width, height }) {
    if (!imageTypes.includes(contentType)) return [`is ${contentType}; pictures must be JPEG, PNG or GIF here`]
    if ((width ?? 0) * (height ?? 0) > largestImage)
      return [`has more than ${largestImage.toLocaleString('en')} pixels`]
    return []
  },
  video({ contentType, size, seconds }) {
    const problems: string[] = []
    if (contentType !== 'video/mp4') problems.push(`is ${contentType}; videos must be MP4 here`)
    if (size < video.minBytes)
      problems.push(`is smaller than ${video.minBytes / 1024} KB, the least that the platform takes`)
    if (size > video.maxMegabytes * mebibyte) problems.push(`is larger than ${video.maxMegabytes} MB`)
    if (seconds !== null && seconds !== undefined && (seconds < video.minSeconds || seconds > video.maxSeconds))
      problems.push(
        `plays for ${Math.round(seconds * 10) / 10} seconds; a video plays for ${video.minSeconds} seconds to ${video.maxSeconds / 60} minutes here`,
      )
    return problems
  },
  document({ contentType, size, pages }) {
    const problems: string[] = []
    if (contentType !== 'application/pdf') problems.push(`is ${contentType}; documents must be PDF here`)
    if (size > document.maxMegabytes * mebibyte) problems.push(`is larger than ${document.maxMegabytes} MB`)
    if ((pages ?? 0) > document.maxPages)
      problems.push(`has ${pages} pages; a document has at most ${document.maxPages} here`)
    return problems
  },
}
