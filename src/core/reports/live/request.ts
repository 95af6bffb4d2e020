import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { metricNames } from '../../../platforms/contract/insights.ts'
import type { InsightsVerb, MetricName } from '../../../platforms/contract/insights.ts'
import type { Services } from '../../../services.ts'
import { openAccount } from '../../accounts.ts'
import type { KnownAccount } from '../../accounts.ts'
import type { CompanyRef } from '../../connections.ts'
import { requireVerb } from '../../verbs.ts'
import { measures } from '../query/measures.ts'
import { MissingMetrics } from './breakdown-results.ts'

/** `US,ca` in a query: a list of country codes in capitals. */
export const CountryList = z
  .string()
  .optional()
  .transform((text) => wordsIn(text).map((code) => code.toUpperCase()))
  .refine(
    (codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)),
    'must be country codes of two letters, such as US,CA',
  )
  .meta({ description: 'Country codes, separated by commas.' })

/** `spend,reach` in a query; left out: all of them. */
export const MetricList = z
  .string()
  .optional()
  .transform((text) => wordsIn(text))
  .pipe(z.array(z.enum(metricNames)))
  .transform((names): MetricName[] => (names.length > 0 ? names : [...metricNames]))
  .meta({ description: `Which figures, separated by commas: ${metricNames.join(', ')}.` })

export const metricFields = Object.fromEntries(
  measures.map(({ name, about }) => [name, z.number().nullable().optional().meta({ description: about })]),
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

export const ReportMetadata = z.object({ platform: z.string(), currency: z.string(), timeZone: z.string() })

export const BreakdownMetadata = ReportMetadata.extend({
  missing: z.array(MissingMetrics).meta({ description: 'Figures that rows or totals lack, and why.' }),
})

function wordsIn(text: string | undefined): string[] {
  const words = (text ?? '').split(',').map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))]
}

export interface OpenReport {
  insights: InsightsVerb
  account: KnownAccount
  metadata: z.output<typeof ReportMetadata>
}

/** The account for a report that only one platform has. */
export async function openReport(
  services: Services,
  company: CompanyRef,
  accountId: string,
  platformName: string,
): Promise<OpenReport> {
  const { session, account, platform } = await openAccount(services, company, accountId)
  if (platform.name !== platformName) {
    throw new AppError('unsupported_operation', `${platform.name} has no such report.`, { platform: platform.name })
  }
  const verb = requireVerb(session, platform.name, 'insights')
  const insights: InsightsVerb = (id, query) =>
    services.readings.live.run(company.id, () => verb(id, query), query.signal)
  const metadata = { platform: account.platform, currency: account.currency, timeZone: account.time_zone }
  return { insights, account, metadata }
}
