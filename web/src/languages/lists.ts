import { language } from './current.ts'
import { kept } from './kept.ts'

const tag = language === 'en' ? 'en-GB' : language
const all = kept(() => new Intl.ListFormat(tag))

/** Several as a part of a sentence: “one, two and three”. */
export const listed = (words: readonly string[]): string => all().format(words)
