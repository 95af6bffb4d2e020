import { z } from 'zod'
import type { MetricName } from '../../../platforms/contract/metrics.ts'
import type { Coverage } from '../sync/ensure/days.ts'
import type { UnlistedPlatform } from './accounts.ts'
import type { Answers } from './answers.ts'
import { excludedField } from './readers.ts'
import type { Excluded } from './readers.ts'
import type { ReportAccount } from '../sync/types.ts'

const DayRangeShape = z
  .object({
    from: z.string().meta({ description: 'The first day.', format: 'date' }),
    to: z.string().meta({ description: 'The last day.', format: 'date' }),
  })
  .meta({ id: 'DayRange' })

export const Missing = z
  .object({
    accountId: z
      .string()
      .nullable()
      .meta({ description: "null: the platform's accounts could not be listed, so nobody knows which." }),
    platform: z.string().meta({ description: 'The platform of the account.' }),
    reason: z.string().meta({ description: 'Why it is missing.' }),
    days: z.array(DayRangeShape).meta({ description: 'Which days are missing.' }),
    metrics: z.array(z.string()).optional().meta({ description: 'Only these figures are missing; otherwise all.' }),
  })
  .meta({ id: 'MissingFigures' })

const ComparisonRate = z
  .object({
    currency: z.string().meta({ description: 'The other currency.' }),
    rate: z.number().meta({ description: 'What one unit of it is worth.' }),
    date: z.string().meta({ description: 'The day the rate is from.', format: 'date' }),
    source: z.string().meta({ description: 'Where the rate comes from.' }),
  })
  .meta({ id: 'ComparisonRate' })

const MissingRate = z
  .object({
    currency: z.string().meta({ description: 'The currency without a rate.' }),
    reason: z.string().meta({ description: 'Why there is none, and how to set one.' }),
  })
  .meta({ id: 'MissingRate' })

/** How amounts in several currencies were put in order. */
const ComparisonShape = z
  .object({
    currency: z.string().meta({ description: "The company's currency, in which amounts were compared." }),
    rates: z.array(ComparisonRate).meta({ description: 'What one unit of each other currency is worth in it.' }),
    missing: z
      .array(MissingRate)
      .meta({ description: 'Currencies without a rate: rows in them come last, and minSpend leaves them out.' }),
  })
  .meta({ id: 'CurrencyComparison' })

export const ConversionShape = z
  .object({
    currency: z.string().meta({ description: 'The currency of all amounts.' }),
    rates: z
      .array(
        ComparisonRate.extend({
          lowest: z.number().meta({ description: 'The lowest rate of the days.' }),
          highest: z.number().meta({ description: 'The highest rate of the days.' }),
        }).meta({ id: 'ConversionRate' }),
      )
      .meta({
        description: 'For each other currency the rate of the last day, and between which those of all days lie.',
      }),
    earlier: z
      .array(
        DayRangeShape.extend({
          currency: z.string().meta({ description: 'The other currency.' }),
          date: z.string().meta({ description: 'The day of the rate that was used.', format: 'date' }),
        }).meta({ id: 'EarlierRate' }),
      )
      .meta({ description: 'Days without a rate of their own: the newest before was used.' }),
  })
  .meta({ id: 'CurrencyConversion' })

const WholeFigures = z
  .object({
    spend: z.number().meta({ description: 'In the currency of the account.' }),
    impressions: z.number().meta({ description: 'How often ads were shown.' }),
    clicks: z.number().meta({ description: 'Clicks, as the platform counts.' }),
  })
  .meta({ id: 'WholeFigures' })

const WholeAccount = z
  .object({
    accountId: z.string().meta({ description: 'The ad account.' }),
    platform: z.string().meta({ description: 'Its platform.' }),
    currency: z.string().meta({ description: 'Its currency.' }),
    total: WholeFigures.nullable().meta({ description: 'All of the account; null: not every day has been read.' }),
    rest: WholeFigures.nullable().meta({ description: 'What of it the platform tells of no country, or no search.' }),
  })
  .meta({ id: 'WholeAccount' })

/** With DATABASE_READ_URL. */
export const asOfField = z.string().nullable().meta({
  description:
    'Read from a replica of the database that had everything up to this time; null: from the database itself.',
})

