/** The smallest daily budget in the currency's own smallest unit, and how many of those make one whole. */
export interface CurrencyRules {
  offset: 1 | 100
  minDaily: number
}

/** These have no smaller unit on the platform, whatever other standards say. */
const wholeUnitCurrencies = new Set(['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'])

export function currencyOf(currency: string): CurrencyRules {
  return wholeUnitCurrencies.has(currency) ? { offset: 1, minDaily: 150 } : { offset: 100, minDaily: 100 }
}
