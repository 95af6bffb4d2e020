import type { Issue } from '../../../errors.ts'
import type { Decided } from '../../contract/launch.ts'
import type { ShownPost } from '../../contract/report.ts'
import { decidedByPost } from '../../kit/decided.ts'
import type { OwnAd } from './fields.ts'
import type { FoundPost } from './lookups.ts'

/** `{page}_{post}`; callers may leave the page out, because the ad names it. */
export function storyIdOf(ad: OwnAd): string {
  const given = ad.media[0]?.effectiveStoryId ?? ''
  return given.includes('_') ? given : `${ad.page}_${given}`
}

/** Whether the ad shows something that exists already, so that its media are a preview only and are never fetched. */
export function showsExistingPost(ad: Pick<OwnAd, 'scalePostId' | 'type'>): boolean {
  return ad.scalePostId === true || ad.type === 'partnershipCode'
}

const flags = ['existingAd', 'existingPrimaryAd', 'isExistingPost'] as const

export function adOfPost({ post }: ShownPost): Record<string, unknown> {
  const marked = Object.fromEntries(flags.map((flag) => [flag, true]))
  return { type: 'single', page: post.split('_')[0], scalePostId: true, media: [{ effectiveStoryId: post, ...marked }] }
}

/** Rules for an ad that shows a post which exists already. Paths start below the ad. */
export function postIssues(ad: OwnAd): Issue[] {
  const issues: Issue[] = []
  const wrong = (path: string, message: string) => issues.push({ path, message })
  const [post] = ad.media
  if (ad.type !== 'single') wrong('type', `a post is boosted with type single, not ${ad.type}`)
  if (ad.media.length > 1) wrong('media', `one post is boosted per ad, not ${ad.media.length}`)
  if (!post) return issues
  const missing = flags.filter((flag) => post[flag] !== true)
  for (const flag of missing) {
    wrong(`media.0.${flag}`, `must be true to boost a post, like all of ${flags.join(', ')}`)
  }
  const storyId = post.effectiveStoryId
  if (!storyId) wrong('media.0.effectiveStoryId', 'is required to boost a post: {page_id}_{post_id}')
  else if (!/^(\d{1,30}_)?\d{1,30}$/.test(storyId))
    wrong('media.0.effectiveStoryId', 'must be {page_id}_{post_id}, or the id of a post of the page')
  else if (ad.page && !storyIdOf(ad).startsWith(`${ad.page}_`))
    wrong('page', `must be the page that owns the post, ${storyId.split('_')[0]}`)
  // A post has one creative in an account, made once: what belongs to the creative cannot be added to it.
  for (const field of [
    'promoCode',
    'aiDisclosure',
    'aiMediaSelfDisclosure',
    'partnershipAd',
    'partnershipCode',
  ] as const) {
    if (ad[field]) wrong(field, 'cannot be added to a post that exists already')
  }
  return issues
}

/** The flags of a boost without the switch that makes it one: the preview must not be launched as a new ad. */
export function strayPostIssues(ad: OwnAd): Issue[] {
  return ad.media.flatMap((media) =>
    flags.some((flag) => media[flag])
      ? [{ path: 'scalePostId', message: 'must be true, because the media say that an existing post is meant' }]
      : [],
  )
}

const noButton = 'NO_BUTTON'

/** A boosted post keeps its own button and link: an ad cannot give it others. */
export function decidedBy(post: FoundPost, ad: OwnAd): Decided[] {
  if (post === 'missing') return []
  const own = post === 'unreadable' ? undefined : { cta: post.call_to_action?.type ?? null, link: destinationOf(post) }
  return decidedByPost(ad, own && { ...own, cta: own.cta === noButton ? null : own.cta }, (cta) =>
    cta === noButton ? undefined : cta,
  )
}

/** Where a post leads; null: nowhere but to the networks themselves. */
export function destinationOf(post: Exclude<FoundPost, string>): string | null {
  const links = [post.call_to_action?.value?.link, ...(post.attachments?.data.map(({ url }) => url) ?? [])]
  return links.flatMap((link) => outside(link) ?? [])[0] ?? null
}

function outside(link: string | undefined): string | null {
  const address = link === undefined ? null : URL.parse(link)
  if (!link || !address) return null
  // The networks wrap links that lead out in an address of this host.
  if (/^l\.(facebook|instagram)\.com$/.test(address.hostname)) return address.searchParams.get('u') ?? link
  return /(^|\.)(facebook\.com|instagram\.com|fb\.me|fb\.watch)$/.test(address.hostname) ? null : link
}
