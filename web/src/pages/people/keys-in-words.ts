/** How many keys, as it stands in a sentence. */
export function keysInWords(keys: unknown[]): string {
  return keys.length === 1 ? '1 key' : `${keys.length} keys`
}
