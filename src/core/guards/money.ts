import { decimalsOf } from '../currency/codes.ts'

/** Millionths of the main unit; null: it is no amount that can be compared with anything. */
export function microsOf(amount: number): bigint | null {
  return Number.isFinite(amount) ? BigInt(Math.round(amount * 1_000_000)) : null
}

export function amountOf(micros: bigint): number {
  return Number(micros) / 1_000_000
}

export function moneyText(amount: number, currency: string): string {
  return `${amount.toFixed(decimalsOf(currency))} ${currency}`
}
