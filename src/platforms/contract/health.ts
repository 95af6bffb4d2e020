/** Ads can run only in an active account. */
export const accountStates = ['active', 'disabled', 'pending', 'closed'] as const
export type AccountState = (typeof accountStates)[number]

/** In main units of the account's currency. */
export interface SpendLimit {
  limit: number
  spent: number
}

/** How an ad account was when its connection was looked at last. */
export interface AccountHealth {
  accountId: string
  state: AccountState
  /** Why it is not active, for people; null: it is, or the platform does not say. */
  stateReason: string | null
  /** What it may spend in all; null: it has no limit, or the platform does not tell. */
  spendLimit: SpendLimit | null
}

/** What looking at a connection found of what lies behind it. */
export interface ConnectionHealth {
  accounts: AccountHealth[]
}
