/** The platform's own words for the button of an ad. */
const ownWords = [
  'APPLY',
  'DOWNLOAD',
  'VIEW_QUOTE',
  'LEARN_MORE',
  'SIGN_UP',
  'SUBSCRIBE',
  'REGISTER',
  'JOIN',
  'ATTEND',
  'REQUEST_DEMO',
]

/** Common words that the platform has under another name; null: the ad has no button. */
const otherWords: Record<string, string | null> = {
  APPLY_NOW: 'APPLY',
  DOWNLOAD_NOW: 'DOWNLOAD',
  FIND_OUT_MORE: 'LEARN_MORE',
  GET_A_QUOTE: 'VIEW_QUOTE',
  GET_DETAILS: 'LEARN_MORE',
  GET_QUOTE: 'VIEW_QUOTE',
  JOIN_NOW: 'JOIN',
  MOBILE_DOWNLOAD: 'DOWNLOAD',
  NO_BUTTON: null,
  READ_MORE: 'LEARN_MORE',
  REGISTER_NOW: 'REGISTER',
  SEE_MORE: 'LEARN_MORE',
  TRY_DEMO: 'REQUEST_DEMO',
}

const words: ReadonlyMap<string, string | null> = new Map([
  ...ownWords.map((word): [string, string] => [word, word]),
  ...Object.entries(otherWords),
])

export const callsToAction: readonly string[] = [...words.keys()].sort()

export function isCallToAction(word: string): boolean {
  return words.has(word)
}

/** The platform's word; undefined: the ad has no button. */
export function labelFor(cta: string | undefined): string | undefined {
  return cta === undefined ? undefined : (words.get(cta) ?? undefined)
}
