import { language } from './current.ts'

const tag = language === 'en' ? 'en-GB' : language
const all = new Intl.ListFormat(tag)
const either = new Intl.ListFormat(tag, { type: 'disjunction' })

/** Several as a part of a sentence: “one, two and three”. */
export const listed = (words: readonly string[]): string => all.format(words)

/** Any of several: “one, two or three”. */
export const anyOf = (words: readonly string[]): string => either.format(words)
