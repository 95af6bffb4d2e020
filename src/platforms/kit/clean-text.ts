/** A pair of surrogates, half of one or U+0000, as JSON escapes; and every other escape, so that none is read from its middle. */
const escapes = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u(?:0000|[dD][89a-fA-F]..)|\\[^]/g
const suspect = /\\u(?:0000|[dD][89a-fA-F])/

/**
 * People may call an ad what no database keeps: U+0000, or half of a surrogate pair. In an answer's text each becomes the
 * sign for a character that is not known, so that one name does not keep all others from being read.
 */
export function cleanAnswer(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
  if (!suspect.test(plain)) return plain
  return plain.replace(escapes, (found) => (suspect.test(found) && found.length === 6 ? '\\ufffd' : found))
}
