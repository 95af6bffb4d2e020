import { misfit } from '../../restli/shape.ts'

/** Signs that mean something in the platform's text format and stand for themselves only behind a backslash. */
const signs = '|{}@[]()<>#*_~\\'

/** What the format has besides plain text: a mention, and a hashtag. */
const elements = [
  /^@\[(?:[^\\[\]]|\\.)+\]\(urn:li:(?:organization|person):[\w-]+\)/,
  /^\{hashtag\|\\?#\|[\p{L}\p{N}]+\}/u,
]

/** Where the first sign stands that is neither escaped nor part of an element; -1 when there is none. */
function bareSignAt(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '\\' && signs.includes(text[at + 1] ?? ' ')) {
      at++
      continue
    }
    if (!signs.includes(letter)) continue
    const element = elements.map((pattern) => pattern.exec(text.slice(at))?.[0]).find((found) => found !== undefined)
    if (element === undefined) return at
    at += element.length - 1
  }
  return -1
}

/** The text as it is kept, or the refusal of one with bare signs. */
export function checkedText(text: string, bareSigns: 'refused' | 'cut', place: string): string {
  const at = bareSignAt(text)
  if (at < 0) return text
  if (bareSigns === 'cut') return text.slice(0, at)
  throw misfit(place, `"${text.slice(at, at + 12)}" is not LittleText: '${text[at]}' must be escaped`)
}
