import type { Budgets } from '../../../platforms/contract/manage.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { BudgetEffect } from '../ledger/view.ts'

/** What may be spent: so much on every day, and so much once, for as long as it lasts. */
export interface Pace {
  daily: number
  once: number
}

const nothing: Pace = { daily: 0, once: 0 }
/** Nobody can tell. */
export const unknownPace: Pace = { daily: NaN, once: NaN }

/** Nothing bounds the day of a budget for a lifetime but the budget itself. */
export function paceOf({ dailyBudget, lifetimeBudget }: Budgets): Pace {
  return dailyBudget === null ? { daily: 0, once: lifetimeBudget ?? 0 } : { daily: dailyBudget, once: 0 }
}

export function times({ daily, once }: Pace, count: number): Pace {
  return { daily: daily * count, once: once * count }
}

/** What may be spent in so many days. */
function withinDays({ daily, once }: Pace, days: number): number {
  return daily * days + once
}

/** One thing that a write does to what is spent. */
export interface SpendChange {
  account: CachedAccount
  /**
   * Where it happens; where only the ad set is known, its campaign is looked up. A name that is not known counts as one
   * that every pattern fits.
   */
  campaign: { id: string | null; name: string | null; adSetId?: string }
  /** What is switched on, raised or made. */
  target: string
  /** How many ads, copies or entities it is about. */
  count: number
  /** Whether money can flow, or flow faster, because of it. What is made paused only has to keep to the bounds of budgets. */
  spends: boolean
  /** What it makes of what holds budgets; null: nobody can tell. */
  effects: readonly BudgetEffect[] | null
  /** Which of the writes of the call it is; null: a batch, or several. */
  writePart: string | null
  /** What may be spent before and after it, in the account's currency, as far as it tells by itself; no number: the ledger tells. */
  from: Pace
  to: Pace
  /** Budgets that it sets. */
  budgets: readonly number[]
  /** A budget that it changes upwards; from null: there was none of this kind. */
  raise: Raise | null
}

/** One thing that a write lowers or stops. */
export interface LoweringChange extends Pick<SpendChange, 'account' | 'campaign' | 'effects'> {
  /** The journal's key of the write. */
  writeKey: string
}

export interface Raise {
  entityId: string
  kind: 'daily' | 'lifetime'
  from: number | null
  to: number
}

/** An ad that a launch makes, in each of its ad sets. */
export interface AdToCreate {
  name: string
  accountId: string
  adSets: { id: string; name: string | null }[]
  /** ACTIVE: it is shown as soon as it is there. */
  state: 'ACTIVE' | 'PAUSED'
  /** Addresses of the first of what it shows. */
  media: ShownMedium[]
}

/** url: of a video its preview picture, where it was given one. */
export interface ShownMedium {
  url: string
  isVideo: boolean
}

interface GivenMedium {
  url?: string
  type?: string
  thumbnail?: string
}

const maxShown = 4

/** What an ad shows, for whoever decides about it. What shows a post that exists already has no addresses. */
export function shownOf(media: readonly GivenMedium[]): ShownMedium[] {
  return media.slice(0, maxShown).flatMap(({ url, type, thumbnail }) => {
    if (thumbnail) return [{ url: thumbnail, isVideo: false }]
    return url ? [{ url, isVideo: type === 'video' || /\.(mp4|mov|m4v|webm)([?#]|$)/i.test(url) }] : []
  })
}

/** A write as guards see it. */
export interface SpendingWrite {
  changes: SpendChange[]
  /** A budget that it changes, upwards or downwards, as it stood before: the first of a day is what raises are compared with. */
  stood?: { account: CachedAccount; entityId: string; daily: number | null; lifetime: number | null }
  /** What it lowers or stops: what stood there is nothing new should it rise again on the same day. */
  lowers?: LoweringChange[]
  /** Of a launch: what it is, for whoever is asked about it. */
  launch?: { verb: 'Launch' | 'Launch again'; from: string | null; ads: () => AdToCreate[]; warnings?: () => string[] }
  /** Everything it was planned on: when this is different, it is another write. */
  state: unknown
  /** Why a person is asked also where no guard asks; null: nobody need be. */
  asks?: string | null
  /** Sentences about what was decided for a caller who left it out. */
  decided?: string[]
  /** When it began to be planned, by the clock of the database; absent: it rests on nothing that others change. */
  plannedAt?: Date
}

/** A change that adds nothing to any budget. */
export const addsNothing = {
  effects: [],
  writePart: null,
  from: nothing,
  to: nothing,
  budgets: [],
  raise: null,
  count: 1,
  spends: true,
} as const

/** What a change may add in so many days. What is no number stays none: it must not pass for a small one. */
export function addedIn({ from, to }: Pick<SpendChange, 'from' | 'to'>, days: number): number {
  return Math.max(0, withinDays(to, days) - withinDays(from, days))
}

/** Something in an account that can make money flow faster, by how much nobody can tell. */
export function inAccount({ account }: { account: CachedAccount }, target: string, count = 1): SpendChange {
  return { ...addsNothing, account, campaign: { id: null, name: null }, target, count }
}
