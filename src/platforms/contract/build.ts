import type { Issue } from '../../errors.ts'
import type { AccountRef, Budgets, PlannedWrite, Spec } from './terms.ts'

export interface CampaignRequest {
  name: string
  objective: string
  status?: string
  buyingType?: string
  specialAdCategories?: string[]
  specialAdCategoryCountry?: string[]
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
  recurrenceType?: string
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
  /** Laws of single countries about who stands behind ads, in the platform's words, and the identities it verified. */
  regionalRegulatedCategories?: string[]
  regionalRegulationIdentities?: Spec
  valueRuleSetId?: string
  valueRulesApplied?: boolean
  dailyMinSpendTarget?: number
  dailySpendCap?: number
  lifetimeMinSpendTarget?: number
  lifetimeSpendCap?: number
  budgetSchedules?: BudgetSchedule[]
}

/** What is special about a campaign's ads, and in which countries. */
export interface SpecialCategories {
  specialAdCategories: string[]
  specialAdCategoryCountry: string[]
}

/** What an ad set needs to know of the campaign it is made in. */
export interface ParentCampaign extends Budgets, SpecialCategories {
  id: string
  objective: string
  bidStrategy: string | null
}

/** Whom an ad set reaches today, and what its campaign has to say about that. */
export interface StoredTargeting {
  targeting: Spec
  special: SpecialCategories
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
  dsaBeneficiary?: string
  dsaPayor?: string
}

export interface AdChange {
  name?: string
  title?: string
  description?: string
  cta?: string
  link?: string
  urlTags?: string
  /** All texts of an ad that has several, in place of those that it has. */
  headlineVariations?: string[]
  bodyVariations?: string[]
}

export interface ZipChange {
  zips: string[]
  mode: 'replace' | 'merge' | 'remove'
}

export interface SortedZips {
  zips: string[]
  invalid: string[]
  /** How many the platform is asked about at once, where there are more: of the rest only the form is known. */
  asked?: number
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
  name: string
  creativeId: string
  creative: Spec
}

/**
 * Making and changing the structure: campaigns, ad sets, ads. The `check` verbs look at the request alone, before any
 * call; the plans that need to know what is there have read it, and answer with issues too.
 */
export interface BuildVerbs {
  /** The request with what the platform wants to hear and the caller may leave out. Reads only. */
  completeCampaign(account: AccountRef, request: CampaignRequest): Promise<CampaignRequest>
  checkCampaign(account: AccountRef, request: CampaignRequest): Issue[]
  createCampaign(account: AccountRef, request: CampaignRequest, mark: string): PlannedWrite
  checkAdSet(account: AccountRef, request: AdSetRequest): Issue[]
  readCampaign(account: AccountRef, campaignId: string): Promise<ParentCampaign | null>
  /** The same request, or what it comes to under a campaign that holds the budget: there an own budget can only be a cap. */
  fitBudget(request: AdSetRequest, campaign: ParentCampaign): AdSetRequest
  checkFit(request: AdSetRequest, campaign: ParentCampaign, wishes: CampaignWishes): Issue[]
  /** Places that are named by the platform's keys and that it does not know. Reads only. */
  checkPlaces(account: AccountRef, places: Pick<AdSetRequest, 'targeting' | 'location'>): Promise<Issue[]>
  createAdSet(
    account: AccountRef,
    request: AdSetRequest,
    parent: { campaign: ParentCampaign; wishes: CampaignWishes },
    mark: string,
  ): PlannedWrite
  addBudgetSchedule(account: AccountRef, adSetId: string, schedule: BudgetSchedule): PlannedWrite
  checkCampaignChange(account: AccountRef, change: CampaignChange): Issue[]
  updateCampaign(account: AccountRef, campaignId: string, change: CampaignChange): PlannedWrite
  readCampaignSummary(account: AccountRef, campaignId: string): Promise<Spec>
  checkAdSetChange(account: AccountRef, change: AdSetChange): Issue[]
  readTargeting(account: AccountRef, adSetId: string): Promise<StoredTargeting>
  checkTargetingChange(change: AdSetChange, stored: StoredTargeting): Issue[]
  updateAdSet(account: AccountRef, adSetId: string, change: AdSetChange, stored: StoredTargeting | null): PlannedWrite
  readAdSetSummary(account: AccountRef, adSetId: string): Promise<Spec>
  checkAdChange(change: AdChange): Issue[]
  readAd(account: AccountRef, adId: string): Promise<AdContent | null>
  /** The new creative that the change needs; null when it needs none, issues when it cannot be made. */
  planCreative(account: AccountRef, ad: AdContent, change: AdChange, mark: string): PlannedWrite | Issue[] | null
  updateAd(account: AccountRef, adId: string, change: { name?: string; creativeId?: string }): PlannedWrite
  /** Postal codes that exist, and the others, as they were given. Reads only. */
  sortZips(account: AccountRef, change: ZipChange): Promise<SortedZips>
  planZips(account: AccountRef, adSetId: string, stored: StoredTargeting, change: ZipChange): ZipPlan | Issue[]
}
