import type { Issue } from '../../errors.ts'
import type { AccountRef, Paged, PageQuery, PlannedWrite, Spec } from './terms.ts'

export interface AdDebugRecord {
  adId: string
  success: boolean
  error?: string
  [field: string]: unknown
}

export interface AdReading {
  /** One record per id, in their order; null for ids that this connection cannot see. */
  debugAds(ids: string[], options: { withCaptions: boolean }): Promise<(AdDebugRecord | null)[]>
  creativeSpecs(ids: string[]): Promise<(AdDebugRecord | null)[]>
}

export interface CommentQuery extends PageQuery {
  adId?: string
  postId?: string
  filter: 'all' | 'visible' | 'hidden'
}

export interface Comment {
  id: string
  /** The comment that it answers; null: it stands for itself. */
  parentId: string | null
  message: string
  from: { id: string | null; name: string | null } | null
  createdTime: string
  hidden: boolean
  likeCount: number
  replyCount: number
  permalink: string | null
}

export type CommentAction = { kind: 'reply'; message: string } | { kind: 'hide' | 'unhide' | 'delete' }

export interface CommentVerbs {
  /** null: there is no such ad or post in reach of the account. */
  listComments(account: AccountRef, query: CommentQuery): Promise<Paged<Comment> | null>
  /** null: there is no such comment in reach of the account. */
  planAction(account: AccountRef, commentId: string, action: CommentAction): Promise<PlannedWrite | null>
}

export interface Pixel {
  id: string
  name: string
  lastFiredTime: string | null
  accountId: string
}

export interface CustomConversion {
  id: string
  name: string
  rule: string | null
  pixelId: string | null
}

export interface ConversionEvent {
  eventName: string
  eventTime: number
  eventId?: string
  actionSource?: string
  eventSourceUrl?: string
  userData: Spec
  customData?: Spec
  /** What else the platform knows about an event, in its own words. */
  more?: Spec
}

export interface ConversionVerbs {
  listPixels(account: AccountRef): Promise<Pixel[]>
  listCustomConversions(account: AccountRef): Promise<CustomConversion[]>
  /** What is wrong with one event; empty: it can be sent. */
  checkEvent(event: ConversionEvent): Issue[]
  sendEvents(
    account: AccountRef,
    pixelId: string,
    events: (ConversionEvent & { eventId: string })[],
    testEventCode: string | undefined,
  ): PlannedWrite
}

export interface Post {
  id: string
  effectiveStoryId: string
  message: string | null
  type: string
  permalink: string | null
  thumbnail: string | null
  cta: string | null
  link: string | null
  eligible: boolean
  reason?: string
}

export interface Creator {
  creatorId: string
  creatorPageId: string | null
  name: string
}

export interface TargetingOption {
  key: string
  name: string
  type: string
  countryCode: string | null
}

export interface Audience {
  id: string
  name: string
  subtype: string | null
  approximateCount: number | null
}

export interface DiscoveryVerbs {
  /** null: this connection has no such page. */
  listPosts(pageId: string, query: PageQuery): Promise<Paged<Post> | null>
  listPartnershipCreators(account: AccountRef): Promise<Creator[]>
  searchTargeting(query: { q: string; type: string; limit: number }): Promise<TargetingOption[]>
  listAudiences(account: AccountRef): Promise<Audience[]>
}
