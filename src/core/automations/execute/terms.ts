import type { Listener } from '../../../db/listen.ts'
import type { ErrorCode } from '../../../errors.ts'
import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Actor } from '../../context.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import type { OperationRunner } from './operation-runner.ts'
import type { ActionName, RuleAction } from '../rule/action.ts'
import { isHarmless } from '../rule/effect.ts'
import type { SpendEffect } from '../rule/effect.ts'
import type { Rule } from '../rule/rule.ts'

/** What executions work with. */
export interface RunDeps extends ReportDeps {
  operations: OperationRunner
  listener: Listener
}

/** An execution, as the one process has it that works on it. */
export interface HeldExecution {
  id: number
  company: CompanyRef
  automationId: number
  name: string
  rule: Rule
  /** The moment that it is for. */
  at: Date
  slot: Date | null
  kind: 'scheduled' | 'manual'
  /** It was checked, and every decision is written down. */
  isDecided: boolean
  token: string
}

type ActionOutcome = 'planned' | 'done' | 'skipped' | 'failed' | 'asked'

/** What something was or became, as far as an action touches it. */
export interface EntityFacts {
  status?: EntityStatus
  name?: string
  dailyBudget?: number | null
  lifetimeBudget?: number | null
  /** Of what was made. */
  ids?: string[]
  label?: string
  batchId?: number
}

/** How an action was taken back, or why it was not; planned: it is about to be, by this write. */
export interface Undone {
  outcome: 'done' | 'cannot' | 'planned'
  reason: string | null
  write?: Write
  error?: ActionError | null
}

/** A refusal in the words of our own answers. */
interface ActionError {
  code: ErrorCode
  details?: Record<string, unknown>
}

/** What is written, by which operation. */
export interface Write {
  operation: string
  input: Record<string, unknown>
}

/** One action of a decision: what is to be done, what was there before, and what came of it. */
export interface ActionTaken {
  action: ActionName
  /** As the rule says it. */
  wanted: RuleAction
  /** As far as is known; absent: it was decided before such was kept. */
  effect?: SpendEffect
  /** The operation that does it; null: it is not known yet, or it is ours alone. */
  operation: string | null
  input: Record<string, unknown> | null
  outcome: ActionOutcome
  reason: string | null
  before: EntityFacts | null
  after: EntityFacts | null
  approvalId: number | null
  /** Why it was refused or failed, for machines; null: it was not. */
  error: ActionError | null
  undo: Undone | null
}

/** Rules have the scopes that their actions need, and no others. */
export function actorOf(automation: { id: number; name: string }): Actor {
  return { kind: 'automation', id: automation.id, name: automation.name, scopes: ['read', 'launch', 'manage'] }
}

/** Somebody else works on it by now: whoever finds that out stops. */
export class NoLongerHeld extends Error {
  constructor() {
    super('Another process works on this execution.')
  }
}

/** What of a decision is done or may still be, and changes something on a platform: what failed or was taken back does not count. */
export function standing(actions: readonly ActionTaken[]): ActionTaken[] {
  return actions.filter(
    ({ action, outcome, undo }) =>
      !isHarmless(action) && outcome !== 'failed' && outcome !== 'skipped' && undo?.outcome !== 'done',
  )
}
