import type { KnownAccount } from '../accounts.ts'

/** One thing that a write does to what is spent. */
export interface SpendChange {
  account: KnownAccount
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
  /** What may be spent on a day before and after it, in the account's currency. */
  from: number
  to: number
  /** Budgets that it sets. */
  budgets: readonly number[]
  /** A budget that it changes upwards; from null: there was none of this kind. */
  raise: { from: number | null; to: number } | null
}

/** A write as guards see it. */
export interface SpendingWrite {
  changes: SpendChange[]
  /** Everything it was planned on: when this is different, it is another write. */
  state: unknown
  /** Nothing is to happen: what the guards say is only told. */
  dryRun?: boolean
}

/** A change that adds nothing to any budget. */
export const addsNothing = { from: 0, to: 0, budgets: [], raise: null, count: 1, spends: true } as const

/** Something in an account that can make money flow faster, by how much nobody can tell. */
export function inAccount({ account }: { account: KnownAccount }, target: string, count = 1): SpendChange {
  return { ...addsNothing, account, campaign: { id: null, name: null }, target, count }
}
