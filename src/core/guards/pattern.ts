/** `*` stands for any text, `?` for one character; everything else for itself, in capitals or not. */
export function matchesPattern(pattern: string, text: string): boolean {
  const wanted = [...pattern.toLowerCase()]
  const given = [...text.toLowerCase()]
  let at = 0
  let star = -1
  let resumeAt = 0
  // The last star takes one character more whenever the rest does not fit: at worst the product of both lengths.
  for (let place = 0; place < given.length;) {
    if (at < wanted.length && wanted[at] === '*') {
      star = at++
      resumeAt = place
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[place])) {
      at++
      place++
    } else if (star >= 0) {
      at = star + 1
      place = ++resumeAt
    } else {
      return false
    }
  }
  return wanted.slice(at).every((letter) => letter === '*')
}
