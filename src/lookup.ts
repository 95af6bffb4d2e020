/** What a table says about a word that somebody else chose: "constructor" is in none unless it was put there. */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}

/** What must be there by now: where it is not, the error says what was missing. */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`The ${what} is missing.`)
  return value
}

/** The row of an answer that has exactly one: a count, what was just written. */
export function only<T>(rows: readonly T[], what = 'row'): T {
  if (rows.length !== 1) throw new Error(`There must be exactly one ${what}, and there are ${rows.length}.`)
  return rows[0] as T
}

/** What a map has for a key that was put there before. */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K, what: string): V {
  const found = map.get(key)
  if (found === undefined) throw new Error(`There is no ${what} for ${String(key)}.`)
  return found
}

/** Neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
