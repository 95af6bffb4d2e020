import { z } from 'zod'
import { accountsOf, unlistedPlatforms } from '../../../core/reports/query/accounts.ts'
import { Missing } from '../../../core/reports/query/metadata.ts'
import { checkScopeOnly, scopeParams } from '../../../core/reports/query/question.ts'
import { dailySpend } from '../../../core/reports/query/spend-daily.ts'
import { unknown } from '../../../core/reports/query/spend-totals.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'
import { CurrencyCode, RateShape } from '../../shapes.ts'

const Total = z.union([z.number(), z.literal(unknown)])

const Metadata = z.object({
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
})

export const spendDaily = defineEndpoint({
  method: 'GET',
  path: '/v1/spend/daily',
  section: 'Reporting',
  summary: 'What each account spent on each day.',
  description:
    'A day without delivery is 0. A day that could not be read has no row and is listed under missing, never as 0. Rows are ' +
    "in the account's currency; totals are in the company's (see GET /v1/currency), rounded to its smallest amount. " +
    'totalSpend is 0 only where nothing can have been spent: also where the platforms say that there is no account.',
  scope: 'read',
  tool: 'get_daily_spend',
  query: z.object(scopeParams),
  reply: z.object({
    data: z.array(
      z.object({
        date: z.string(),
        accountId: z.string(),
        accountName: z.string(),
        platform: z.string(),
        currency: z.string(),
        spend: z.number(),
      }),
    ),
    count: z.number().int(),
    metadata: Metadata,
  }),
  async handle({ query, caller, services }) {
    const { range, ...scope } = checkScopeOnly(query)
    const company = companyOf(caller)
    const accounts = await accountsOf(services, company, scope)
    const unlisted = await unlistedPlatforms(services, company, scope, accounts)
    const { days, ...metadata } = await dailySpend(services, company, { accounts, range, unlisted })
    return { data: days, count: days.length, metadata }
  },
})
