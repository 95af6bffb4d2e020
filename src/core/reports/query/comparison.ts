import type { CompanyRef } from '../../company-ref.ts'
import { companyCurrency } from '../../currency/company-currency.ts'
import { convert, showRate } from '../../currency/convert.ts'
import type { Rates } from '../../currency/convert.ts'
import { numberOf } from '../../currency/decimal.ts'
import { ratesOn } from '../../currency/rates.ts'
import { isMetric, metricDefinitions } from '../../../platforms/contract/metrics.ts'
import type { MetricName } from '../../../platforms/contract/metrics.ts'
import { withMissing } from './metadata.ts'
import type { Missing, ReportMetadata } from './metadata.ts'
import type { Question } from './question.ts'
import type { ReportAccount } from '../sync/types.ts'
import type { SyncDeps } from '../../deps.ts'

/** How amounts in several currencies are put in order. */
export interface CurrencyOrder {
  rates: Rates
  /** Accounts whose amounts cannot be compared, and why. */
  without: { account: ReportAccount; reason: string }[]
}

export function isMoney(word: string): word is MetricName {
  return isMetric(word) && metricDefinitions[word].unit === 'currency'
}

/** null: nothing is compared, or all of it is in one currency and needs no rate. */
export async function comparisonOf(
  { db, connections }: SyncDeps,
  company: CompanyRef,
  accounts: ReportAccount[],
  { sort, minSpend, range }: Question,
): Promise<CurrencyOrder | null> {
  const from = [...new Set(accounts.map(({ currency }) => currency))]
  if (from.length < 2 || (minSpend === null && !sort.some(({ by }) => isMoney(by)))) return null
  const to = await companyCurrency({ db }, { company }, connections.platforms.names)
  if (to === null) return null
  const rates = await ratesOn({ db }, { company }, { from, to, day: range.to })
  const without = accounts.flatMap((account) => {
    const found = convert(rates, 0n, account.currency)
    return 'missing' in found ? { account, reason: found.missing } : []
  })
  return { rates, without }
}

/** What one unit of a currency is worth in the one that amounts are compared in; null: there is no rate. */
export function worthOf({ to, byCurrency }: Rates, currency: string): number | null {
  if (currency === to) return 1
  const rate = byCurrency.get(currency)
  return rate ? numberOf(rate.rate) : null
}

/** The metadata of a report whose rows were compared. */
export function withComparison(
  metadata: ReportMetadata,
  comparison: CurrencyOrder | null,
  { minSpend, range }: Question,
): ReportMetadata {
  if (!comparison) return metadata
  const { rates, without } = comparison
  const leftOut = minSpend === null ? [] : without.map(({ account, reason }) => leftOutRows(account, reason, range))
  const reasons = new Map(without.map(({ account, reason }) => [account.currency, reason]))
  return {
    ...withMissing(metadata, leftOut),
    comparison: {
      currency: rates.to,
      rates: [...rates.byCurrency.values()].map(showRate),
      missing: [...reasons].map(([currency, reason]) => ({ currency, reason })),
    },
  }
}

function leftOutRows({ accountId, platform }: ReportAccount, reason: string, range: Question['range']): Missing {
  return { accountId, platform, reason: `Its rows cannot be compared with minSpend. ${reason}`, days: [range] }
}
