import type { RuleLevel } from '../../../db/automation-tables.ts'
import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import type { Services } from '../../../services.ts'
import type { Context } from '../../context.ts'
import type { Rule } from '../rule/rule.ts'

export interface RuleToCheck {
  id: number
  rule: Rule
  /** Whoever checks for an execution has what did not match kept with it, in automation_checks. */
  executionId?: number
}

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

export type CheckOutcome = 'matched' | 'unmatched' | 'unknown'

export interface Checked {
  entity: Entity
  outcome: CheckOutcome
  /** Which case holds, from 0; null: none. */
  case: number | null
  /** Every number that the rule looked at, such as "costPerResult last_7_days"; null: unknown. */
  numbers: Record<string, number | null>
  /** In plain words: which condition was not met, or is unknown; null where it matched. */
  why: string | null
}

export interface CheckedRule {
  ruleId: number
  checked: number
  matched: Checked[]
  unmatched: number
  unknown: number
  /** The least fresh reading that it rests on. */
  figuresAt: Date | null
  /** Accounts whose figures are not all there, in plain words. */
  missing: { accountId: string; reason: string }[]
}

export interface CheckInput {
  rules: RuleToCheck[]
  /** The moment the check is for: days are those of each account's calendar then. */
  at: Date
  /** Only this one, however it ends: its outcome is then in `looked`. */
  onlyEntity?: { level: RuleLevel; id: string }
}

type Deps = Pick<Services, 'db' | 'pool' | 'connections' | 'readings' | 'reportMemory' | 'log'>

/** Checks all rules at once: the windows of all of them are computed in one pass. */
export async function checkRules(
  _deps: Deps,
  _context: Pick<Context, 'company' | 'signal'>,
  _input: CheckInput,
): Promise<CheckedRule[]> {
  throw new Error('Not built yet.')
}
