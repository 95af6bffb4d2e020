import type { BaseSum } from '../../../../platforms/contract/metrics.ts'

type MoneySum = Extract<BaseSum, 'spend' | 'value'>

/** What a rule adds up: a sum as it is kept, or amounts in one currency, each day's by its rate. */
export type RuleSum = BaseSum | `${MoneySum}_${string}`

const isMoney = (sum: BaseSum): sum is MoneySum => sum === 'spend' || sum === 'value'

/** Absent: amounts stay in the currency of each account. */
export function sumIn(sum: BaseSum, currency: string | undefined): RuleSum {
  return currency !== undefined && isMoney(sum) ? `${sum}_${currency}` : sum
}

/** What it is made of, and in which currency it is told; null: in that of each account. */
export function madeOf(sum: RuleSum): { base: BaseSum; currency: string | null } {
  const [base, currency = null] = sum.split('_') as [BaseSum, string?]
  return { base, currency }
}

/** Whether metrics made of these sums are told in one currency. */
export function holdsMoney(sums: readonly BaseSum[]): boolean {
  return sums.some(isMoney)
}
