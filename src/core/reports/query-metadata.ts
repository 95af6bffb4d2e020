import { z } from 'zod'
import type { MetricName } from '../../platforms/insights.ts'
import type { Coverage } from './ensure-days.ts'
import type { Answers } from './query-answers.ts'
import type { ReportAccount } from './sync-types.ts'

const DayRangeShape = z.object({ from: z.string(), to: z.string() })

export const Missing = z.object({
  accountId: z.string(),
  reason: z.string(),
  days: z.array(DayRangeShape),
  metrics: z.array(z.string()).optional().meta({ description: 'Only these figures are missing; otherwise all.' }),
})

export const ReportMetadata = z.object({
  platform: z.string().nullable().meta({ description: 'The platform of all rows, or mixed.' }),
  source: z.enum(['synced', 'platform']).meta({
    description: 'synced: from the daily figures that are kept here; platform: asked for this question.',
  }),
  currency: z.string().nullable().meta({ description: 'The currency of all rows, or mixed. Never added up.' }),
  timeZone: z.string().nullable().meta({ description: 'In which time zone the days are, or mixed.' }),
  freshAt: z.string().nullable().meta({ description: 'When the least fresh account was last read.' }),
  partial: z.boolean().meta({ description: 'Something is missing: see missing.' }),
  missing: z.array(Missing),
  attribution: z.string().nullable().meta({ description: 'How the platform counts conversions.' }),
})

export type ReportMetadata = z.output<typeof ReportMetadata>
type Missing = z.output<typeof Missing>

const noReason = 'These days have not been read.'

/** What is missing because days could not be read. */
export function missingDays(coverage: Coverage[]): Missing[] {
  return coverage
    .filter(({ missing }) => missing.length > 0)
    .map(({ account, missing, reason }) => ({
      accountId: account.accountId,
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
    return { accountId: account.accountId, reason: why, days: [range], ...(metrics ? { metrics } : {}) }
  })
}

export function describeReport(
  accounts: ReportAccount[],
  coverage: Coverage[],
  more: { source: ReportMetadata['source']; missing: Missing[]; freshAt?: Date | null },
): ReportMetadata {
  const zones = coverage.map(({ account, calendar }) => (calendar === 'utc' ? 'UTC' : account.timeZone))
  const freshAt = more.freshAt === undefined ? oldest(coverage) : more.freshAt
  return {
    platform: oneOf(accounts.map(({ platform }) => platform)),
    source: more.source,
    currency: oneOf(accounts.map(({ currency }) => currency)),
    timeZone: oneOf(zones),
    freshAt: freshAt?.toISOString() ?? null,
    partial: more.missing.length > 0,
    missing: more.missing,
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
