import type { Selectable } from 'kysely'
import { accountName } from '../reach.ts'
import type { GuardTables } from '../../db/tables/guards.ts'

/** What happens to a write above a limit: it is refused, a person is asked, or it is done and told; the strictest first. */
export const guardModes = ['refuse', 'ask', 'warn'] as const
export type GuardMode = (typeof guardModes)[number]

/** What a cap compares with: what runs, or what was spent and what our own writes of the day let run; the strictest first. */
export const guardBases = ['commitments', 'spend'] as const
export type GuardBasis = (typeof guardBases)[number]

/** A key, or an assistant that acts with one. */
export const byPattern = /^(key|assistant):[1-9]\d{0,15}$/

export const maxGuards = 100
export const maxPatternLength = 200
export const maxMoney = 1_000_000_000_000

/** Limits in amounts of money, in the guard's currency. */
const moneyLimits = ['dailyCap', 'monthlyCap', 'largestBudget', 'largestRaise'] as const
/** Limits in plain numbers. */
const plainLimits = ['largestRaisePercent', 'largestBatch', 'notAfterHour'] as const
export const limitNames = [...moneyLimits, ...plainLimits] as const
export type LimitName = (typeof limitNames)[number]

/** Which writes a guard looks at. null: all of them. */
export interface GuardScope {
  platform: string | null
  accountId: string | null
  campaignPattern: string | null
}

/** What a guard says. A limit that is null does not hold. */
export interface GuardSetting extends GuardScope, Record<LimitName, number | null> {
  name: string | null
  basis: GuardBasis
  /** Whose writes alone it looks at and counts; null: everybody's. */
  by: string | null
  /** Whether a daily budget counts with what its platform may spend beyond it on a day. */
  overdelivery: boolean
  currency: string
  mode: GuardMode
  /** Whether reaching a cap pauses what the guard covers. */
  stop: boolean
  /** Whether who approves must be somebody else than who asked. */
  fourEyes: boolean
}

export interface Guard extends GuardSetting {
  id: number
  /** The day or month for which it has paused everything already. */
  stoppedFor: string | null
  /** The day for which it was told that a cap of it is reached. */
  reachedFor: string | null
}

/** The account that a guard looks at alone, as events keep it; null: it looks at more. */
export function accountsOfGuard({ platform, accountId }: GuardScope): string[] | null {
  return platform === null || accountId === null ? null : [accountName({ platform, account_id: accountId })]
}

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

/** As the driver tells it, or as JSON, where amounts are numbers. */
export type GuardRow = Omit<Selectable<GuardTables['spend_guards']>, 'created_at' | 'updated_at'>

export function guardOf(row: GuardRow): Guard {
  return {
    id: row.id,
    name: row.name,
    platform: row.platform,
    accountId: row.account_id,
    campaignPattern: row.campaign_pattern,
    dailyCap: numberOrNull(row.daily_cap),
    monthlyCap: numberOrNull(row.monthly_cap),
    largestBudget: numberOrNull(row.largest_budget),
    largestRaisePercent: numberOrNull(row.largest_raise_percent),
    largestRaise: numberOrNull(row.largest_raise),
    largestBatch: row.largest_batch,
    notAfterHour: row.not_after_hour,
    basis: row.basis,
    by: row.by_actor,
    overdelivery: row.overdelivery,
    currency: row.currency,
    mode: row.mode,
    stop: row.stop,
    fourEyes: row.four_eyes,
    stoppedFor: row.stopped_for,
    reachedFor: row.reached_for,
  }
}

const textOrNull = (amount: number | null) => (amount === null ? null : String(amount))

export function columnsOf(guard: GuardSetting) {
  return {
    name: guard.name,
    platform: guard.platform,
    account_id: guard.accountId,
    campaign_pattern: guard.campaignPattern,
    daily_cap: textOrNull(guard.dailyCap),
    monthly_cap: textOrNull(guard.monthlyCap),
    largest_budget: textOrNull(guard.largestBudget),
    largest_raise_percent: textOrNull(guard.largestRaisePercent),
    largest_raise: textOrNull(guard.largestRaise),
    largest_batch: guard.largestBatch,
    not_after_hour: guard.notAfterHour,
    basis: guard.basis,
    by_actor: guard.by,
    overdelivery: guard.overdelivery,
    currency: guard.currency,
    mode: guard.mode,
    stop: guard.stop,
    four_eyes: guard.fourEyes,
  }
}

/** What a guard is called in a sentence. */
export function guardTitle({ id, name }: Pick<Guard, 'id' | 'name'>): string {
  return name === null ? `spend guard ${id}` : `spend guard ${id} (${name})`
}

export type Tightening = 'same' | 'tightened' | 'loosened'

/** Whether a guard becomes stricter. What makes it neither stricter nor keeps it as it was counts as looser. */
export function tighteningOf(before: GuardSetting, after: GuardSetting): { change: Tightening; looser: string[] } {
  const fixed = ['name', 'platform', 'accountId', 'campaignPattern', 'by', 'currency'] as const
  const looser: string[] = fixed.filter((field) => before[field] !== after[field])
  let isTighter = false
  for (const limit of limitNames) {
    const [old, now] = [before[limit] ?? Infinity, after[limit] ?? Infinity]
    if (now > old) looser.push(limit)
    isTighter ||= now < old
  }
  const strictness = ({ mode }: GuardSetting) => guardModes.indexOf(mode)
  if (strictness(after) > strictness(before)) looser.push('mode')
  if (before.basis === 'commitments' && after.basis === 'spend') looser.push('basis')
  if (before.overdelivery && !after.overdelivery) looser.push('overdelivery')
  if (before.stop && !after.stop) looser.push('stop')
  if (before.fourEyes && !after.fourEyes) looser.push('fourEyes')
  isTighter ||= strictness(after) < strictness(before) || (after.stop && !before.stop)
  isTighter ||= after.fourEyes && !before.fourEyes
  isTighter ||= after.overdelivery && !before.overdelivery
  isTighter ||= after.basis === 'commitments' && before.basis === 'spend'
  return { change: looser.length > 0 ? 'loosened' : isTighter ? 'tightened' : 'same', looser }
}
