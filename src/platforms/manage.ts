import type { Issue } from '../errors.ts'
import type { Found, StepResult } from './launch.ts'

/** An account as the driver needs it: money is told in its currency, days in its time zone. */
export interface AccountRef {
  id: string
  currency: string
  timeZone: string
}

export type EntityType = 'ad' | 'adset' | 'campaign'

export interface EntityRef {
  type: EntityType
  id: string
}

/** In the account's main unit; null where none is set. */
export interface Budgets {
  dailyBudget: number | null
  lifetimeBudget: number | null
}

export interface EntityState extends EntityRef, Budgets {
  name: string
  status: string
  endTime: Date | null
}

/** One write to the platform, not made yet: it is journalled first. */
export interface PlannedWrite {
  asks: unknown
  send(): Promise<StepResult>
  readBack: { kind: 'repeatable'; because: string } | { kind: 'find'; find(since: Date): Promise<Found> }
  /** Asks the platform whether it would take the write, without making it; absent: it cannot be asked. */
  validate?: () => Promise<void>
}

export interface StatusChange {
  status?: 'ACTIVE' | 'PAUSED'
  endTime?: Date
}

/** One of the two. */
export interface BudgetChange {
  dailyBudget?: number
  lifetimeBudget?: number
}

export interface Paged<T> {
  items: T[]
  before: string | null
  after: string | null
}

export interface PageQuery {
  limit: number
  after?: string
}

export interface AdQuery extends PageQuery {
  adSetId?: string
  status?: string
  /** Just these ads, whatever their state: deleted ones are in no list but can still be read. */
  ids?: string[]
}

export interface AdListing {
  id: string
  name: string
  status: string
  effectiveStatus: string
  createdTime: string
  thumbnailUrl: string | null
}

export interface ChangeQuery extends PageQuery {
  objectId?: string
  since: Date
  until: Date
}

export interface ChangeEvent {
  /** Unix seconds. */
  eventTime: number
  dateTimeInTimezone: string
  eventType: string
  translatedEventType: string
  objectId: string
  objectName: string
  objectType: string
  actorId: string
  actorName: string
  /** Amounts of money are in minor units here, by the contract. */
  changes: Record<string, { old: unknown; new: unknown }>
}

export interface PerformanceQuery extends PageQuery {
  campaignId?: string
  status?: string
  startDate?: string
  endDate?: string
}

/** A campaign or ad set with what it cost and brought; figures are null when no days were asked for. */
export interface PerformanceRow extends Budgets {
  id: string
  name: string
  status: string
  effectiveStatus: string
  objective: string | null
  optimizationGoal: string | null
  campaignId: string | null
  startTime: string | null
  endTime: string | null
  spend: number | null
  impressions: number | null
  clicks: number | null
  results: number | null
  costPerResult: number | null
}

/** A platform's own object, passed through as it is. */
export type Spec = Record<string, unknown>

export interface CampaignRequest {
  name: string
  objective: string
  status?: string
  buyingType?: string
  specialAdCategories?: string[]
  dailyBudget?: number
  lifetimeBudget?: number
  bidStrategy?: string
  campaignBidAmount?: number
  campaignSpendCap?: number
  campaignBudgetOptimization?: boolean
  campaignBudgetType?: string
  isAutomatedCampaign?: boolean
  isAppNetworkAttribution?: boolean
  promotedObject?: Spec
}

export interface BudgetSchedule {
  timeStart: Date
  timeEnd: Date
  budgetValue: number
  budgetValueType: string
}

export interface AdSetRequest {
  name: string
  status?: string
  dailyBudget?: number
  lifetimeBudget?: number
  billingEvent?: string
  optimizationGoal?: string
  bidStrategy?: string
  bidAmount?: number
  destinationType?: string
  promotedObject?: Spec
  attributionSpec?: { event_type: string; window_days: number }[]
  startTime?: Date
  endTime?: Date
  pacingType?: string[]
  existingCustomerBudgetPercentage?: number
  placementSoftOptOut?: unknown
  targeting?: Spec
  location?: Spec
  dsaBeneficiary?: string
  dsaPayor?: string
  valueRuleSetId?: string
  valueRulesApplied?: boolean
  dailyMinSpendTarget?: number
  dailySpendCap?: number
  lifetimeMinSpendTarget?: number
  lifetimeSpendCap?: number
  budgetSchedules?: BudgetSchedule[]
}

/** What an ad set needs to know of the campaign it is made in. */
export interface ParentCampaign extends Budgets {
  id: string
  objective: string
  bidStrategy: string | null
}

/** What was asked for when the campaign was made and only its ad sets can carry out. */
export interface CampaignWishes {
  bidAmount?: number
  isAutomated?: boolean
}

