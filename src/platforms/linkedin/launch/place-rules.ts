import type { Issue } from '../../../errors.ts'
import type { MediaKind } from '../../contract/media.ts'
import { isObject, lookUp } from '../../../lookup.ts'
import { idIn, statusOf } from '../map.ts'
import type { Post } from '../wire.ts'
import { organizationIn, postIn, showsPost } from './check-ad.ts'
import type { OwnAd } from './fields.ts'
import type { GeoLocation } from './lookups.ts'

/** The format of a campaign decides what its ads are made of. */
const formats: Record<string, string> = {
  STANDARD_UPDATE: 'one picture',
  SINGLE_VIDEO: 'one video',
  CAROUSEL: 'several pictures',
  SPONSORED_UPDATE_NATIVE_DOCUMENT: 'one document',
}

/** What the ad would be, as far as is known: what its files are, or what the caller says they are. */
export function formatOf(ad: OwnAd, kinds: (MediaKind | undefined)[]): string | null {
  if (showsPost(ad)) return null
  if (kinds.length > 1) return 'CAROUSEL'
  const [kind] = kinds
  if (kind === 'video') return 'SINGLE_VIDEO'
  if (kind === 'document') return 'SPONSORED_UPDATE_NATIVE_DOCUMENT'
  return kind === 'image' ? 'STANDARD_UPDATE' : null
}

export interface Judged {
  ad: OwnAd
  adSetId: string
  format: string | null
  now: Date
}

/** Why the ad cannot be in the ad set. Paths start below the ad. */
export function placeIssues({ ad, adSetId, format, now }: Judged, place: GeoLocation | null): Issue[] {
  const wrong = (message: string, path = 'adSets') => [{ path, message }]
  if (!place) return wrong(`there is no ad set ${adSetId} in this account`)
  const { campaign, group } = place
  const { status } = statusOf(campaign.status)
  if (status === 'archived' || status === 'deleted')
    return wrong(`ad set ${adSetId} is ${campaign.status} and takes no ads`)
  const groupEnd = group?.runSchedule?.end
  if (groupEnd && groupEnd <= now.getTime())
    return wrong(
      `the campaign of ad set ${adSetId} ended on ${new Date(groupEnd).toISOString().slice(0, 10)}: its ads are not shown any more`,
    )
  if (campaign.type && campaign.type !== 'SPONSORED_UPDATES')
    return wrong(`ad set ${adSetId} is of type ${campaign.type}; ads can be launched in SPONSORED_UPDATES alone`)
  if (campaign.objectiveType === 'LEAD_GENERATION')
    return wrong(`ad set ${adSetId} collects leads: its ads need a form, which cannot be given here`)
  if (format && campaign.format && campaign.format !== format) {
    const wanted = formats[campaign.format]
    return wrong(`the ads of ad set ${adSetId} are ${campaign.format}${wanted ? `, made of ${wanted}` : ''}`, 'media')
  }
  if (!showsPost(ad) && campaign.objectiveType === 'WEBSITE_VISIT' && !ad.link && format !== 'CAROUSEL')
    return wrong(`is required: ad set ${adSetId} is there to bring people to a page`, 'link')
  return speakerIssues(ad, adSetId, campaign.associatedEntity)
}

function speakerIssues(ad: OwnAd, adSetId: string, entity: string | null | undefined): Issue[] {
  const given = organizationIn(ad)
  if (!entity || given === undefined || given === idIn(entity)) return []
  const path = ad.organizationId === undefined ? 'page' : 'organizationId'
  return [{ path, message: `ad set ${adSetId} speaks for organization ${idIn(entity)}, not ${given}` }]
}

/** Who speaks in an ad: the organization that it names, or that of its ad set. */
export function speakerOf(ad: OwnAd, place: GeoLocation | null): string | null {
  const entity = place?.campaign.associatedEntity
  return organizationIn(ad) ?? (entity ? idIn(entity) : null)
}

/** Who speaks must be known, and must have let the connection speak. */
export function rightsIssues(ad: OwnAd, speaker: string | null, organizations: Set<string>): Issue[] {
  const path = ad.organizationId === undefined && ad.page ? 'page' : 'organizationId'
  if (speaker === null) return [{ path, message: 'is required: the ad set names no organization that speaks' }]
  if (organizations.has(speaker)) return []
  const message = `the connection may not post for organization ${speaker}: its person needs the role of an administrator or of a poster of sponsored content there`
  return [{ path, message }]
}

/** What a post is, for the format of a campaign; null: nobody can tell from what is told of it. */
function formatOfPost({ content }: Post): string | null {
  if (!content) return null
  if (content.carousel !== undefined) return 'CAROUSEL'
  if (content.article !== undefined) return 'STANDARD_UPDATE'
  const { id } = isObject(content.media) ? content.media : {}
  const kind = typeof id === 'string' ? (/^urn:li:(\w+):/.exec(id)?.[1] ?? '') : ''
  return lookUp(formatsOfMedia, kind) ?? null
}

const formatsOfMedia: Record<string, string> = {
  image: 'STANDARD_UPDATE',
  video: 'SINGLE_VIDEO',
  document: 'SPONSORED_UPDATE_NATIVE_DOCUMENT',
}

/** Whether the post can be shown in the campaign: a campaign shows ads of one format. */
export function postFormatIssues(post: Post | null, adSetId: string, place: GeoLocation | null): Issue[] {
  const [is, wanted] = [post && formatOfPost(post), place?.campaign.format]
  if (!is || !wanted || is === wanted) return []
  const words = formats[wanted] ? `, made of ${formats[wanted]}` : ''
  return [{ path: 'adSets', message: `the ads of ad set ${adSetId} are ${wanted}${words}, and the post is ${is}` }]
}

export function postIssues(ad: OwnAd, speaker: string | null, post: Post | null): Issue[] {
  const path = ad.postId === undefined ? 'media.0.effectiveStoryId' : 'postId'
  if (!post) return [{ path, message: `there is no post ${postIn(ad)} that the connection may see` }]
  if (speaker !== null && idIn(post.author) !== speaker)
    return [{ path, message: `is a post of ${post.author}, not of organization ${speaker}` }]
  if (post.lifecycleState && post.lifecycleState !== 'PUBLISHED')
    return [{ path, message: `is ${post.lifecycleState}; only a published post can be sponsored` }]
  return []
}
