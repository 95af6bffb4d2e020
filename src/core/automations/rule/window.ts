import { z } from 'zod'
import { maxWindowDays } from './limits.ts'

export const windowNames = [
  'today',
  'yesterday',
  'last_3_days',
  'last_7_days',
  'last_14_days',
  'last_30_days',
  'this_month',
  'lifetime',
] as const
export type WindowName = (typeof windowNames)[number]

const days = `1 to ${maxWindowDays}`

export const RuleWindow = z
  .union([
    z.enum(windowNames),
    z
      .object({
        days: z
          .number()
          .int()
          .min(1)
          .max(maxWindowDays)
          .meta({ description: `How many days, ${days}.` }),
        endingDaysAgo: z
          .number()
          .int()
          .min(0)
          .max(maxWindowDays)
          .default(0)
          .meta({ description: 'How many days ago the last of them was; 0 is today.' }),
      })
      .meta({ id: 'RuleWindowOfDays' }),
  ])
  .meta({
    description:
      'Which days, in the calendar of each account. last_7_days are today and the six days before; lifetime is all the platform still has. Figures of conversions leave the last days out: see protections.ignoreRecentDays.',
  })
export type RuleWindow = z.output<typeof RuleWindow>

/** What a window is called wherever its numbers are shown. */
export function windowLabel(window: RuleWindow): string {
  if (typeof window === 'string') return window
  const { days: count, endingDaysAgo } = window
  return `${count}_days${endingDaysAgo === 0 ? '' : `_ending_${endingDaysAgo}_days_ago`}`
}
