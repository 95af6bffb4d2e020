const known = new Set(Intl.supportedValuesOf('currency'))

/** Whether it is a currency, written as ISO 4217 does: USD. */
export function isCurrency(code: string): boolean {
  return known.has(code)
}

/** What the rates for every company are told in: any two currencies are compared by way of it. */
export const hubCurrency = 'USD'

/** Currencies whose smallest amount is not a hundredth, by how many decimals they have (ISO 4217). */
const decimals: Record<number, string[]> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: ['CLF', 'UYW'],
}

/** How many decimals the smallest amount of a currency has: 2 for dollars, none for yen. */
export function decimalsOf(currency: string): number {
  const found = Object.entries(decimals).find(([, codes]) => codes.includes(currency))
  return found ? Number(found[0]) : 2
}
