import type { RuleLevel } from '../../../db/tables/automations.ts'
import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import type { Numbers } from '../rule/compiled/formula.ts'

/** What a rule looked at. */
export interface Entity {
  /** Of report_entities; null: an account or a search term. */
  key: number | null
  platform: string
  accountKey: number
  accountId: string
  currency: string
  level: RuleLevel
  id: string
  name: string | null
  campaignId: string | null
  adSetId: string | null
  state: EntityStatus | null
  platformStatus: string | null
  dailyBudget: number | null
  lifetimeBudget: number | null
}

type CheckOutcome = 'matched' | 'unmatched' | 'unknown'

export interface Checked {
  entity: Entity
  outcome: CheckOutcome
  /** Which case holds, from 0; null: none. */
  case: number | null
  /** Every number that the rule looked at, such as "costPerResult last_7_days"; null: unknown. */
  numbers: Numbers
  /** The condition holds, but too little was spent to go by. */
  isBelowMinimum: boolean
  /** In plain words: which condition was not met, or is unknown; null where it matched. */
  why: string | null
}

/** Tells entities of a company apart. */
export function nameOf({ accountKey, level, id }: Pick<Entity, 'accountKey' | 'level' | 'id'>): string {
  return `${accountKey} ${level} ${id}`
}
