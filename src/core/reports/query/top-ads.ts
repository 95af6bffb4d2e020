import { AppError, PlatformError } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import { isAboutPeople, isCost, metricNames } from '../../../platforms/contract/metrics.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { MetricName } from '../../../platforms/contract/metrics.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { AdInAccount } from '../../deps.ts'
import type { Context } from '../../context.ts'
import { lacks } from '../../connections/verbs.ts'
import { openWorking } from '../../connections/working.ts'
import { isMoney } from './comparison.ts'
import { mayReadFigures } from './readers.ts'
import { askReport } from './query.ts'
import type { Report } from './query.ts'
import type { Question } from './question.ts'
import type { Row } from './rows.ts'
import type { FigureDeps } from './read-figures.ts'
import type { ReportDeps } from '../sync/ensure/readings.ts'
import type { ReportAccount } from '../sync/types.ts'

export interface TopAdsQuestion {
  accounts: ReportAccount[]
  range: DayRange
  metric: MetricName
  limit: number
  minSpend: number | null
  currency?: string | undefined
}

interface Rank {
  rankValue: number | null
  rankCurrency: string | null
}

type TopAd = Row & Rank & { thumbnail: string | null; link: string | null }
export type TopAds = Omit<Report, 'rows'> & { rows: TopAd[] }

/** The accounts whose ads can be shown; 501 when the caller asked for others by name. */
export function accountsWithTopAds(
  platforms: Platforms,
  context: Pick<Context, 'actor'>,
  { accounts, isAskedByName }: { accounts: ReportAccount[]; isAskedByName: boolean },
): ReportAccount[] {
  const able = platformsWithTopAds(platforms, context)
  const without = accounts.find(({ platform }) => !able.includes(platform))
  if (without && isAskedByName) throw lacks({ able: () => able }, without.platform, 'showAds', 'has no top ads')
  return accounts.filter(({ platform }) => able.includes(platform))
}

/** Where ads can be shown by their pictures, and whoever asks may read what they did. */
export function platformsWithTopAds(platforms: Platforms, context: Pick<Context, 'actor'>): string[] {
  return platforms.able('showAds').filter((name) => mayReadFigures(required(platforms.driver(name), 'driver'), context))
}

/** The best ads by one metric, with what they look like and where to find them. */
export async function topAds(
  deps: FigureDeps,
  { company }: Pick<Context, 'company'>,
  { accounts, range, metric, limit, minSpend, currency }: TopAdsQuestion,
): Promise<TopAds> {
  const question: Question = {
    range,
    groups: [{ name: 'ad', field: 'adId' }],
    // Counting people takes a call to the platform of its own.
    metrics: metricNames.filter((name) => isAboutPeople(metric) || !isAboutPeople(name)),
    namesPeople: isAboutPeople(metric),
    sort: [{ by: metric, direction: isCost(metric) ? 'ASC' : 'DESC' }],
    minSpend,
    search: null,
    ...(currency ? { currency } : {}),
    limit,
    offset: 0,
  }
  const report = await askReport(deps, { company }, { accounts, question })
  const shown = accounts.filter(({ accountId }) => report.rows.some((row) => row.accountId === accountId))
  const pictures = await Promise.all(shown.map((account) => picturesOf(deps, company, account, report.rows)))
  const thumbnails = new Map(pictures.flat())
  const rows = report.rows.map((row) => ({
    ...row,
    ...rankOf(row, metric, report.metadata),
    thumbnail: thumbnails.get(placeOf(row)) ?? null,
    link: deps.connections.adUrl(placedAd(row, accounts)),
  }))
  return { ...report, rows }
}

function placedAd({ platform, accountId, adId }: Row, accounts: ReportAccount[]): AdInAccount {
  const place = { platform: String(platform), accountId: String(accountId), adId: String(adId) }
  const account = accounts.find((each) => each.platform === platform && each.accountId === accountId)
  return { ...place, isSandbox: account?.isSandbox ?? false }
}

/** What the ad was ranked by: amounts in the currency in which all were compared. */
function rankOf(row: Row, metric: MetricName, { comparison }: Report['metadata']): Rank {
  const value = row[metric] as number | null
  if (!isMoney(metric)) return { rankValue: value, rankCurrency: null }
  if (!comparison) return { rankValue: value, rankCurrency: String(row.currency) }
  const { currency, rates } = comparison
  const worth = row.currency === currency ? 1 : rates.find((rate) => rate.currency === row.currency)?.rate
  const rankValue = value === null || worth === undefined ? null : Math.round(value * worth * 1e6) / 1e6
  return { rankValue, rankCurrency: currency }
}

/** Ids are one platform's own: two may use the same. */
function placeOf({ platform, adId }: Pick<Row, 'platform' | 'adId'>): string {
  return `${platform} ${adId}`
}

/** A list without pictures is better than none, so a platform that fails leaves them out. */
async function picturesOf(
  { connections }: ReportDeps,
  company: CompanyRef,
  account: ReportAccount,
  rows: Row[],
): Promise<[string, string][]> {
  const { platform, accountId, currency, timeZone } = account
  const ids = rows.filter((row) => row.accountId === accountId).map(({ adId }) => String(adId))
  try {
    const { session } = await openWorking(connections, company, { platform, account_id: accountId })
    const pictures = await session.showAds?.({ id: accountId, currency, timeZone }, ids)
    return [...(pictures ?? [])].map(([adId, picture]) => [placeOf({ platform, adId }), picture])
  } catch (error) {
    if (error instanceof PlatformError || error instanceof AppError) return []
    throw error
  }
}
