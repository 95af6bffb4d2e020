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
  if (texts.length <= maxNamed) return `must be ${listed(texts, 'or')}${guess}`
  return `is none of the ${texts.length} words that are taken here${guess || `, such as ${texts.slice(0, 5).join(', ')}`}`
}

/** Words to put behind a complaint; none where nothing is near. */
export function didYouMean(words: readonly string[], given: unknown): string {
  const meant = typeof given === 'string' ? nearest(words, given) : undefined
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** Words to put behind a complaint: what was probably meant, or what there is. */
export function mustBeAmong(words: readonly string[], given: string): string {
  const guess = didYouMean(words, given)
  if (guess !== '' || words.length === 0) return guess
  if (words.length <= maxNamed) return `; it takes ${listed(words, 'and')}`
  return `; it takes ${words.length} others, such as ${words.slice(0, 5).join(', ')}`
}

/** The word that somebody meant beyond doubt: other capitals or gaps, or one letter, or two of a long word. */
export function slipOf(words: readonly string[], given: string): string | undefined {
  const wanted = plain(given)
  if (wanted.length < 2 || wanted.length > 60) return undefined
  return words.find((word) => {
    const text = plain(word)
    if (text === wanted) return true
    const shortest = Math.min(text.length, wanted.length)
    if (shortest < 5 || Math.abs(text.length - wanted.length) > 2) return false
    return distance(wanted, text) <= (shortest < 9 ? 1 : 2) || isSwapped(wanted, text)
  })
}

/** Two letters that stand beside each other changed places. */
function isSwapped(given: string, word: string): boolean {
  if (given.length !== word.length) return false
  const at = [...word].findIndex((letter, index) => letter !== given[index])
  const swapped = `${given.slice(0, at)}${given[at + 1]}${given[at]}${given.slice(at + 2)}`
  return at >= 0 && swapped === word
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

function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
