import type { AccountRef, Budgets, Paged, PageQuery } from './terms.ts'
import type { DayRange } from './insights.ts'
import type { PerformanceRow } from './manage.ts'

/** An ad account of a network where organizations speak. What is in capitals is in the platform's own words. */
export interface SponsoredAccount {
  id: string
  name: string
  currency: string
  status: string
  type: string | null
  /** What the connection may do in it. */
  role: string | null
  /** Whose account it is. */
  organizationId: string | null
  /** Why its ads are not shown, where they are not. */
  holds: string[]
  isTest: boolean
}

export const postKinds = ['image', 'video', 'document', 'article', 'carousel', 'poll', 'text', 'other'] as const
export type PostKind = (typeof postKinds)[number]

/** A post of an organization, which may be shown as an ad. */
export interface OrganizationPost {
  postId: string
  organizationId: string
  text: string | null
  type: PostKind
  publishedAt: string | null
  permalink: string
  link: string | null
  cta: string | null
  eligible: boolean
  /** Why it cannot be shown as an ad. */
  reason?: string
}

type Figures = Pick<PerformanceRow, 'spend' | 'impressions' | 'clicks' | 'results' | 'costPerResult'>

interface Node extends Figures {
  id: string
  name: string
  status: string
  effectiveStatus: string
}

interface Scheduled extends Node, Budgets {
  objective: string | null
  startTime: string | null
  endTime: string | null
}

export interface NetworkCreative extends Node {
  postId: string | null
  review: string | null
  createdTime: string | null
}

export interface NetworkCampaign extends Scheduled {
  format: string | null
  organizationId: string | null
  creatives?: NetworkCreative[]
}

export interface NetworkGroup extends Scheduled {
  campaigns?: NetworkCampaign[]
}

export interface TreeQuery extends PageQuery {
  /** How far down. */
  depth: 'groups' | 'campaigns' | 'creatives'
  /** null: no figures. */
  range: DayRange | null
}

/** What figures can be told about, in the platform's words. */
export const pivots = [
  ...(['ACCOUNT', 'CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'] as const),
  ...(['COMPANY', 'SHARE', 'CONVERSION', 'CARD_INDEX', 'SERVING_LOCATION', 'PLACEMENT_NAME'] as const),
  ...(['IMPRESSION_DEVICE_TYPE', 'MEMBER_COMPANY_SIZE', 'MEMBER_INDUSTRY', 'MEMBER_SENIORITY'] as const),
  ...(['MEMBER_JOB_TITLE', 'MEMBER_JOB_FUNCTION', 'MEMBER_COUNTRY_V2', 'MEMBER_REGION_V2', 'MEMBER_COMPANY'] as const),
] as const
export type Pivot = (typeof pivots)[number]

/** Figures of the network, in our words. */
export const networkMetrics = [
  ...(['spend', 'impressions', 'clicks', 'ctr', 'cpc', 'cpm', 'landingPageClicks', 'conversions'] as const),
  ...(['conversionValue', 'leads', 'leadFormOpens', 'engagements', 'likes', 'comments', 'shares', 'follows'] as const),
  ...(['videoStarts', 'videoViews', 'videoCompletions', 'reach', 'frequency'] as const),
] as const
export type NetworkMetric = (typeof networkMetrics)[number]

export interface MetricsQuery {
  pivot: Pivot
  /** Of these alone, where the pivot is something that has ids of its own here. */
  entityIds?: string[]
  range: DayRange
  granularity: 'ALL' | 'DAILY' | 'MONTHLY'
  metrics: NetworkMetric[]
}

export interface MetricsRow extends DayRange {
  /** What the row is about: an id, or the platform's own word or URN. */
  value: string
  /** Its name, where the platform tells one. */
  name: string | null
  metrics: Partial<Record<NetworkMetric, number | null>>
}

export interface NetworkVerbs {
  listAccounts(): Promise<SponsoredAccount[]>
  /** null: the connection may not speak for such an organization. */
  listPosts(organizationId: string, query: PageQuery): Promise<Paged<OrganizationPost> | null>
  readTree(account: AccountRef, query: TreeQuery): Promise<Paged<NetworkGroup>>
  /** What is asked that the platform does not tell is refused. */
  readMetrics(account: AccountRef, query: MetricsQuery): Promise<MetricsRow[]>
}
