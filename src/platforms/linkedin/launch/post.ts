import { PlatformError } from '../../../errors.ts'
import type { Found, SentIntent, Step, StepContext, StepResult } from '../../contract/launch.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import type { Api } from '../client.ts'
import { accountUrn, isPostUrn, organizationUrn } from '../map.ts'
import { PostWire } from '../wire.ts'
import type { Post } from '../wire.ts'
import { callsToAction } from './cta.ts'
import type { OwnItem } from './fields.ts'
import { littleText } from './little-text.ts'
import { readPost } from './lookups.ts'
import { callOptions, readOptions } from './media-steps.ts'

const maxNameLength = 255
const pageSize = 100
const maxPages = 20
/** The platform's clock and ours may differ. */
const slackMs = 60 * 60_000

/** The post behind an ad, which nobody sees but as an ad. It is made for one ad, and shown by it in all its ad sets. */
export function postStep(api: Api, item: OwnItem): Step {
  const { organization = '' } = item.facts
  return {
    kind: 'creative',
    name: 'creative',
    key: `creative:${item.adToken}:${organization}`,
    asks: { ...textFields(item), content: contentAsked(item), name: markOf(item) },
    async send(context) {
      const body = postFields(item, context.results)
      const created = api.create('posts', body, callOptions(item, context)).then((id): StepResult => ({ id }))
      return created.catch((error: unknown) => takeTwin(api, item, context, error))
    },
    readBack: { kind: 'find', find: (context, intent) => findPost(api, item, context, intent) },
  }
}

/** The name of a post is shown to its advertisers alone, so the mark by which it is found again stands in it. */
export function markOf({ ad, adToken, facts }: OwnItem): string {
  return [...`${ad.adName} [${adToken} ${facts.organization}]`].slice(-maxNameLength).join('')
}

/** What the post says, and where it leads. */
export function textFields({ ad, facts, media }: OwnItem) {
  const isCarousel = media.length > 1
  return {
    author: organizationUrn(facts.organization ?? ''),
    commentary: littleText(ad.description ?? ''),
    // The cards of a carousel each lead somewhere by themselves.
    contentLandingPage: isCarousel ? undefined : taggedLink(ad),
    contentCallToActionLabel: isCarousel || !ad.link ? undefined : callsToAction.buttonFor(ad.cta),
  }
}

function contentAsked({ ad, media }: OwnItem) {
  return media.map(({ sha256 }, index) => ({ sha256, title: titleOf(ad, index), link: cardLink(ad, index) }))
}

function titleOf({ media, title, adName }: OwnItem['ad'], index: number): string {
  return media[index]?.carouselTitle ?? title ?? adName
}

function cardLink({ media, link, urlTags }: OwnItem['ad'], index: number): string | undefined {
  return taggedLink({ link: media[index]?.carouselLink ?? link, urlTags })
}

export function contentFields({ ad, media }: OwnItem, results: Record<string, StepResult>) {
  const file = (index: number) => ({ id: results[`media:${index}`]?.id, title: titleOf(ad, index) })
  if (media.length === 1) return { media: file(0) }
  return { carousel: { cards: media.map((_, index) => ({ media: file(index), landingPage: cardLink(ad, index) })) } }
}

function postFields(item: OwnItem, results: Record<string, StepResult>) {
  return {
    ...textFields(item),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'NONE', targetEntities: [], thirdPartyDistributionChannels: [] },
    content: contentFields(item, results),
    adContext: { dscAdAccount: accountUrn(item.accountId), dscStatus: 'ACTIVE', dscName: markOf(item) },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
}

/**
 * The platform takes no second post that says and shows the same. Where the first one is an ad's too and leads to the same place,
 * it does just as well for this ad.
 */
async function takeTwin(api: Api, item: OwnItem, context: StepContext, error: unknown): Promise<StepResult> {
  if (!(error instanceof PlatformError) || error.failure.code !== 'DUPLICATE_POST') throw error
  const urn = /urn:li:\w+:\d+/.exec(error.message)?.[0] ?? ''
  const twin = isPostUrn(urn) ? await readPost(api, urn, readOptions(item, context)) : null
  if (twin && isSame(twin, item)) return { id: twin.id }
  throw new PlatformError({ ...error.failure, field: 'description' })
}

function isSame(post: Post, item: OwnItem): boolean {
  const { author, commentary, contentLandingPage, contentCallToActionLabel } = textFields(item)
  return (
    post.adContext?.dscAdAccount === accountUrn(item.accountId) &&
    post.author === author &&
    (post.commentary ?? '') === commentary &&
    (post.contentLandingPage ?? undefined) === contentLandingPage &&
    (post.contentCallToActionLabel ?? undefined) === contentCallToActionLabel
  )
}

/** The account's posts stand newest first. One that is older than the write is not its own, so the look ends there. */
async function findPost(api: Api, item: OwnItem, context: StepContext, intent: SentIntent): Promise<Found> {
  const wanted = markOf(item)
  const query = { q: 'dscAdAccount', dscAdAccount: accountUrn(item.accountId), count: pageSize }
  const tooOld = intent.firstSentAt.getTime() - slackMs
  let last = Infinity
  let isSorted = true
  for (let page = 0; page < maxPages; page++) {
    const place = { ...query, start: page * pageSize }
    const { items } = await api.page(PostWire, 'posts', place, readOptions(item, context))
    const mine = items.find(({ adContext }) => adContext?.dscName === wanted)
    if (mine) return { found: { id: mine.id } }
    for (const { createdAt, created } of items) {
      const time = createdAt ?? created?.time ?? last
      isSorted &&= time <= last
      last = time
    }
    if (items.length < pageSize || (isSorted && last < tooOld)) return 'absent'
  }
  return 'unclear'
}
