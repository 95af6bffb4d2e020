/** Money as the model counts it: whole millionths of a currency's main unit, and rates as fractions. Nothing here is taken from the service. */
export type Micros = bigint

export type Currency = 'USD' | 'JPY' | 'KWD' | 'EUR' | 'DEM'

/** What one of it is worth in dollars, as a fraction; null: nobody knows. The service is told the same as decimals. */
const inDollars: Record<Currency, [above: bigint, below: bigint] | null> = {
  USD: [1n, 1n],
  JPY: [4n, 625n],
  KWD: [13n, 4n],
  EUR: [5n, 4n],
  DEM: null,
}

export const givenRates = [
  { currency: 'JPY', inCurrency: 'USD', rate: '0.0064' },
  { currency: 'KWD', inCurrency: 'USD', rate: '3.25' },
  { currency: 'EUR', inCurrency: 'USD', rate: '1.25' },
  { currency: 'JPY', inCurrency: 'EUR', rate: '0.00512' },
  { currency: 'KWD', inCurrency: 'EUR', rate: '2.6' },
  { currency: 'KWD', inCurrency: 'JPY', rate: '507.8125' },
]

const decimals: Record<Currency, number> = { USD: 2, JPY: 0, KWD: 3, EUR: 2, DEM: 2 }

/** null: there is no rate. Nothing is nothing in every currency. */
export function exchanged(amount: Micros, from: Currency, to: Currency): Micros | null {
  if (from === to || amount === 0n) return amount
  const [one, other] = [inDollars[from], inDollars[to]]
  if (!one || !other) return null
  return (amount * one[0] * other[1]) / (one[1] * other[0])
}

/** The largest amount that the currency can say and that is not above. */
export function rounded(amount: Micros, currency: Currency): Micros {
  const step = 10n ** BigInt(6 - decimals[currency])
  return (amount / step) * step
}

export function inMain(amount: Micros): number {
  return Number(amount) / 1e6
}

export function shown(amount: Micros | null, currency: Currency): string {
  return amount === null ? 'unknown' : `${inMain(amount).toFixed(decimals[currency])} ${currency}`
}

export function positive(amount: Micros): Micros {
  return amount > 0n ? amount : 0n
}

export function sumOf(amounts: Micros[]): Micros {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}
