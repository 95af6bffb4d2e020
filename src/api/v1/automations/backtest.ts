import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import {
  estimatesOf,
  exactFrom,
  inMainUnits,
  notesOf,
  seriesOf,
  describeActions,
} from '../../../core/automations/backtest/answer.ts'
import { backtest } from '../../../core/automations/backtest/backtest.ts'
import type { Backtest } from '../../../core/automations/backtest/backtest.ts'
import {
  dailyMinutes,
  minStepMinutes,
  maxActionsDescribed,
  maxDaysBack,
  maxSlots,
} from '../../../core/automations/backtest/limits.ts'
import type { ActionName } from '../../../core/automations/rule/action.ts'
import { ruleLevels } from '../../../core/automations/rule/rule.ts'
import { findAutomation } from '../../../core/automations/rule/store.ts'
import { ConversionShape } from '../../../core/reports/query/metadata.ts'
import { dailyHour } from '../../../core/reports/past/keep-exact.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { demo, exampleDays } from '../../examples.ts'
import { CurrencyCode, PlatformName } from '../../shapes.ts'
import { automationId as id, section } from './automation-view.ts'

const text = (description: string) => z.string().meta({ description })
const textOrNull = (description: string) => z.string().nullable().meta({ description })
const count = (description: string) => z.number().int().meta({ description })
const Day = z.iso.date()
const actionNames = [
  'pause',
  'resume',
  'setBudget',
  'changeBudget',
  'duplicate',
  'rename',
  'label',
  'notify',
  'launchDraft',
  'graduate',
  'addNegative',
] as const satisfies readonly ActionName[]
const Action = z.enum(actionNames).meta({ description: 'Which action.' })

const money = {
  currency: CurrencyCode,
  spend: z.number().nullable().meta({
    description: 'What was spent, by the latest figures; null: a day has no rate into the currency of the rule.',
  }),
  results: z
    .number()
    .nullable()
    .meta({ description: 'Which results came, by the latest figures; null: that is not known of every day.' }),
}
const Touched = z.object(money).meta({ id: 'BacktestTouched' })

const BacktestDay = z
  .object({
    day: Day.meta({ description: 'The day (UTC).' }),
    checked: count('How many entities were checked, at all moments of the day.'),
    unknown: count('How many of them could not be judged, because something was unknown.'),
    matched: count('How many met the conditions.'),
    acted: count('How many of those the rule would have acted on.'),
    skipped: count('How many it would have left alone because of a protection.'),
    actions: z
      .array(z.object({ action: Action, count: count('How often.') }).meta({ id: 'BacktestActionCount' }))
      .meta({ description: 'What it would have done on the day.' }),
    touched: z.array(Touched).meta({
      description:
        'What the entities spent and brought on the day that the rule had paused by then, or changed the budget of; one for each currency.',
    }),
  })
  .meta({ id: 'BacktestDay' })

const BacktestAction = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it would have been done.' }),
    platform: PlatformName,
    accountId: text('The account.'),
    level: z.enum(ruleLevels).meta({ description: 'What it would have been done to.' }),
    entityId: text('Its id on the platform.'),
    name: textOrNull('What it was called then.'),
    case: count('Which case of the rule held, from 0.'),
    action: Action,
    before: z
      .union([z.string(), z.number()])
      .nullable()
      .meta({ description: 'The state or the budget before; null: the action changes neither.' }),
    after: z.union([z.string(), z.number()]).nullable().meta({ description: 'The state or the budget after it.' }),
    touched: Touched.nullable().meta({
      description:
        'What it spent and brought from the next day until the rule acted on it again, or to the end; null: the action changes nothing about that.',
    }),
  })
  .meta({ id: 'BacktestAction' })

const Estimate = z
  .object({ action: Action, entities: count('How many entities.'), ...money })
  .meta({ id: 'BacktestEstimate' })

