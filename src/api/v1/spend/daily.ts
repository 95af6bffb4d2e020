import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { accountsOf, unlistedPlatforms } from '../../../core/reports/query/accounts.ts'
import { asOfField, Missing } from '../../../core/reports/query/metadata.ts'
import { checkScope, scopeFields } from '../../../core/reports/query/question.ts'
import { excludedField, forReader } from '../../../core/reports/query/readers.ts'
import { dailySpend } from '../../../core/reports/query/spend/daily.ts'
import { unknown } from '../../../core/reports/query/spend/totals.ts'
import { exampleDays } from '../../examples.ts'
import { CurrencyCode, RateShape } from '../../shapes.ts'

const Total = z.union([z.number(), z.literal(unknown)])

const SpendMetadata = z
  .object({
    totalSpend: Total.meta({
      description:
        'The sum of all accounts and days in `currency`, a plain decimal number; or the word "unknown" where an account, a ' +
        'day or a rate is missing. Never a part of the sum.',
    }),
    knownSpend: z.number().meta({ description: 'The part that is known, in `currency`.' }),
    currency: CurrencyCode.nullable().meta({ description: "The company's currency; null while it has no account." }),
    rates: z.array(RateShape).meta({
      description: 'What other currencies were converted with: for each the newest rate from endDate or before.',
    }),
    byPlatform: z.record(z.string(), Total).meta({ description: 'By platform, in `currency`.' }),
    byCurrency: z
      .record(z.string(), z.number())
      .meta({ description: 'What was read of the accounts of each currency, in that currency, not converted.' }),
    missing: z.array(Missing).meta({ description: 'What is not in the sum, and why.' }),
    excluded: excludedField,
    asOf: asOfField,
  })
  .meta({ id: 'SpendMetadata' })

const SpendDay = z
  .object({
    date: z.string().meta({ description: 'The day.', format: 'date' }),
    accountId: z.string().meta({ description: 'Id of the ad account.' }),
    accountName: z.string().meta({ description: 'Name of the ad account.' }),
    platform: z.string().meta({ description: 'Its platform.' }),
    currency: z.string().meta({ description: 'Its currency.' }),
    spend: z.number().meta({ description: 'What it spent on that day, in its currency.' }),
  })
  .meta({ id: 'SpendDay' })

export const spendDaily = operation({
  name: 'get_daily_spend',
  rest: { method: 'GET', path: '/v1/spend/daily' },
  section: 'Reporting',
  summary: 'What each account spent on each day.',
  description:
    'Days are those of each account: one that has not begun there has no row. ' +
    'A day without delivery is 0; one that could not be read has no row and is listed under missing. Rows are ' +
    "in the account's currency, totals in the company's (see GET /v1/currency), rounded to its smallest amount. " +
    'totalSpend is 0 only where nothing can have been spent, also where there is no account.',
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  tool: true,
  input: z.object(scopeFields),
  example: exampleDays,
  reply: z.object({
    data: z.array(SpendDay).meta({ description: 'One entry for each account and day that was read.' }),
    count: z.number().int().meta({ description: 'How many entries these are.' }),
    metadata: SpendMetadata.meta({ description: 'Totals, and what is missing from them.' }),
  }),
  async handle(deps, call, input) {
    const { range, ...scope } = checkScope(deps.connections.platforms, input)
    const found = await accountsOf(deps, call, scope)
    const { accounts, excluded } = forReader(deps.connections.platforms, call, { ...scope, accounts: found })
    const unlisted = await unlistedPlatforms(deps, call, { ...scope, accounts: found })
    const { days, ...metadata } = await dailySpend(deps, call, { accounts, range, unlisted })
    return { data: days, count: days.length, metadata: { ...metadata, excluded } }
  },
})
