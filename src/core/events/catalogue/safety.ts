import { z } from 'zod'
import { eventKind } from '../event-kind.ts'

const money = (description: string) => z.number().meta({ description })
const currency = z.string().meta({ description: 'The currency of the amounts.', examples: ['EUR'] })

const ofGuard = {
  guardId: z.number().int().meta({ description: 'Id of the spend guard.' }),
  name: z.string().nullable().meta({ description: 'What the guard is called, if anything.' }),
}
const guard = { guardId: 1, name: 'Autumn budget' }

const ofSpend = {
  ...ofGuard,
  spent: money('What was spent in the time that the guard looks at.'),
  cap: money('What may be spent in that time.'),
  currency,
}
const spend = { ...guard, spent: 912.4, cap: 1000, currency: 'EUR' }

const ofApproval = {
  approvalId: z.number().int().meta({ description: 'Id of the approval.' }),
  action: z.string().meta({ description: 'The operation that is to be done, by its name.' }),
}
const approval = { approvalId: 12, action: 'update_budget' }
const comment = z.string().optional().meta({ description: 'What they said about it.' })

/** What keeps spending within its bounds. */
export const safetyEvents = [
  eventKind({
    name: 'spend.warned',
    seenBy: 'accounts',
    description: 'What was spent comes near what a guard allows.',
    data: z.object(ofSpend),
    example: spend,
  }),
  eventKind({
    name: 'spend.reached',
    seenBy: 'accounts',
    description: 'The cap of a guard that pauses nothing is reached; told once a day.',
    data: z.object({
      ...ofSpend,
      limit: z
        .enum(['dailyCap', 'monthlyCap'])
        .meta({ id: 'ReachedCap', description: 'Which cap: that of the day or of the month.' }),
      mode: z
        .enum(['refuse', 'ask', 'warn'])
        .meta({ id: 'ReachedMode', description: 'What the guard does with what costs from then on.' }),
    }),
    example: { ...spend, spent: 1003.1, limit: 'dailyCap', mode: 'refuse' },
  }),
  eventKind({
    name: 'spend.stopped',
    seenBy: 'accounts',
    description: 'A guard has paused what spends, because its cap was reached.',
    data: z.object({ ...ofSpend, paused: z.number().int().meta({ description: 'How many campaigns were paused.' }) }),
    example: { ...spend, spent: 1003.1, paused: 2 },
  }),
  eventKind({
    name: 'spend.anomaly',
    seenBy: 'account',
    description: 'An account spends far more, or far less, than it usually does at this time.',
    data: z.object({
      kind: z.enum(['spend', 'no-delivery', 'cost-per-result']).meta({
        id: 'AnomalyKind',
        description: 'What leaps: the spend of an hour, nothing at all, or what a result costs.',
      }),
      platform: z.string().meta({ description: 'Which platform, by its name here.' }),
      accountId: z.string().meta({ description: 'The ad account.' }),
      spent: money('What was spent.'),
      expected: money('What would have been usual.'),
      currency,
    }),
    example: {
      ...{ kind: 'spend', platform: 'primary', accountId: 'act_566148315000001' },
      ...{ spent: 900, expected: 300, currency: 'EUR' },
    },
  }),
  eventKind({
    name: 'approval.asked',
    seenBy: 'accounts',
    description: 'Something waits until a person approves it.',
    data: z.object({
      ...ofApproval,
      askedBy: z.string().meta({ description: 'Who wants it.' }),
      expiresAt: z.string().meta({ description: 'When it can no longer be approved.', format: 'date-time' }),
    }),
    example: { ...approval, askedBy: 'CI', expiresAt: '2026-11-02T09:00:00.000Z' },
  }),
  eventKind({
    name: 'approval.given',
    seenBy: 'accounts',
    description: 'A person approved what waited, and it was done.',
    data: z.object({ ...ofApproval, by: z.string().meta({ description: 'Who approved it.' }), comment }),
    example: { ...approval, by: 'Ada', comment: 'For the weekend only.' },
  }),
  eventKind({
    name: 'approval.refused',
    seenBy: 'accounts',
    description: 'A person refused what waited.',
    data: z.object({ ...ofApproval, by: z.string().meta({ description: 'Who refused it.' }), comment }),
    example: { ...approval, by: 'Ada', comment: 'Not before the stock is back.' },
  }),
  eventKind({
    name: 'approval.expired',
    seenBy: 'accounts',
    description: 'Nobody approved in time what waited.',
    data: z.object(ofApproval),
    example: approval,
  }),
  eventKind({
    name: 'guard.changed',
    seenBy: 'accounts',
    description: 'A spend guard was made, changed or removed.',
    data: z.object({
      ...ofGuard,
      change: z
        .enum(['added', 'tightened', 'loosened', 'removed'])
        .meta({ id: 'GuardChange', description: 'What became of it.' }),
      by: z.string().meta({ description: 'Who did it.' }),
    }),
    example: { ...guard, change: 'tightened', by: 'CI' },
  }),
] as const
