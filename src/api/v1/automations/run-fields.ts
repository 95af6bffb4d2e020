import { z } from 'zod'
import type { StoredDecision } from '../../../core/automations/execute/decisions/decisions.ts'
import type { ActionTaken } from '../../../core/automations/execute/terms.ts'
import { sandboxOrGone } from '../../shapes.ts'
import { RuleLevelWord, RuleStateWord } from './automation-view.ts'

export const time = (description: string) => z.iso.datetime().meta({ description })
export const timeOrNull = (description: string) => z.iso.datetime().nullable().meta({ description })
const words = (description: string) => z.string().meta({ description })
const wordsOrNull = (description: string) => z.string().nullable().meta({ description })

export const idIn = (description: string) =>
  z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description })

export const NumbersField = z
  .record(z.string(), z.number().nullable())
  .meta({ description: 'Every number that the rule looked at, by its name; null: unknown.' })

const amountOrNull = (description: string) => z.number().nullable().optional().meta({ description })

const RuleFacts = z
  .object({
    status: RuleStateWord.optional().meta({ description: 'Its own switch, in our words.' }),
    name: z.string().optional().meta({ description: 'Its name.' }),
    dailyBudget: amountOrNull("Its daily budget, in the account's currency; null: it has none."),
    lifetimeBudget: amountOrNull("Its lifetime budget, in the account's currency; null: it has none."),
    ids: z.array(z.string()).optional().meta({ description: 'Ids of what was made.' }),
    label: z.string().optional().meta({ description: 'The label that it was given.' }),
    batchId: z.number().int().optional().meta({ description: 'Id of the batch that was launched.' }),
  })
  .meta({ id: 'RuleFacts' })

const RuleError = z
  .object({
    code: words('What kind of refusal it is, as in the errors of calls.'),
    details: z.record(z.string(), z.unknown()).optional().meta({ description: 'More about it, for machines.' }),
  })
  .meta({ id: 'RuleError' })

const errorField = {
  error: RuleError.nullable().meta({ description: 'Who refused it and why, for machines; else null.' }),
}

const RuleUndone = z
  .object({
    outcome: z
      .enum(['done', 'cannot', 'planned'])
      .meta({ id: 'RuleUndoOutcome', description: 'done, cannot, or planned: it is about to be taken back.' }),
    reason: wordsOrNull('Why it could not be taken back; else null.'),
    ...errorField,
  })
  .meta({ id: 'RuleUndone' })

const RuleActionTaken = z
  .object({
    action: words('What was to be done, in the word of rules.'),
    operation: wordsOrNull('The operation that does it; null: it is no call to a platform, or did not come to it.'),
    input: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What that is asked for with.' }),
    outcome: z
      .enum(['planned', 'done', 'skipped', 'failed', 'asked'])
      .meta({ id: 'RuleActionOutcome', description: 'What became of it; asked: a person has to approve it.' }),
    reason: wordsOrNull('Why it was not done, or what was said; else null.'),
    before: RuleFacts.nullable().meta({ description: 'What was there before; null: not looked at.' }),
    after: RuleFacts.nullable().meta({ description: 'What the action made of it; null: nothing.' }),
    approvalId: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Id of the approval that it waits for, or waited for; null: none.' }),
    ...errorField,
    undo: RuleUndone.nullable().meta({ description: 'How it was taken back; null: it was not.' }),
  })
  .meta({ id: 'RuleActionTaken' })

export const RuleDecision = z
  .object({
    id: z.number().int().meta({ description: 'Id of the decision.' }),
    platform: words('Which platform, by its name here.'),
    accountId: wordsOrNull('The ad account; null: it is gone.'),
    sandbox: sandboxOrGone,
    level: RuleLevelWord.meta({ description: 'What kind of thing it is about.' }),
    entityId: words('Id of what it is about.'),
    entityName: wordsOrNull('Its name then; null: not known.'),
    case: z.number().int().meta({ description: 'Which case of the rule held, from 0.' }),
    numbers: NumbersField,
    outcome: z
      .enum(['planned', 'acted', 'suggested', 'asked', 'skipped', 'failed'])
      .meta({ id: 'RuleDecisionOutcome', description: 'What became of it; planned: it is about to be done.' }),
    reason: wordsOrNull('Why nothing was done, or not everything; else null.'),
    actions: z.array(RuleActionTaken).meta({ description: 'Its actions in order. Empty: it was left alone.' }),
    undoneAt: timeOrNull('When it was taken back, as far as that was possible; null: it was not.'),
    createdAt: time('When it was decided.'),
  })
  .meta({ id: 'RuleDecision' })

export function presentDecision(decision: StoredDecision): z.input<typeof RuleDecision> {
  const {
    companyId: _company,
    executionId: _execution,
    automationId: _automation,
    accountKey: _key,
    waiting: _waiting,
    ...rest
  } = decision
  return {
    ...rest,
    actions: rest.actions.map(presentAction),
    undoneAt: rest.undoneAt?.toISOString() ?? null,
    createdAt: rest.createdAt.toISOString(),
  }
}

function presentAction(taken: ActionTaken): z.input<typeof RuleActionTaken> {
  const { action, operation, input, outcome, reason, before, after, approvalId, error, undo } = taken
  return {
    ...{ action, operation, input, outcome, reason, before, after, approvalId, error },
    undo: undo && { outcome: undo.outcome, reason: undo.reason, error: undo.error ?? null },
  }
}
