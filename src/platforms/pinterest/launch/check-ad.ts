import type { Issue } from '../../../errors.ts'
import { longerThan } from '../../kit/fields/longer-than.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import { callsToAction } from './cta.ts'

const maxLengths = { adName: 255, title: 100, description: 800, link: 2048 } as const
const largest = { imageMegabytes: 20, videoGigabytes: 2 }
const mebibyte = 1024 * 1024
const imageTypes = new Set(['image/jpeg', 'image/png'])
const videoTypes = new Set(['video/mp4', 'video/quicktime'])
/** Width to height. */
const videoRatio = { min: 0.5, max: 1.91 }

/** What this platform would refuse, or what would not do what the caller means, said before any call. */
export function checkAd(ad: OwnAd, path: string): Issue[] {
  const issues: Issue[] = []
  const wrong = (field: string, message: string, more?: Pick<Issue, 'longest'>) =>
    issues.push({ path: `${path}.${field}`, message, ...more })
  const texts = { adName: ad.adName, title: ad.title, description: ad.description, link: taggedLink(ad) }
  for (const field of ['adName', 'title', 'description', 'link'] as const) {
    if ((texts[field]?.length ?? 0) > maxLengths[field]) wrong(field, ...longerThan(maxLengths[field]))
  }
  if (!ad.boardId) wrong('boardId', 'is required: the board that the pin goes to (GET /v1/pinterest/boards lists them)')
  else if (!/^\d{1,30}$/.test(ad.boardId)) wrong('boardId', 'must be an id made of digits')
  if (!ad.link) wrong('link', 'is required: where a click on the ad leads')
  const ctaProblem = callsToAction.problemOf(ad.cta)
  if (ctaProblem) wrong('cta', ctaProblem)
  if (ad.media.length > 1) wrong('media', `a single ad has one media item, not ${ad.media.length}`)
  return issues
}

/** What the platform would refuse of the files themselves, for an ad whose media have been fetched. */
export function checkFiles({ media, thumbnails }: Pick<OwnItem, 'media' | 'thumbnails'>): Issue[] {
  return media.flatMap((file, index) => {
    const thumbnail = thumbnails[index]
    const issues = file.kind === 'image' ? imageProblems(file) : videoProblems(file)
    return [
      ...issues.map((message) => ({ path: `media.${index}.url`, message })),
      ...(thumbnail ? imageProblems(thumbnail) : []).map((message) => ({
        path: `media.${index}.thumbnail`,
        message,
      })),
    ]
  })
}

function imageProblems({ contentType, size }: PreparedMedia): string[] {
  const problems: string[] = []
  if (!imageTypes.has(contentType)) problems.push(`is ${contentType}; pictures must be JPEG or PNG here`)
  if (size > largest.imageMegabytes * mebibyte) problems.push(`is larger than ${largest.imageMegabytes} MB`)
  return problems
}

function videoProblems({ contentType, size, width, height }: PreparedMedia): string[] {
  const problems: string[] = []
  if (!videoTypes.has(contentType)) problems.push(`is ${contentType}; videos must be MP4 or MOV here`)
  if (size > largest.videoGigabytes * 1024 * mebibyte) problems.push(`is larger than ${largest.videoGigabytes} GB`)
  const ratio = width && height ? width / height : null
  if (ratio !== null && (ratio < videoRatio.min || ratio > videoRatio.max))
    problems.push(`is ${width} x ${height}; a video is between 1:2 and 1.91:1 here`)
  return problems
}
