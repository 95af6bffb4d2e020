import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { accountsOf } from '../../../core/reports/query/accounts.ts'
import { excludedField, forReader } from '../../../core/reports/query/readers.ts'
import { checkScope, scopeFields } from '../../../core/reports/query/question.ts'
import { askReconciliation } from '../../../core/reports/reconcile/ask.ts'
import { compareNow, maxDaysNow } from '../../../core/reports/reconcile/compare-now.ts'
import { exampleDays } from '../../examples.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'

const maxAccounts = 100
const usualAccounts = 50

const Amounts = z
  .object({
    spend: z.number().meta({ description: "In the account's currency." }),
    impressions: z.number().int().nullable().meta({ description: 'null: the platform does not tell it of accounts.' }),
    clicks: z.number().int().nullable().meta({ description: 'null: the platform does not tell it of accounts.' }),
  })
  .meta({ id: 'ReconciledAmounts' })

const kept = { description: 'What is kept here of its ads, added up.' }
const platformTotal = { description: 'What the platform says of the whole account.' }
const nothing = ' null: no day was compared.'

const DifferingDay = z
  .object({
    date: z.string().meta({ description: 'The day.', format: 'date' }),
    kept: Amounts.meta(kept),
    platformTotal: Amounts.meta(platformTotal),
    differsSince: z.string().meta({ description: 'When it was first found, after the day was read again.' }),
  })
  .meta({ id: 'DifferingDay' })

const ReconciledAccount = z
  .object({
    accountId: z.string().meta({ description: 'Id of the ad account.' }),
    accountName: z.string().meta({ description: 'Its name.' }),
    platform: z.string().meta({ description: 'Its platform.' }),
    currency: z.string().meta({ description: 'Its currency.' }),
    daysCompared: z.number().int().meta({ description: 'How many of the days were compared. The sums are of these.' }),
    kept: Amounts.nullable().meta({ description: kept.description + nothing }),
    platformTotal: Amounts.nullable().meta({ description: platformTotal.description + nothing }),
    rest: Amounts.nullable().meta({ description: "What the platform's total has beyond that." + nothing }),
    comparedAt: z.string().nullable().meta({ description: 'When the day compared longest ago was compared.' }),
    differsSince: z.string().nullable().meta({ description: 'Since when there is a difference; null: there is none.' }),
    attribution: z
      .array(z.string())
      .meta({ description: 'How the platform counted conversions when these days were read, the oldest first.' }),
    differences: z.array(DifferingDay).meta({ description: 'The days that differ, at most 31, the newest first.' }),
  })
  .meta({ id: 'ReconciledAccount' })

export const reconciliationReport = operation({
  name: 'get_reconciliation',
  rest: { method: 'GET', path: '/v1/reports/reconciliation' },
  section: 'Reporting',
  summary: "What is kept of ads, held against the platforms' own totals of each account.",
  description:
    'Every night, and at once with `refresh`. A day that differs is read again first; what differs by more than the rounding of ' +
    'single ads even then is a difference, and the event sync.differs. Conversions are not compared: an ad counts its own kind.',
  scope: 'read',
  effect: 'reads',
  reportRows: true,
  input: z.object({
    ...scopeFields,
    refresh: z
      .union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1')])
      .default(false)
      .meta({ description: `true: ask the platforms now, for at most ${maxDaysNow} days and 10 accounts.` }),
    ...pageFields(maxAccounts, usualAccounts),
  }),
  example: exampleDays,
  reply: pageOf(ReconciledAccount).extend({
    metadata: z
      .object({
        failed: z
          .array(
            z
              .object({
                accountId: z.string().meta({ description: 'The account.' }),
                reason: z.string().meta({ description: 'Why it could not be compared now.' }),
              })
              .meta({ id: 'NotReconciled' }),
          )
          .meta({ description: 'Accounts that could not be compared now; what was known of them is told.' }),
        excluded: excludedField,
      })
      .meta({ description: 'What is not told here.' }),
  }),
  async handle(deps, call, { refresh, limit, cursor, page, ...input }) {
    const { range, ...scope } = checkScope(deps.connections.platforms, input)
    const window = windowOf({ limit, cursor, page })
    const found = await accountsOf(deps, call, scope)
    const { accounts, excluded } = forReader(deps.connections.platforms, call, { ...scope, accounts: found })
    const shown = accounts.slice(window.offset, window.offset + window.limit)
    const failed = refresh ? await compareNow(deps, shown, range) : []
    const data = await askReconciliation(deps, shown, range)
    return { ...pageWith(data, window, accounts.length), metadata: { failed, excluded } }
  },
})
