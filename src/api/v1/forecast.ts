import { z } from 'zod'
import { verdictWords } from '../../core/guards/forecast/shape.ts'
import { CurrencyCode } from '../shapes.ts'
import { GuardFigure } from './spend-guards/guard-note.ts'

export const inSandbox = z.boolean().optional().meta({
  description: 'Whether it is made up, so that nothing costs money; absent in what was written down by older versions.',
})

const inAccount = {
  platform: z.string().meta({ description: 'Which platform, by its name here.' }),
  accountId: z.string().meta({ description: 'Id of the ad account.' }),
  name: z.string().meta({ description: 'What the ad account is called.' }),
  currency: z.string().meta({ description: 'Its currency.' }),
  sandbox: inSandbox,
}

const counts = {
  ads: z.number().int().meta({ description: 'How many ads begin to run. What is paused above does not.' }),
  adSets: z.number().int().meta({ description: 'How many ad sets begin to run, or have ads that do.' }),
  campaigns: z.number().int().meta({ description: 'How many campaigns begin to run.' }),
}

const Amount = z
  .object({
    amount: GuardFigure.meta({ description: 'In the account\'s currency; "unknown" where nobody can tell.' }),
    inCompany: GuardFigure.nullable().meta({
      description: 'In the company\'s currency; "unknown" without a rate; null: the company has no currency yet.',
    }),
  })
  .meta({ id: 'CostAmount' })

const adds = {
  addsPerDay: Amount.meta({ description: 'What may be spent more on a day than before.' }),
  addsInAll: Amount.meta({ description: 'What may be spent more in all, of budgets for a lifetime.' }),
}

const LiveBudget = z
  .object({
    type: z
      .enum(['campaign', 'adset', 'shared'])
      .meta({ id: 'BudgetHolder' })
      .meta({ description: 'What holds it; shared: several campaigns spend from it.' }),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Id of the campaign, ad set or shared budget; null: it is made by this.' }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Its name, where it is known; of a copy, that of what is copied.' }),
    campaigns: z
      .array(
        z
          .object({
            id: z.string().nullable().meta({ description: 'Id of the campaign; null: it is made by this.' }),
            name: z.string().nullable().meta({ description: 'Its name, where it is known.' }),
          })
          .meta({ id: 'BudgetCampaign' }),
      )
      .meta({ description: 'The campaigns that spend from it.' }),
    perDay: Amount.nullable().meta({
      description: 'What it allows on a day, afterwards; null: it is no daily budget.',
    }),
    inAll: Amount.nullable().meta({
      description: 'What it allows in all, afterwards; null: it is none for a lifetime.',
    }),
    ...adds,
  })
  .meta({ id: 'LiveBudget' })

const LiveAccount = z
  .object({
    ...inAccount,
    ...counts,
    perDay: Amount.meta({ description: 'What the daily budgets that it is about allow together, afterwards.' }),
    inAll: Amount.meta({ description: 'What the budgets for a lifetime that it is about allow together, afterwards.' }),
    ...adds,
    budgetCount: z.number().int().meta({ description: 'How many running budgets it is about.' }),
    budgets: z.array(LiveBudget).meta({ description: 'These budgets, 200 at most.' }),
    words: z.string().meta({
      description:
        'All of it in a sentence, such as: 12 ads go live in 3 ad sets: up to 240.00 USD a day; today 52.10 spent, …',
    }),
  })
  .meta({ id: 'LiveAccount' })

const GoesLive = z
  .object({
    ...counts,
    currency: CurrencyCode.nullable().meta({ description: "The company's currency; null: it has none yet." }),
    addsPerDay: GuardFigure.nullable().meta({ description: 'What may be spent more on a day, in that currency.' }),
    addsInAll: GuardFigure.nullable().meta({ description: 'The same in all, of budgets for a lifetime.' }),
    accounts: z.array(LiveAccount).meta({ description: 'Each ad account whose budgets it may let be spent.' }),
  })
  .meta({ id: 'GoesLive' })

const AccountExposure = z
  .object({
    ...inAccount,
    spent: GuardFigure.meta({ description: 'What was spent today; "unknown" where nobody can tell.' }),
    runningBefore: GuardFigure.meta({ description: 'What everything that runs may still spend today, as it is.' }),
    runningAfter: GuardFigure.meta({ description: 'The same when this is done.' }),
    before: GuardFigure.meta({ description: 'Spent and still to be spent today, as it is.' }),
    after: GuardFigure.meta({ description: 'The same when this is done.' }),
    problem: z.string().nullable().meta({ description: 'Why something is not known; null: all is.' }),
  })
  .meta({ id: 'AccountExposure' })

const GuardVerdict = z
  .object({
    guard: z.number().int().meta({ description: 'Id of the spend guard.' }),
    name: z.string().nullable().meta({ description: 'What it is called, if anything.' }),
    verdict: z
      .enum(verdictWords)
      .meta({ id: 'GuardVerdictWord' })
      .meta({ description: 'What becomes of it by this guard.' }),
    note: z.string().nullable().meta({ description: 'What it says; null: nothing stands against it.' }),
  })
  .meta({ id: 'GuardVerdict' })

/** What it costs, on whatever is looked at before it is done. */
export const forecastReply = {
  goesLive: GoesLive.optional().meta({
    description: 'What begins to run, and what that may cost; absent: nothing was rehearsed.',
  }),
  exposure: z.array(AccountExposure).optional().meta({
    description:
      'What each of these ad accounts has spent today and may still spend, in its currency; absent as goesLive.',
  }),
  verdicts: z.array(GuardVerdict).optional().meta({
    description: 'What each spend guard that looks at it says, also where it passes; absent as goesLive.',
  }),
  asks: z.string().optional().meta({
    description: 'Why a person is asked first whatever the guards say, as with a key that asks; absent: nobody is.',
  }),
}
