import { convert, mainUnits } from '../../../currency/convert.ts'
import type { Rates } from '../../../currency/convert.ts'
import type { Missing } from '../metadata.ts'
import type { ReportAccount } from '../../sync/types.ts'

/** A word where a part is not known: whoever compares it with a limit must not take it for a small number. */
export const unknown = 'unknown'
export type Total = number | typeof unknown

export interface AccountSpend {
  account: ReportAccount
  /** null: no day of it was read. */
  micros: bigint | null
}

export interface SpendTotals {
  totalSpend: Total
  knownSpend: number
  byPlatform: Record<string, Total>
  /** Of what was read, each in its own currency. */
  byCurrency: Record<string, number>
  unconverted: { account: ReportAccount; reason: string }[]
}

/** Sums in whole millionths; each is rounded once, at its end. A total of which a part is missing is unknown. */
export function addUpSpend(spends: AccountSpend[], rates: Rates, missing: Missing[]): SpendTotals {
  const unconverted: SpendTotals['unconverted'] = []
  const byPlatform = new Map<string, bigint>()
  const byCurrency = new Map<string, bigint>()
  let known = 0n
  for (const { account, micros } of spends) {
    const { platform, currency } = account
    if (micros !== null) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + micros)
    // Nothing is nothing in every currency: it needs no rate.
    const converted = micros ? convert(rates, micros, currency) : { amount: 0n }
    if ('missing' in converted) unconverted.push({ account, reason: converted.missing })
    const amount = 'missing' in converted ? 0n : converted.amount
    byPlatform.set(platform, (byPlatform.get(platform) ?? 0n) + amount)
    known += amount
  }
  const open = new Set([
    ...missing.map(({ platform }) => platform),
    ...unconverted.map(({ account }) => account.platform),
  ])
  const total = (amount: bigint, isOpen: boolean) => (isOpen ? unknown : mainUnits(amount, rates.to))
  return {
    totalSpend: total(known, open.size > 0),
    knownSpend: mainUnits(known, rates.to),
    byPlatform: Object.fromEntries([...byPlatform].map(([name, sum]) => [name, total(sum, open.has(name))])),
    byCurrency: Object.fromEntries([...byCurrency].map(([currency, sum]) => [currency, mainUnits(sum, currency)])),
    unconverted,
  }
}
