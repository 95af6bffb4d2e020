/** The words that somebody who wrote this may have meant, the nearest first. */
export function nearest(word: string, known: readonly string[]): string[] {
  const wanted = plain(word)
  const close = known
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, plain(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(plain(candidate).length / 3)))
    .sort((one, other) => one.distance - other.distance)
  // One that is farther off than another was not meant.
  return close
    .filter(({ distance }) => distance === close[0]?.distance)
    .slice(0, 2)
    .map(({ candidate }) => candidate)
}

/** "Ad Set", "ad_set" and "adset" are the same word. */
export function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** How many letters must be put in, taken out, changed or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  const at = (distances: number[], place: number) => distances[place] ?? Infinity
  let twoBack: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const change = at(before, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swap = isSwap && row > 1 && column > 1 ? at(twoBack, column - 2) + 1 : Infinity
      now.push(Math.min(at(before, column) + 1, at(now, column - 1) + 1, change, swap))
    }
    twoBack = before
    before = now
  }
  return at(before, other.length)
}

export function didYouMean(word: string, known: readonly string[]): string {
  const found = nearest(word, known)
  return found.length > 0 ? ` Did you mean ${found.map((one) => `"${one}"`).join(' or ')}?` : ''
}

const maxListed = 12

/** A closed list as it is told: the first of a long one, and how many there are besides. */
export function listed(words: readonly string[]): string {
  const shown = words.slice(0, maxListed).join(', ')
  return words.length > maxListed ? `${shown} and ${words.length - maxListed} more` : shown
}
