import type { Issue } from '../../../errors.ts'
import { longerThan } from '../../kit/fields/longer-than.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import { isWebAddress, webAddressRule } from '../../kit/web-address.ts'
import type { OwnAd, OwnItem } from './fields.ts'

const maxNameLength = 255
const maxMedia = 10
const largestGigabytes = 1
const gibibyte = 1024 ** 3
/** Width to height from which a picture counts as a banner; any other one fills the screen. */
const bannerRatio = 4
const fileTypes = {
  picture: { types: ['image/jpeg', 'image/png', 'image/gif'], words: 'pictures must be JPEG, PNG or GIF' },
  video: { types: ['video/mp4', 'video/quicktime'], words: 'videos must be MP4 or MOV' },
}

/** What this platform would refuse, said before any call. */
export function checkAd(ad: OwnAd, path: string): Issue[] {
  const issues: Issue[] = []
  const wrong = (field: string, message: string, more?: Pick<Issue, 'longest'>) =>
    issues.push({ path: `${path}.${field}`, message, ...more })
  if (ad.adName.length > maxNameLength) wrong('adName', ...longerThan(maxNameLength))
  if (ad.media.length < 1 || ad.media.length > maxMedia)
    wrong('media', `an ad has from 1 to ${maxMedia} media here, not ${ad.media.length}`)
  const link = taggedLink(ad)
  if (link && !isWebAddress(link)) wrong('link', webAddressRule)
  return issues
}

/** What the platform would refuse of the files themselves, for an ad whose media have been fetched. */
export function checkFiles({ media }: Pick<OwnItem, 'media'>): Issue[] {
  return media.flatMap((file, index) => fileProblems(file, media.slice(0, index)).map(at(`media.${index}.url`)))
}

function at(path: string) {
  return (message: string): Issue => ({ path, message })
}

function fileProblems({ kind, contentType, size, sha256 }: PreparedMedia, before: PreparedMedia[]): string[] {
  const problems: string[] = []
  const { types, words } = fileTypes[kind === 'image' ? 'picture' : 'video']
  if (!types.includes(contentType)) problems.push(`is ${contentType}; ${words} here`)
  if (size > largestGigabytes * gibibyte) problems.push(`is larger than ${largestGigabytes} GB`)
  if (before.some((other) => other.sha256 === sha256)) problems.push('is the same file as another one of this ad')
  return problems
}

/** What goes together in a creative set, in words. */
export function comboIssues(media: PreparedMedia[], campaignType: string): Issue[] {
  const videos = media.filter(({ kind }) => kind === 'video').length
  const banners = media.filter(isBanner).length
  const others = media.length - videos - banners
  if (campaignType !== 'WEB' && banners === media.length) return []
  if (videos > 0 && others > 0 && banners === 0) return []
  const rule =
    campaignType === 'WEB'
      ? 'a campaign of a website takes at least one video together with at least one picture that fills the screen'
      : 'a campaign of an app takes banners alone, or at least one video together with at least one picture that fills the screen'
  return [{ path: 'media', message: `${rule}; these are ${countsOf({ videos, banners, others })}` }]
}

function isBanner({ kind, width, height }: PreparedMedia): boolean {
  return kind === 'image' && width !== null && height !== null && width / height >= bannerRatio
}

function countsOf({ videos, banners, others }: { videos: number; banners: number; others: number }): string {
  const many = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`])
  return [...many(videos, 'video'), ...many(others, 'full-screen picture'), ...many(banners, 'banner')].join(', ')
}
