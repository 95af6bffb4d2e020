import type { Issue } from '../../errors.ts'
import type { BuildVerbs } from './build.ts'
import type { AdReading, CommentVerbs, ConversionVerbs, DiscoveryVerbs } from './content.ts'
import type { AccountRef, Budgets, Paged, PageQuery, PlannedWrite } from './terms.ts'

export type * from './build.ts'
export type * from './content.ts'
export type * from './terms.ts'

export type EntityType = 'ad' | 'adset' | 'campaign'

export interface EntityRef {
  type: EntityType
  id: string
}

/**
 * What something is, in our words. Archived: out of sight, but not deleted. Pending: neither switched on nor off, because
 * it is a draft or the platform holds it back, so it may begin to run.
 */
export type EntityStatus = 'active' | 'paused' | 'archived' | 'deleted' | 'pending'

export interface EntityState extends EntityRef, Budgets {
  name: string
  status: EntityStatus
  /** The same in the platform's own word. */
  platformStatus: string
  endTime: Date | null
  /** The platform cannot end it at a time: whoever wants that pauses it then. */
  hasNoEnd?: true
  /** When it begins by itself; null: it has no beginning of its own, absent: the platform does not tell. */
  startTime?: Date | null
  /** The campaign that an ad set or ad belongs to; absent on campaigns, and where what is above an ad cannot be found. */
  campaignId?: string
  /** The ad set that an ad belongs to: whoever switches the ad on may wake it. */
  adSetId?: string
  /** Where an ad stands in several ad sets at once, all of them: they are switched together. */
  adSetIds?: string[]
  /** Where a budget is a thing of its own, which one this is; `campaigns`: all that spend from it. */
  budgetHolder?: BudgetHolder
  /** Which kind of thing it is to its driver, where it is written to in several ways. Nobody else looks at it. */
  variant?: string
}

export interface BudgetHolder {
  id: string
  isShared: boolean
  campaigns: { id: string; name: string }[]
}

/** What something can be switched to. */
export type SwitchState = Extract<EntityStatus, 'active' | 'paused'>

export interface StatusChange {
  status?: SwitchState
  endTime?: Date
}

/** What the end of a campaign meant for one of its ad sets, where those hold the ends. */
export interface AdSetEnd {
  adSetId: string
  changed: boolean
  /** When it ends now; null: never. */
  endTime: string | null
  /** Why it was left as it is, or what was done instead. */
  reason?: string
}

/** One of the two. */
export interface BudgetAmounts {
  dailyBudget?: number
  lifetimeBudget?: number
}

export interface BudgetChange extends BudgetAmounts {
  /** The end that a lifetime budget needs, where it is not there yet or is to be another. */
  endTime?: Date
  /** That other campaigns spend from the same budget is known, and meant. */
  allowShared?: boolean
}

export interface AdQuery extends PageQuery {
  adSetId?: string
  status?: EntityStatus
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

/**
 * What may spend. True: only what is switched on by its OWN switch, whatever is above or below it and whether or not it runs now: what
 * is in review, scheduled, ended or held back is among it; drafts, what was put away and what ended for good are not.
 * (`status: 'active'` tells people what stands in that one state.) All of it is told, page by page, with no request for single
 * entries. A page may hold more than `limit`, where the platform gives more at once, and less. Of the figures only `spend` is
 * sure: what would cost more requests is null.
 */
export interface SwitchedOn {
  switchedOn?: true
}

export interface PerformanceQuery extends PageQuery, SwitchedOn {
  campaignId?: string
  status?: EntityStatus
  startDate?: string
  endDate?: string
}

/**
 * A campaign or ad set with what it cost and brought itself; figures are null when no days were asked for, and 0 where nothing was
 * delivered on those. Days are those of `ReportingVerbs.calendar`. Times have an offset. A campaign's budget that stands
 * above ad sets with budgets of their own is a cap on them: all of these hold at once.
 */
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
  /** Where a budget is a thing of its own, its id: campaigns with the same one spend from the same amount. */
  budgetId?: string | null
  /** A kind of campaign without ad sets and ads of its own: it runs when it is switched on. */
  hasNoAdSets?: true
  /** What it shows (products of a catalogue, say) is in no list of ads: it runs without any. Of a campaign: all its ad sets do. */
  runsWithoutAds?: true
  spend: number | null
  impressions: number | null
  clicks: number | null
  results: number | null
  costPerResult: number | null
}

export interface AdPerformanceQuery extends PageQuery, SwitchedOn {
  adSetId?: string
  status?: EntityStatus
  startDate?: string
  endDate?: string
}

/**
 * An ad with what it cost and brought; figures are null when no days were asked for. One that stands in several ad sets is told once
 * in each when what is switched on is asked for.
 */
export interface AdPerformanceRow
  extends AdListing, Pick<PerformanceRow, 'spend' | 'impressions' | 'clicks' | 'results' | 'costPerResult'> {
  adSetId: string
  creativeId: string | null
}

/** What an id names, and the account that it is in. */
export interface EntityPosition {
  type: EntityType
  accountId: string
}

export interface ManageVerbs {
  /** The account an entity belongs to; null when this connection cannot see it. */
  ownerOf?(entity: EntityRef): Promise<string | null>
  /**
   * Where an id alone tells what it names: what it is and whose, in the order of the ids; null for those that this connection
   * cannot see. At most one request for every few ids, and none for those that were asked for before.
   */
  kindsOf?(ids: string[]): Promise<(EntityPosition | null)[]>
  /** What the entities are now, in their order; null for those that are not in the account. */
  readEntities?(account: AccountRef, entities: EntityRef[]): Promise<(EntityState | null)[]>
  setStatus?(account: AccountRef, entity: EntityState, change: StatusChange): PlannedWrite
  /** What is wrong with the amounts themselves, such as decimals that the currency does not have. */
  checkBudget?(account: AccountRef, change: BudgetAmounts): Issue[]
  /** The nearest amount that the currency can hold. */
  roundBudget?(account: AccountRef, amount: number): number
  setBudget?(account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite
  deleteEntity?(account: AccountRef, entity: EntityState): PlannedWrite
  /** What becomes of something that is deleted, where the platform deletes nothing. */
  deletedBecomes?: 'archived'
  /** What stands in something that is deleted is told to be deleted, too; absent: it keeps a state of its own. */
  deletesWithin?: true
  listAds?(account: AccountRef, query: AdQuery): Promise<Paged<AdListing>>
  /** Addresses of pictures by ad id, for lists of the best ads; an ad that has none, or is gone, is left out. */
  showAds?(account: AccountRef, adIds: string[]): Promise<Map<string, string>>
  listChanges?(account: AccountRef, query: ChangeQuery): Promise<Paged<ChangeEvent>>
  listPerformance?(
    account: AccountRef,
    level: 'campaign' | 'adset',
    query: PerformanceQuery,
  ): Promise<Paged<PerformanceRow>>
  listAdPerformance?(account: AccountRef, query: AdPerformanceQuery): Promise<Paged<AdPerformanceRow>>
  /** Making and changing campaigns, ad sets and ads. */
  build?: BuildVerbs
  /** Everything there is to read about ads. */
  adReading?: AdReading
  comments?: CommentVerbs
  conversions?: ConversionVerbs
  discovery?: DiscoveryVerbs
}
