import { z } from 'zod'
import { AppError, badRequest, brokenRules } from '../../../errors.ts'
import { accountsOf } from '../../../core/reports/query/accounts.ts'
import { scopeFields } from '../../../core/reports/query/question.ts'
import { readScope } from '../../../core/creatives/scope.ts'
import { creativeStates } from '../../../core/automations/rule/words.ts'
import { readPattern } from '../../../core/creatives/name-pattern.ts'
import type { CreativeGroup } from '../../../core/creatives/statement.ts'
import type { CreativeSettings } from '../../../core/creatives/settings.ts'
import { metricDefinitions, metricNames } from '../../../platforms/contract/metrics.ts'

export { accountsOf, readScope }

const { accountIds, platform, startDate, endDate } = scopeFields

/** The days are the newest thirty where none are named. */
export const creativeScope = {
  accountIds,
  platform,
  startDate: startDate.optional().meta({ description: 'The first day, like 2026-01-31; 29 days before the last.' }),
  endDate: endDate.optional().meta({ description: 'The last day, included, as of which states are told; yesterday.' }),
}

export const GroupWord = z.string().max(60).default('asset').meta({
  description:
    'asset (the same file, however many ads), post, or name.{part}, such as name.hook, of the namePattern in the settings.',
})

/** What the caller groups by, where that can be. */
export function groupMeant(word: string, { namePattern }: CreativeSettings): CreativeGroup {
  if (word === 'asset' || word === 'post') return { by: word }
  const part = /^name\.(.+)$/.exec(word)?.[1]
  if (part === undefined) {
    throw badRequest([
      { path: 'groupBy', message: `there is no grouping ${word}`, expected: 'asset, post, name.{part}' },
    ])
  }
  const pattern = namePattern === null ? null : readPattern(namePattern)
  if (!pattern || 'problem' in pattern) {
    throw brokenRules([
      { path: 'groupBy', message: 'needs to know how ads are named: set namePattern with PUT /v1/creative-settings' },
    ])
  }
  if (!pattern.parts.includes(part)) {
    const message = `names have no part ${part}`
    throw brokenRules([{ path: 'groupBy', message, expected: pattern.parts.map((name) => `name.${name}`).join(', ') }])
  }
  return { by: 'name', part, pattern }
}

const number = (description: string) => z.number().nullable().meta({ description })

const WinnerEvidence = z
  .object({
    accountId: z.string().meta({ description: 'The account in which it wins by most.' }),
    spend: z.number().meta({ description: "What it spent there, in the account's currency." }),
    medianSpend: z.number().meta({ description: "The median of the account's creatives." }),
    times: z.number().meta({ description: 'The one by the other.' }),
  })
  .meta({ id: 'WinnerEvidence' })

export const Creative = z
  .object({
    id: z.string().meta({ description: 'Its id; of a part of names the text itself.' }),
    name: z.string().nullable().meta({ description: 'As its newest ad is called.' }),
    shows: z
      .string()
      .meta({ description: 'The file by its content or as the platform calls it, the post, or the text.' }),
    platforms: z.array(z.string()).meta({ description: 'Where it is shown.' }),
    accountIds: z.array(z.string()).meta({ description: 'In which ad accounts.' }),
    adIds: z.array(z.string()).meta({ description: 'Its newest ads, 100 at most.' }),
    ads: z.number().int().meta({ description: 'How many ads show it.' }),
    newestAd: z
      .object({
        accountId: z.string().meta({ description: 'Its ad account.' }),
        adId: z.string().meta({ description: 'Its id on the platform.' }),
      })
      .nullable()
      .meta({ description: 'The newest of its ads, for its picture; null: its platform names none.' }),
    firstDay: z.string().meta({ description: 'Its first day of those looked at: 90 days, or those asked for.' }),
    currency: z.string().nullable().meta({ description: 'In which its amounts are.' }),
    metrics: z
      .object(Object.fromEntries(metricNames.map((name) => [name, number(metricDefinitions[name].about)])))
      .meta({ description: 'What its ads did in these days; people are not added up, and null.' }),
    states: z.array(z.enum(creativeStates)).meta({ description: 'What is said of it as of the last day.' }),
    evidence: z
      .object({
        winner: WinnerEvidence.nullable().meta({ description: 'null: it does not win.' }),
        lastWeekUsd: z.number().meta({ description: 'Spend of the last 7 days in dollars.' }),
        weekBeforeUsd: z.number().meta({ description: 'Of the 7 days before.' }),
        clickRate: number('Clicks per hundred impressions of the last 3 days.'),
        usualClickRate: number('The same of the 14 days before.'),
        hookRate: number('3-second plays per hundred impressions of the last 3 days.'),
        usualHookRate: number('The same of the 14 days before.'),
        frequency: number('Of 7 days, the mean over its ads by impressions; null: not known a week apart.'),
        frequencyBefore: number('The same a week before.'),
      })
      .meta({ description: 'The numbers behind the states.' }),
  })
  .meta({ id: 'Creative' })

const rule = (what: string) => z.string().meta({ description: `When a creative is ${what}.` })
export const Rules = z
  .object({ new: rule('new'), winner: rule('a winner'), scaled: rule('scaled'), tired: rule('tired') })
  .meta({ id: 'CreativeRules' })

/** 404 for an id that is none. */
export function noCreative(id: string): AppError {
  return new AppError('not_found', `There is no creative ${id}, or it did nothing in these days.`, { id })
}
