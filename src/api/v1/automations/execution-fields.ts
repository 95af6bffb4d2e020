import { z } from 'zod'
import { entityOutcomes, maxDecisions } from '../../../core/automations/execute/read/executions.ts'
import type { Execution, ExecutionInFull } from '../../../core/automations/execute/read/executions.ts'
import { ConversionShape } from '../../../core/reports/query/metadata.ts'
import { ExecutionStateWord } from './automation-view.ts'
import { NumbersField, presentDecision, RuleDecision, time, timeOrNull } from './run-fields.ts'

const countOrNull = (description: string) => z.number().int().nullable().meta({ description })
const count = (description: string) => z.number().int().meta({ description })

export const EntityOutcomeWord = z.enum(entityOutcomes).meta({ id: 'RuleEntityOutcome' })

const AboutEntity = z
  .object({
    outcome: EntityOutcomeWord.meta({
      description:
        'acted, suggested, asked, skipped or failed: it met the conditions; planned: it is about to be done; unmatched; unknown: a ' +
        'number is missing; not_checked.',
    }),
    reason: z.string().nullable().meta({ description: 'Why the rule did not act on it, in plain words; else null.' }),
    numbers: NumbersField,
    decisionId: z.number().int().nullable().meta({ description: 'Id of the decision about it; null: there is none.' }),
  })
  .meta({ id: 'RuleAboutEntity' })

const executionFields = {
  id: count('Id of the execution.'),
  automationId: count('Id of the rule.'),
  automationName: z.string().meta({ description: 'What the rule is called.' }),
  version: count('Which version of the rule was checked.'),
  kind: z.enum(['scheduled', 'manual']).meta({ id: 'ExecutionKind', description: 'Whether it was due, or asked for.' }),
  slot: timeOrNull('The moment of the schedule that it is for; null: somebody asked for it.'),
  state: ExecutionStateWord,
  reason: z.string().nullable().meta({ description: 'Why it was skipped or failed, or what was left out; else null.' }),
  figuresAt: timeOrNull('When the least fresh figures were read that it rests on; null: it rests on none.'),
  checked: countOrNull('How many entities were looked at; null: not yet, or never.'),
  matched: countOrNull('How many met the conditions; null as above.'),
  acted: countOrNull('On how many it acted, with what people accepted or approved since; null: it is not over.'),
  startedAt: time('When it began.'),
  finishedAt: timeOrNull('When it ended; null: it has not.'),
  askedBy: z.string().nullable().meta({ description: 'Who asked for it; null: the schedule.' }),
  undoneAt: timeOrNull('When it was taken back; null: it was not.'),
  undoBegunAt: timeOrNull('Since when it is being taken back; null: it is not, or that is over.'),
}

export const ExecutionRow = z
  .object({
    ...executionFields,
    entity: AboutEntity.optional().meta({ description: 'With entityId: what it has to say about that entity.' }),
  })
  .meta({ id: 'ExecutionRow' })

const KeptConversion = ConversionShape.extend({
  byDay: z
    .array(
      z
        .object({
          currency: z.string().meta({ description: 'The other currency.' }),
          from: z.string().meta({ description: 'The day of the first rate.', format: 'date' }),
          rates: z
            .array(z.number().nullable())
            .meta({ description: 'One for each day; null: there was none yet, so amounts of that day are unknown.' }),
        })
        .meta({ id: 'RatesByDay' }),
    )
    .meta({ description: 'The rate of each day that the rule looked at.' }),
}).meta({ id: 'KeptConversion' })

export const ExecutionView = z
  .object({
    ...executionFields,
    unmatched: count('How many did not meet the conditions.'),
    unknown: count('Of how many a number is missing, so that nobody can tell.'),
    conversion: KeptConversion.nullable().meta({
      description:
        'By which rates amounts were told in one currency, as they were then; null: the rule is in none, or was not checked.',
    }),
    rule: z.record(z.string(), z.unknown()).meta({ description: 'The rule, as it was checked.' }),
    decisionCount: count('How many decisions there are.'),
    decisions: z
      .array(RuleDecision)
      .meta({ description: `Its decisions, at most ${maxDecisions} of them: what was skipped comes last.` }),
  })
  .meta({ id: 'Execution' })

export function presentExecution(execution: Execution) {
  const { slot, figuresAt, startedAt, finishedAt, undoneAt, undoBegunAt, ...rest } = execution
  return {
    ...rest,
    slot: slot?.toISOString() ?? null,
    figuresAt: figuresAt?.toISOString() ?? null,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
    undoBegunAt: undoBegunAt?.toISOString() ?? null,
  }
}

export function presentInFull(execution: ExecutionInFull): z.input<typeof ExecutionView> {
  const { decisions, rule, conversion, unmatched, unknown, decisionCount, ...rest } = execution
  const counts = { unmatched, unknown, decisionCount }
  return {
    ...presentExecution(rest),
    ...counts,
    conversion,
    rule: { ...rule },
    decisions: decisions.map(presentDecision),
  }
}
