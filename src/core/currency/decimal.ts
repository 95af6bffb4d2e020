/** units / 10^scale, exactly. */
export interface Decimal {
  units: bigint
  scale: number
}

/** Of a plain or scientific decimal such as 157.47 or 1e-7; null: it is none. */
export function decimalOf(text: string): Decimal | null {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:e([+-]?\d{1,3}))?$/i.exec(text.trim()) ?? []
  if (whole === '') return null
  const units = BigInt(`${sign}${whole}${part}`)
  const scale = part.length - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

export function textOf({ units, scale }: Decimal): string {
  return `${units}e-${scale}`
}

export function numberOf(decimal: Decimal): number {
  return Number(textOf(decimal))
}

/** Halves are rounded away from zero, as people do with money. */
export function divide(above: bigint, below: bigint): bigint {
  const half = below / 2n
  return above >= 0n ? (above + half) / below : -((-above + half) / below)
}

/** one / other with so many digits that count, whatever their size. */
export function ratio(one: Decimal, other: Decimal, digits: number): Decimal {
  const above = one.units * 10n ** BigInt(other.scale)
  const below = other.units * 10n ** BigInt(one.scale)
  const scale = Math.max(0, digits + below.toString().length - above.toString().length)
  return { units: divide(above * 10n ** BigInt(scale), below), scale }
}

export function times(amount: bigint, { units, scale }: Decimal): bigint {
  return divide(amount * units, 10n ** BigInt(scale))
}
