import { mustBeOneOf } from '../../closed-words.ts'

/** The words for an ad's button that a platform understands. */
export interface CallsToAction {
  words: readonly string[]
  /** What is wrong with a word; null: it is understood. */
  problemOf: (word: string | undefined) => string | null
  /** The platform's own word; undefined: the ad has no button. */
  buttonFor: (word: string | undefined) => string | undefined
}

/** `own`: its words, with blanks between them. `others`: common words that it has under another name; null: no button. */
export function createCallsToAction(own: string, others: Record<string, string | null> = {}): CallsToAction {
  const buttons: ReadonlyMap<string, string | null> = new Map([
    ...Object.entries(others),
    ...own
      .trim()
      .split(/\s+/)
      .map((word): [string, string] => [word, word]),
  ])
  const words = [...buttons.keys()].sort()
  return {
    words,
    problemOf: (word) => (word === undefined || buttons.has(word) ? null : mustBeOneOf(words, word)),
    buttonFor: (word) => (word === undefined ? undefined : (buttons.get(word) ?? undefined)),
  }
}
