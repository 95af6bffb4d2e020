import { distance } from 'fastest-levenshtein'

/** So many words are named in a sentence; of longer lists only the nearest. */
const maxNamed = 20

/** "learn more", "Learn_More" and "LEARN_MORE" are the same word. */
const plain = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** "learn more" as platforms write their words: LEARN_MORE. */
export const asWord = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')

/** The one of a closed list that somebody wrote with other capitals or gaps; undefined: none, or several. */
export function sameWord<T>(words: readonly T[], given: string): T | undefined {
  const wanted = plain(given)
  const found = words.filter((word) => typeof word === 'string' && plain(word) === wanted)
  return found.length === 1 ? found[0] : undefined
}

/** What is wrong with a word that is not in a list: what may stand there, and what was probably meant. */
export function mustBeOneOf(words: readonly unknown[], given: unknown): string {
  const texts = words.map(String)
  const guess = didYouMean(texts, given)
  if (texts.length <= maxNamed) return `must be ${enumerated(texts)}${guess}`
  return `is none of the ${texts.length} words that are taken here${guess || `, such as ${texts.slice(0, 5).join(', ')}`}`
}

/** Words to put behind a complaint; none where nothing is near. */
export function didYouMean(words: readonly string[], given: unknown): string {
  const meant = typeof given === 'string' ? nearest(words, given) : undefined
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** The list as `expected` names it. */
export function wordsExpected(words: readonly unknown[], given: unknown): string {
  const texts = words.map(String)
  if (texts.length <= maxNamed) return texts.join(', ')
  const meant = typeof given === 'string' ? nearest(texts, given) : undefined
  return meant ?? `one of ${texts.length} words (the reference lists them)`
}

/** The word of the list that was probably meant; undefined: none is near. */
export function nearest(words: readonly string[], given: string): string | undefined {
  const wanted = plain(given)
  if (wanted === '' || wanted.length > 60) return undefined
  let best: { word: string; off: number } | undefined
  for (const word of words) {
    const text = plain(word)
    const maxOff = Math.max(1, Math.floor(text.length / 3))
    // Words of very different lengths are not compared letter by letter: a launch may have a thousand wrong ones.
    if (Math.abs(text.length - wanted.length) > maxOff) continue
    const off = distance(wanted, text)
    if (off <= maxOff && (best === undefined || off < best.off)) best = { word, off }
  }
  return best?.word
}

function enumerated(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