const BacktestReply = z
  .object({
    from: Day.meta({ description: 'The first day.' }),
    to: Day.meta({ description: 'The last day.' }),
    everyMinutes: count('How long it is from one moment to the next.'),
    slots: count('How many moments were checked.'),
    entities: count('How many entities there were to look at.'),
    exactFrom: z.iso.datetime().nullable().meta({
      description:
        'From here on every moment saw what was known at it; before, the latest figures stand in. null: nothing was kept yet.',
    }),
    matched: count('How often an entity met the conditions.'),
    acted: count('How often the rule would have acted on one.'),
    skipped: z
      .array(z.object({ reason: text('Why, in words.'), count: count('How often.') }).meta({ id: 'BacktestSkips' }))
      .meta({ description: 'Why it would have left alone what met the conditions.' }),
    estimates: z.array(Estimate).meta({
      description:
        'What was spent and came after its actions, by action and currency: what the rule would have touched.',
    }),
    series: z.array(BacktestDay).meta({ description: 'Every day in order, to be drawn as it is.' }),
    actions: z.array(BacktestAction).meta({ description: `The first ${maxActionsDescribed} actions, in order.` }),
    actionsTotal: count('How many actions there would have been.'),
    notes: z.array(z.string()).meta({ description: 'What has to be known to read these figures.' }),
    conversion: ConversionShape.optional().meta({ description: 'There for a rule in one currency: by which rates.' }),
  })
  .meta({ id: 'AutomationBacktest' })

function viewActions(test: Backtest): z.output<typeof BacktestAction>[] {
  return describeActions(test).map(({ done, at, touched }) => {
    const { platform, accountId, currency } = done.entity.account
    return {
      at: at.toISOString(),
      platform,
      accountId,
      level: test.compiled.rule.scope.level,
      entityId: done.entity.id,
      name: done.name,
      case: done.case,
      action: done.action,
      before: done.before,
      after: done.after,
      touched: touched && inMainUnits({ currency, spend: touched.spend, results: touched.results }),
    }
  })
}

function viewBacktest(test: Backtest, { from, to }: DayRange): z.output<typeof BacktestReply> {
  const { simulation, everyMinutes, slots, entities, conversion } = test
  const exact = exactFrom(test, new Date())
  const sum = (of: 'matched' | 'acted') => simulation.slots.reduce((total, slot) => total + slot[of], 0)
  return {
    from,
    to,
    everyMinutes,
    slots: slots.length,
    entities,
    exactFrom: exact?.toISOString() ?? null,
    matched: sum('matched'),
    acted: sum('acted'),
    skipped: [...simulation.skipped].map(([reason, often]) => ({ reason, count: often })),
    estimates: estimatesOf(test),
    series: seriesOf(test, { from, to }),
    actions: viewActions(test),
    actionsTotal: simulation.done.length,
    notes: notesOf(test, exact),
    ...(conversion ? { conversion } : {}),
  }
}

export const backtestAutomation = operation({
  name: 'backtest_automation',
  rest: { method: 'POST', path: '/v1/automations/{id}/backtest' },
  section,
  summary: 'What a rule would have done on past days, with what was known then. Nothing is changed.',
  description: `Every day is checked at ${dailyHour}:00 UTC unless everyMinutes says otherwise. Protections hold, what the rule paused stays paused, and budgets that it changed stay changed. Metrics of people (reach, frequency) are not kept, so a rule that looks at them cannot be tried on the past (422).`,
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    id,
    from: Day.meta({ description: `The first day (UTC), at most ${maxDaysBack} days ago.` }),
    to: Day.meta({ description: 'The last day (UTC), today at the latest.' }),
    everyMinutes: z
      .number()
      .int()
      .min(minStepMinutes)
      .max(dailyMinutes)
      .optional()
      .meta({
        description: `How long it is from one check to the next; left out: a day. At most ${maxSlots} checks.`,
      }),
  }),
  example: { id: demo.automation, from: exampleDays.startDate, to: exampleDays.endDate },
  reply: BacktestReply,
  async handle(deps, call, { id: asked, ...range }) {
    const { rule } = await findAutomation(deps, call, asked)
    return viewBacktest(await backtest(deps, call, { rule, ...range }), range)
  },
})