export const ReportMetadata = z
  .object({
    platform: z.string().nullable().meta({ description: 'The platform of all rows, or mixed.' }),
    source: z.enum(['synced', 'platform']).meta({
      description: 'synced: from the daily figures that are kept here; platform: asked for this question.',
    }),
    currency: z.string().nullable().meta({
      description: 'The currency of all rows, or mixed: then each row says its own. Never added up.',
    }),
    comparison: ComparisonShape.nullable().meta({
      description:
        'How rows in several currencies were sorted and held against minSpend; null where there was no need.',
    }),
    conversion: ConversionShape.optional().meta({
      description: 'There with currency: the rates by which amounts were converted. Amounts before the first are null.',
    }),
    accounts: z.array(WholeAccount).optional().meta({
      description: 'There for countries and searches: each account as a whole, and what of it stands in none of them.',
    }),
    timeZone: z.string().nullable().meta({ description: 'In which time zone the days are, or mixed.' }),
    freshAt: z.string().nullable().meta({ description: 'When the least fresh account was last read.' }),
    asOf: asOfField,
    partial: z.boolean().meta({ description: 'Something is missing: see missing.' }),
    missing: z.array(Missing).meta({ description: 'What is not in the rows, and why.' }),
    notes: z.array(z.string()).meta({ description: 'What to know about the figures, in plain words.' }),
    excluded: excludedField,
    attribution: z.string().nullable().meta({ description: 'How the platform counts conversions.' }),
  })
  .meta({ id: 'ReportMetadata' })

export type ReportMetadata = z.output<typeof ReportMetadata>
export type Missing = z.output<typeof Missing>

const noReason = 'These days have not been read.'

/** What is missing because days could not be read. */
export function missingDays(coverage: Coverage[]): Missing[] {
  return coverage
    .filter(({ missing }) => missing.length > 0)
    .map(({ account, missing, reason }) => ({
      accountId: account.accountId,
      platform: account.platform,
      reason: reason ?? noReason,
      days: missing,
    }))
}

/** What is missing because the platform did not answer. Platforms that cannot answer are passed over unless words are given for them. */
export function missingAnswers(
  { failed }: Answers,
  range: { from: string; to: string },
  { metrics, ifUnable }: { metrics?: MetricName[]; ifUnable?: (platform: string) => string },
): Missing[] {
  return failed.flatMap(({ account, reason }) => {
    const why = reason ?? ifUnable?.(account.platform)
    if (why === undefined) return []
    const { accountId, platform } = account
    return { accountId, platform, reason: why, days: [range], ...(metrics ? { metrics } : {}) }
  })
}

/** What is missing because nobody knows which accounts there are. */
export function missingAccounts(unlisted: UnlistedPlatform[], range: { from: string; to: string }): Missing[] {
  return unlisted.map(({ platform, reason }) => {
    return { accountId: null, platform, reason: `Its accounts could not be listed: ${reason}`, days: [range] }
  })
}

/** What came out before and after the rows were made: accounts that could not be listed, and those that were left out. */
export function withMissing(
  metadata: ReportMetadata,
  more: Missing[],
  excluded: Excluded[] = metadata.excluded,
): ReportMetadata {
  const partial = metadata.partial || more.length > 0
  return { ...metadata, partial, missing: [...metadata.missing, ...more], excluded }
}

/** Figures that were read and are not kept up to date, of accounts that nothing is missing of. */
function standingStill(coverage: Coverage[]): string[] {
  return coverage.flatMap(({ account: { accountId }, missing, obstacle }) =>
    obstacle === null || missing.length > 0 ? [] : `${accountId} is not read at the moment. ${obstacle}`,
  )
}

export function describeReport(
  accounts: ReportAccount[],
  coverage: Coverage[],
  more: Pick<ReportMetadata, 'source' | 'missing'> & { freshAt?: Date | null; asOf?: Date | null; notes?: string[] },
): ReportMetadata {
  const zones = coverage.map(({ account, calendar }) => (calendar === 'utc' ? 'UTC' : account.timeZone))
  const freshAt = more.freshAt === undefined ? oldest(coverage) : more.freshAt
  return {
    platform: oneOf(accounts.map(({ platform }) => platform)),
    source: more.source,
    currency: oneOf(accounts.map(({ currency }) => currency)),
    comparison: null,
    timeZone: oneOf(zones),
    freshAt: freshAt?.toISOString() ?? null,
    asOf: more.asOf?.toISOString() ?? null,
    partial: more.missing.length > 0,
    missing: more.missing,
    notes: [...(more.notes ?? []), ...standingStill(coverage)],
    excluded: [],
    attribution: attributionOf(coverage),
  }
}

function oneOf(values: string[]): string | null {
  const different = new Set(values)
  return different.size > 1 ? 'mixed' : (values[0] ?? null)
}

/** Of what was read at all: an account that never was is among the missing ones. */
function oldest(coverage: Coverage[]): Date | null {
  const times = coverage.flatMap(({ freshAt }) => freshAt?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

function attributionOf(coverage: Coverage[]): string | null {
  const byPlatform = new Map(coverage.map(({ account, attribution }) => [account.platform, attribution]))
  if (byPlatform.size <= 1) return [...byPlatform.values()][0] ?? null
  return [...byPlatform].map(([platform, attribution]) => `${platform}: ${attribution ?? 'none'}`).join('; ')
}
