import { t } from '../../languages/t.ts'

/** How many keys, as it stands in a sentence. */
export function keysInWords(keys: unknown[]): string {
  return t({ one: '1 key', other: '{count} keys' }, { count: keys.length })
}
