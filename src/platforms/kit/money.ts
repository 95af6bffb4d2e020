import type { Issue } from '../../errors.ts'
import type { AccountRef, BudgetAmounts } from '../contract/manage.ts'

/** How many decimals an amount in the currency has: 2 for dollars, none for yen. */
export function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** For platforms whose money has two decimals, but for some currencies that have none. */
export function minorUnitsWithout(currencies: ReadonlySet<string>) {
  return {
    decimals: (currency: string) => (currencies.has(currency) ? 0 : 2),
    tooFine: (currency: string, decimals: number) =>
      `${currency} has ${decimals === 0 ? 'no decimals' : 'two decimals'} on this platform`,
  }
}

interface Amounts {
  /** The largest amount that is taken. */
  largest: number | ((currency: string) => number)
  decimals?: (currency: string) => number
  /** What is said of an amount with more decimals than that. */
  tooFine?: (currency: string, decimals: number) => string
}

const moreDecimals = (currency: string, decimals: number) =>
  `has more decimals than ${currency} has: at most ${decimals}`

/** An amount that the currency cannot hold exactly is refused: rounding money in silence is not ours to do. */
export function createBudgetRules({ largest, decimals: of = decimalsOf, tooFine = moreDecimals }: Amounts) {
  function checkAmount({ currency }: Pick<AccountRef, 'currency'>, path: string, amount: number | undefined): Issue[] {
    if (amount === undefined) return []
    if (!(amount > 0)) return [{ path, message: 'must be more than 0' }]
    if (amount > (typeof largest === 'number' ? largest : largest(currency))) return [{ path, message: 'is too large' }]
    const decimals = of(currency)
    return Number(amount.toFixed(decimals)) === amount ? [] : [{ path, message: tooFine(currency, decimals) }]
  }
  function checkAmounts(account: AccountRef, amounts: Record<string, number | undefined>): Issue[] {
    return Object.entries(amounts).flatMap(([path, amount]) => checkAmount(account, path, amount))
  }
  return {
    checkAmount,
    checkAmounts,
    checkBudget: (account: AccountRef, change: BudgetAmounts) => checkAmounts(account, { ...change }),
    roundBudget: ({ currency }: AccountRef, amount: number): number =>
      Math.round(amount * 10 ** of(currency)) / 10 ** of(currency),
  }
}