export interface CampaignChange {
  name?: string
  dailyBudget?: number
  lifetimeBudget?: number
  bidStrategy?: string
  spendCap?: number
  endTime?: Date
}

export interface AdSetChange {
  name?: string
  dailyBudget?: number
  lifetimeBudget?: number
  bidAmount?: number
  startTime?: Date
  endTime?: Date
  targeting?: Spec
  location?: Spec
}

export interface AdChange {
  name?: string
  title?: string
  description?: string
  cta?: string
  link?: string
  urlTags?: string
}

export interface ZipChange {
  zips: string[]
  mode: 'replace' | 'merge' | 'remove'
}

export interface ZipPlan {
  write: PlannedWrite
  zips: string[]
  added: string[]
  removed: string[]
}

/** The ad as it is, for changes that are made from what is there. */
export interface AdContent {
  id: string
  creativeId: string
  creative: Spec
}

/**
 * Making and changing the structure: campaigns, ad sets, ads. The `check` verbs look at the request alone, before any
 * call; the plans that need to know what is there have read it, and answer with issues too.
 */
export interface BuildVerbs {
  checkCampaign(account: AccountRef, request: CampaignRequest): Issue[]
  createCampaign(account: AccountRef, request: CampaignRequest, mark: string): PlannedWrite
  checkAdSet(account: AccountRef, request: AdSetRequest): Issue[]
  readCampaign(account: AccountRef, campaignId: string): Promise<ParentCampaign | null>
  checkFit(account: AccountRef, request: AdSetRequest, campaign: ParentCampaign, wishes: CampaignWishes): Issue[]
  createAdSet(
    account: AccountRef,
    request: AdSetRequest,
    campaign: ParentCampaign,
    wishes: CampaignWishes,
    mark: string,
  ): PlannedWrite
  addBudgetSchedule(account: AccountRef, adSetId: string, schedule: BudgetSchedule): PlannedWrite
  checkCampaignChange(account: AccountRef, change: CampaignChange): Issue[]
  updateCampaign(account: AccountRef, campaignId: string, change: CampaignChange): PlannedWrite
  readCampaignSummary(account: AccountRef, campaignId: string): Promise<Spec>
  checkAdSetChange(account: AccountRef, change: AdSetChange): Issue[]
  readTargeting(account: AccountRef, adSetId: string): Promise<Spec>
  updateAdSet(account: AccountRef, adSetId: string, change: AdSetChange, stored: Spec): PlannedWrite
  readAdSetSummary(account: AccountRef, adSetId: string): Promise<Spec>
  checkAdChange(change: AdChange): Issue[]
  readAd(account: AccountRef, adId: string): Promise<AdContent | null>
  /** The new creative that the change needs; null when it needs none, issues when it cannot be made. */
  planCreative(account: AccountRef, ad: AdContent, change: AdChange, mark: string): PlannedWrite | Issue[] | null
  updateAd(account: AccountRef, adId: string, change: { name?: string; creativeId?: string }): PlannedWrite
  /** Postal codes that the platform can read, and the others. */
  sortZips(zips: string[]): { zips: string[]; invalid: string[] }
  planZips(account: AccountRef, adSetId: string, stored: Spec, change: ZipChange): ZipPlan | Issue[]
}

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

export interface ManageVerbs {
  /** The account an entity belongs to; null when this connection cannot see it. */
  ownerOf?(entity: EntityRef): Promise<string | null>
  /** What the entities are now, in their order; null for those that are not in the account. */
  readEntities?(account: AccountRef, entities: EntityRef[]): Promise<(EntityState | null)[]>
  setStatus?(account: AccountRef, entity: EntityState, change: StatusChange): PlannedWrite
  /** What is wrong with the amounts themselves, such as decimals that the currency does not have. */
  checkBudget?(account: AccountRef, change: BudgetChange): Issue[]
  setBudget?(account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite
  deleteEntity?(account: AccountRef, entity: EntityState): PlannedWrite
  listAds?(account: AccountRef, query: AdQuery): Promise<Paged<AdListing>>
  listChanges?(account: AccountRef, query: ChangeQuery): Promise<Paged<ChangeEvent>>
  listPerformance?(
    account: AccountRef,
    level: 'campaign' | 'adset',
    query: PerformanceQuery,
  ): Promise<Paged<PerformanceRow>>
  /** Making and changing campaigns, ad sets and ads. */
  build?: BuildVerbs
  /** Everything there is to read about ads. */
  adReading?: AdReading
  comments?: CommentVerbs
  conversions?: ConversionVerbs
  discovery?: DiscoveryVerbs
}
