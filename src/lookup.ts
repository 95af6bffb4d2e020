/** What a table says about a word that somebody else chose: "constructor" is in none unless it was put there. */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
