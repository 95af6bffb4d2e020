import { z } from 'zod'
import { TextId } from '../../../platforms/contract/launch-fields.ts'
import { percentBounds } from '../../manage/budget.ts'
import { maxGraduatedAdSets, maxLabelLength, maxNameLength, maxTextLength, maxCopies, maxMoney } from './limits.ts'

const money = () => z.number().positive().max(maxMoney)
const bounds = {
  min: money().optional().meta({ description: 'Not below this.' }),
  max: money().optional().meta({ description: 'Not above this.' }),
}
const named = <Name extends string>(name: Name) => z.literal(name).meta({ description: 'Which action it is.' })
const oneOf = (fields: string[]) => `give exactly one of ${fields.join(' and ')}`

/** Budgets that the rule changes are those the entity has: daily or lifetime. Amounts in the account's currency. */
const SetBudget = z
  .object({
    action: named('setBudget'),
    amount: money().optional().meta({ description: "The new budget, in the account's currency." }),
    monthlyTarget: money().optional().meta({
      description:
        'Instead of an amount: what is left of this sum for the month, divided by the days that are left, today included.',
    }),
    ...bounds,
  })
  .check(({ value, issues }) => {
    if ((value.amount === undefined) === (value.monthlyTarget === undefined)) {
      issues.push({ code: 'custom', path: ['amount'], message: oneOf(['amount', 'monthlyTarget']), input: value })
    }
  })
  .meta({ id: 'RuleSetBudget' })

const ChangeBudget = z
  .object({
    action: named('changeBudget'),
    percent: z
      .number()
      .gt(percentBounds.above)
      .max(percentBounds.max)
      .optional()
      .meta({ description: 'By so many per cent; negative: less.' }),
    amount: z
      .number()
      .min(-maxMoney)
      .max(maxMoney)
      .optional()
      .meta({ description: "By this much, in the account's currency; negative: less." }),
    ...bounds,
  })
  .check(({ value, issues }) => {
    if ((value.amount === undefined) === (value.percent === undefined)) {
      issues.push({ code: 'custom', path: ['percent'], message: oneOf(['percent', 'amount']), input: value })
    }
  })
  .meta({ id: 'RuleChangeBudget' })

export const RuleAction = z
  .discriminatedUnion('action', [
    z.object({ action: named('pause') }).meta({ id: 'RulePause' }),
    z.object({ action: named('resume') }).meta({ id: 'RuleResume' }),
    SetBudget,
    ChangeBudget,
    z
      .object({
        action: named('duplicate'),
        copies: z.number().int().min(1).max(maxCopies).default(1).meta({ description: 'How many copies.' }),
      })
      .meta({ id: 'RuleDuplicate' }),
    z
      .object({
        action: named('rename'),
        name: z
          .string()
          .trim()
          .min(1)
          .max(maxNameLength)
          .meta({
            description: 'The new name; {name} stands for the old one, {date} for the day.',
            examples: ['{name} (old)'],
          }),
      })
      .meta({ id: 'RuleRename' }),
    z
      .object({
        action: named('label'),
        label: z
          .string()
          .trim()
          .min(1)
          .max(maxLabelLength)
          .meta({ description: 'Labels are kept here, not on the platform.' }),
      })
      .meta({ id: 'RuleLabel' }),
    z
      .object({
        action: named('notify'),
        message: z
          .string()
          .trim()
          .min(1)
          .max(maxTextLength)
          .optional()
          .meta({ description: 'What to say beside the numbers.' }),
      })
      .meta({ id: 'RuleNotify' }),
    z
      .object({
        action: named('launchDraft'),
        draftId: z.number().int().min(1).meta({ description: 'The draft to launch, once.' }),
      })
      .meta({ id: 'RuleLaunchDraft' }),
    z
      .object({
        action: named('graduate'),
        adSetIds: z
          .array(TextId)
          .min(1)
          .max(maxGraduatedAdSets)
          .meta({ description: "The ad sets into which the ad's file goes as its best post, once in each." }),
        pauseOthers: z
          .boolean()
          .optional()
          .meta({ description: 'Its other ads that run are paused, each once the new one runs.' }),
      })
      .meta({ id: 'RuleGraduate' }),
    z
      .object({
        action: named('addNegative'),
        matchType: z
          .enum(['exact', 'phrase', 'broad'])
          .default('exact')
          .meta({ description: 'Which searches the negative keyword keeps away.' }),
      })
      .meta({ id: 'RuleAddNegative' }),
  ])
  .meta({ description: 'What is done with an entity that matches.' })
export type RuleAction = z.output<typeof RuleAction>
export type ActionName = RuleAction['action']
