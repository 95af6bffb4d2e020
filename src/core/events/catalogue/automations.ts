import { z } from 'zod'
import { eventKind } from '../event-kind.ts'

const ofRule = {
  automationId: z.number().int().meta({ description: 'Id of the rule.' }),
  name: z.string().meta({ description: 'What the rule is called.' }),
}
const rule = { automationId: 7, name: 'Stop loss' }

const count = (description: string) => z.number().int().meta({ description })

/** What rules do by themselves. */
export const automationEvents = [
  eventKind({
    name: 'automation.executed',
    seenBy: 'accounts',
    description: 'A rule was checked, and what it decided was done, suggested or asked for.',
    data: z.object({
      ...ofRule,
      executionId: z.number().int().meta({ description: 'Id of the execution.' }),
      state: z
        .enum(['done', 'skipped', 'failed'])
        .meta({ id: 'ExecutionEnd', description: 'How it ended; skipped: nothing was checked.' }),
      reason: z.string().nullable().meta({ description: 'Why it was skipped, or failed; else null.' }),
      checked: count('How many entities were looked at.'),
      matched: count('How many met the conditions.'),
      acted: count('On how many it acted.'),
      suggested: count('For how many it made a suggestion.'),
      asked: count('For how many a person is asked.'),
      failed: count('For how many an action failed.'),
    }),
    example: {
      ...{ ...rule, executionId: 31, state: 'done', reason: null, checked: 48, matched: 2 },
      ...{ acted: 1, suggested: 0, asked: 0, failed: 0 },
    },
  }),
  eventKind({
    name: 'automation.notified',
    seenBy: 'account',
    description: 'A rule has something to say about an entity that meets its conditions.',
    data: z.object({
      ...ofRule,
      executionId: z.number().int().meta({ description: 'Id of the execution.' }),
      platform: z.string().meta({ description: 'Which platform, by its name here.' }),
      accountId: z.string().meta({ description: 'The ad account.' }),
      entityId: z.string().meta({ description: 'Id of the entity.' }),
      message: z.string().meta({ description: 'What it says, with the numbers that it decided on.' }),
    }),
    example: {
      ...{ ...rule, executionId: 31, platform: 'primary', accountId: 'act_566148315000001' },
      ...{
        entityId: '120206614831500054',
        message: 'Too expensive: Spring video (spend last_7_days 120.5, results last_7_days 0)',
      },
    },
  }),
  eventKind({
    name: 'automation.switched_off',
    seenBy: 'accounts',
    description: 'A rule was switched off because it failed too often in a row.',
    data: z.object({ ...ofRule, reason: z.string().meta({ description: 'What went wrong last.' }) }),
    example: { ...rule, reason: 'It failed 3 times in a row, at last with: The account is closed.' },
  }),
  eventKind({
    name: 'automation.stopped',
    seenBy: 'whole',
    description: 'All rules of the company were stopped.',
    data: z.object({
      by: z.string().meta({ description: 'Who stopped them.' }),
      reason: z.string().nullable().meta({ description: 'Why, if it was said.' }),
    }),
    example: { by: 'CI', reason: 'Tracking is broken' },
  }),
  eventKind({
    name: 'automation.resumed',
    seenBy: 'whole',
    description: 'The rules of the company were let go on.',
    data: z.object({ by: z.string().meta({ description: 'Who let them.' }) }),
    example: { by: 'CI' },
  }),
] as const
