import { z } from 'zod'
import { metricDefinitions, metricNames } from '../../../platforms/contract/metrics.ts'
import type { BreakdownName, DayRange, InsightsQuery, InsightsRow } from '../../../platforms/contract/insights.ts'
import type { MetricName } from '../../../platforms/contract/metrics.ts'
import { openAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import { lacks, requireVerb } from '../../connections/verbs.ts'
import { ConversionShape } from '../query/metadata.ts'
import { MissingMetrics } from './breakdown-results.ts'
import type { AccountDeps } from '../../deps.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'

export interface BreakdownRequest {
  accountId: string
  range: DayRange
  by: BreakdownName
  metrics: MetricName[]
  /** Only rows with one of these values. */
  only?: string[] | undefined
  /** In which amounts are told, or `company`; absent: in the account's. */
  currency?: string | undefined
}

/** `US,ca` in a query: a list of country codes in capitals. */
export const CountryList = z
  .string()
  .optional()
  .transform((text) => wordsIn(text).map((code) => code.toUpperCase()))
  .refine(
    (codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)),
    'must be country codes of two letters, such as US,CA',
  )
  .meta({ description: 'Only these countries: codes of two letters, separated by commas. Left out: all together.' })

/** `spend,reach` in a query; left out: all of them. */
export const MetricList = z
  .string()
  .optional()
  .transform((text) => wordsIn(text))
  .pipe(z.array(z.enum(metricNames)))
  .transform((names): MetricName[] => (names.length > 0 ? names : [...metricNames]))
  .meta({ description: `Which figures, separated by commas: ${metricNames.join(', ')}. Left out: all of them.` })

/** null: the platform has no figure, which is not the same as nothing. Left out: it was not asked for. */
export const metricFields = Object.fromEntries(
  metricNames.map((name) => [
    name,
    z.number().nullable().optional().meta({ description: metricDefinitions[name].about }),
  ]),
) as Record<MetricName, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>

/** The figures of a breakdown: where results are asked for, they are also told by what was counted. */
export const breakdownFields = {
  ...metricFields,
  resultsByType: z
    .record(z.string(), z.number())
    .optional()
    .meta({
      description:
        "Results by what was counted, in the platform's words, such as link_click; reach counts people. `results` is their sum, " +
        'or null where people are among several kinds: they cannot be added up.',
    }),
}

export const LiveReportMetadata = z
  .object({
    platform: z.string().meta({ description: 'Which platform, by its name here.' }),
    currency: z.string().meta({ description: 'What amounts are in: the currency of the account.' }),
    timeZone: z.string().meta({ description: 'The time zone of the account, by which days are told apart.' }),
    attribution: z.string().nullable().meta({ description: 'How the platform counts conversions.' }),
  })
  .meta({ id: 'LiveReportMetadata' })

export const BreakdownMetadata = LiveReportMetadata.extend({
  currency: z.string().meta({ description: 'What amounts are in: the currency of the account, or the one asked for.' }),
  conversion: ConversionShape.optional().meta({
    description: 'There with currency: the rates by which amounts were converted.',
  }),
  missing: z.array(MissingMetrics).meta({ description: 'Figures that rows or totals lack, and why.' }),
}).meta({ id: 'BreakdownMetadata' })

function wordsIn(text: string | undefined): string[] {
  const words = (text ?? '').split(',').map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))]
}

export type LiveDeps = AccountDeps & Pick<ReportDeps, 'readings'>
/** What is read ends when nobody waits for it any more. */
export type LiveContext = Pick<Context, 'company' | 'signal'>

export interface OpenReport {
  /** The figures of the account. */
  insights: (query: Omit<InsightsQuery, 'level' | 'signal'>) => Promise<InsightsRow[]>
  metadata: z.output<typeof LiveReportMetadata>
}

/** The platform that has these reports. */
const platformName = 'primary'

/** The account for a report that only one platform has. */
export async function openReport(
  deps: LiveDeps,
  { company, signal }: LiveContext,
  accountId: string,
): Promise<OpenReport> {
  const { session, account, platform, platforms } = await openAccount(deps, { company }, accountId)
  if (platform.name !== platformName) throw lacks(platforms, platform.name, 'insights', 'has no such report')
  const verb = requireVerb({ session, platform, platforms }, 'insights')
  const { currency } = account
  const attribution = session.reporting?.attribution ?? null
  const metadata = { platform: account.platform, currency, timeZone: account.time_zone, attribution }
  return {
    insights: (query) =>
      deps.readings.live.run(
        company.id,
        () => verb(account.account_id, { level: 'account', signal, ...query }),
        signal,
      ),
    metadata,
  }
}
