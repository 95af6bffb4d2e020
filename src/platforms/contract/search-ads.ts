import type { Issue, PlatformFailure } from '../../errors.ts'
import type { DayRange } from './insights.ts'
import type { EntityStatus } from './manage.ts'
import type { StepResult } from './launch.ts'
import type { AccountRef, Budgets, PlannedWrite } from './terms.ts'

/** An account that a connection opens, managers included. */
export interface Customer {
  id: string
  name: string
  currency: string
  timeZone: string
  manager: boolean
  /** How many managers stand above it, on the way on which it was found. */
  level: number
  status: string
}

export interface SearchCampaign extends Budgets {
  id: string
  name: string
  status: string
  effectiveStatus: string
  channel: string | null
  bidding: string | null
  budgetId: string | null
  budgetShared: boolean
  startTime: string | null
  endTime: string | null
  adGroupCount: number
  adCount: number
  keywordCount: number
}

/** Where something stands. */
interface SearchPosition {
  campaignId: string
  campaignName: string
}

interface GroupPosition extends SearchPosition {
  adGroupId: string
  adGroupName: string
}

export interface SearchAdGroup extends SearchPosition {
  id: string
  name: string
  status: string
  effectiveStatus: string
  type: string | null
  bid: number | null
}

export interface SearchAd extends GroupPosition {
  id: string
  name: string
  status: string
  effectiveStatus: string
  type: string | null
  approval: string | null
  strength: string | null
  links: string[]
  headlines: string[]
  descriptions: string[]
}

export interface SearchKeyword extends GroupPosition {
  /** `adGroupId~criterionId`: the second half alone is not unique. */
  id: string
  text: string
  matchType: string
  status: string
  effectiveStatus: string
  bid: number | null
  effectiveBid: number | null
  firstPageBid: number | null
  qualityScore: number | null
}

export interface SearchTerm extends GroupPosition {
  term: string
  status: string
  matchType: string | null
  spend: number
  impressions: number
  clicks: number
  conversions: number
  conversionValue: number
}

export interface CampaignName {
  id: string
  name: string
}

export interface Negative {
  /** `adGroupId~criterionId`, `campaignId~criterionId` or `listId~criterionId`. */
  id: string
  level: 'campaign' | 'ad-group' | 'shared-list'
  text: string
  matchType: string
  campaignId: string | null
  campaignName: string | null
  adGroupId: string | null
  adGroupName: string | null
  listId: string | null
  listName: string | null
  /** Of a shared list: the campaigns that use it. */
  campaigns?: CampaignName[]
}

/** As many as are asked for, from the beginning; whoever shows a page leaves out what came before. */
export interface WithinQuery {
  campaignId?: string
  adGroupId?: string
  status?: EntityStatus
  limit: number
}

export interface TermQuery extends WithinQuery {
  range: DayRange
  /** In the account's main unit. */
  minCost?: number
  maxConversions?: number
}

export const matchTypes = ['EXACT', 'PHRASE', 'BROAD'] as const
type MatchType = (typeof matchTypes)[number]

export interface NewKeyword {
  text: string
  matchType: MatchType
  /** In the account's main unit. */
  bid?: number
}

export interface NewNegative {
  text: string
  matchType: MatchType
  /** One of the two. */
  campaignId?: string
  adGroupId?: string
}

/** What became of one of several. valid: it was only looked at, and would be taken. */
export interface Fate {
  id: string | null
  outcome: 'added' | 'exists' | 'removed' | 'missing' | 'valid' | 'refused'
  failure?: PlatformFailure
}

/** A write about many things, of which each has its own fate. */
export interface ManyWrite extends PlannedWrite {
  fatesIn(result: StepResult): Fate[]
  /** Has the platform look at all of it, and changes nothing. */
  rehearse(): Promise<Fate[]>
}

export interface NegativesRemoval extends ManyWrite {
  /** Those of them that exist. */
  present: Negative[]
  /** Those of them that stand in lists which several campaigns may use. */
  shared: Negative[]
}

export interface KeywordState {
  id: string
  status: string
  text: string
  matchType: string
}

export interface SearchAdsVerbs {
  listCustomers(): Promise<Customer[]>
  /** Everything but what is removed. */
  readCampaigns(account: AccountRef): Promise<SearchCampaign[]>
  listAdGroups(account: AccountRef, query: WithinQuery): Promise<SearchAdGroup[]>
  listAds(account: AccountRef, query: WithinQuery): Promise<SearchAd[]>
  listKeywords(account: AccountRef, query: WithinQuery): Promise<SearchKeyword[]>
  listTerms(account: AccountRef, query: TermQuery): Promise<SearchTerm[]>
  listNegatives(account: AccountRef, query: WithinQuery): Promise<Negative[]>
  /** What is wrong with the texts and bids themselves, before any call; paths begin below the list. */
  checkKeywords(account: AccountRef, keywords: { text: string; bid?: number }[]): Issue[]
  addKeywords(account: AccountRef, adGroupId: string, keywords: NewKeyword[]): ManyWrite
  addNegatives(account: AccountRef, negatives: NewNegative[]): ManyWrite
  /** Looks which of them there are, and on which level, before it plans. */
  removeNegatives(account: AccountRef, ids: string[]): Promise<NegativesRemoval>
  /** The keywords, in the order of the ids; null for those that are not in the account. */
  readKeywords(account: AccountRef, ids: string[]): Promise<(KeywordState | null)[]>
  setKeywordStatus(account: AccountRef, id: string, status: 'active' | 'paused'): PlannedWrite
}
