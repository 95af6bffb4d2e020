/**
 * Columns of a file on their way into it. There are millions of values, so what lasts longer than a moment is no object of its own: the
 * collector would keep each until it looks through all memory, which it puts off for as long as it can.
 */

export type ExportValue = string | number | null

export interface ExportColumn {
  /** Takes a value of each row, from a place of the group on. */
  put(rows: ExportValue[][], index: number, from: number): void
  /** The first values of the group, as the writer takes them. */
  values(size: number): unknown[]
}

/** Numbers as bytes; none is not a number there. */
export class NumberColumn implements ExportColumn {
  readonly #numbers: Float64Array
  readonly #convert: (value: number) => unknown

  constructor(size: number, convert: (value: number) => unknown) {
    this.#numbers = new Float64Array(size)
    this.#convert = convert
  }

  put(rows: ExportValue[][], index: number, from: number): void {
    let place = from
    for (const row of rows) {
      const value = row[index] ?? null
      this.#numbers[place++] = value === null ? Number.NaN : Number(value)
    }
  }

  values(size: number): unknown[] {
    return Array.from(this.#numbers.subarray(0, size), (value) => (Number.isNaN(value) ? null : this.#convert(value)))
  }
}

/** So many different words are kept for as long as the file is written. */
const wordsKept = 10_000

/** Names and days, which say the same again and again: each word is kept once. */
export class WordColumn implements ExportColumn {
  readonly #convert: (word: string) => unknown
  readonly #words: unknown[] = []
  readonly #known = new Map<string, unknown>()

  constructor(convert: (word: string) => unknown) {
    this.#convert = convert
  }

  put(rows: ExportValue[][], index: number, from: number): void {
    if (this.#known.size > wordsKept) this.#known.clear()
    let place = from
    for (const row of rows) {
      const value = row[index] ?? null
      this.#words[place++] = value === null ? null : this.#word(String(value))
    }
  }

  values(size: number): unknown[] {
    return this.#words.slice(0, size)
  }

  #word(word: string): unknown {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const made = this.#convert(word)
    this.#known.set(word, made)
    return made
  }
}
