/** One measured figure: what, how much, and what it should be at least or at most. */
export interface Figure {
  what: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
  note?: string
}

export interface Bench {
  name: string
  about: string
  run(say: (line: string) => void): Promise<Figure[]>
}

export function isMet({ value, atLeast, atMost }: Figure): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
