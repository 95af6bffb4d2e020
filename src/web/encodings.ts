type Packing = 'br' | 'gzip'

/** The smallest form that a caller understands, by its Accept-Encoding; null: as it is. */
export function packingFor(accepted: string | undefined, there: (packing: Packing) => boolean): Packing | null {
  const weights = new Map((accepted ?? '').split(',').map(weightOf))
  const isTaken = (packing: Packing) => (weights.get(packing) ?? weights.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find((packing) => there(packing) && isTaken(packing)) ?? null
}

/** Whether somebody wants a page, as browsers say it; everything ("*" alone) is what programs say. */
export function wantsPage(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((part) => {
    const [type, weight] = weightOf(part)
    return type === 'text/html' && weight > 0
  })
}

function weightOf(part: string): [string, number] {
  const [name = '', ...params] = part.split(';').map((word) => word.trim().toLowerCase())
  const weight = params.find((param) => param.startsWith('q='))?.slice(2)
  return [name, weight === undefined ? 1 : Number(weight) || 0]
}
