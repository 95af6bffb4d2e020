import { numberLocale } from '../ui/words/locale.ts'
import { catalogue, language } from './current.ts'
import type { Translation } from './catalogue.ts'
import { kept } from './kept.ts'

/** The names in braces of a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

type Values<Text extends string> = [Names<Text>] extends [never] ? [] : [values: Record<Names<Text>, string | number>]

/** What stands behind it in a text tells translators which of several meanings it has, and is not shown. */
const note = '##'

const plurals = kept(() => new Intl.PluralRules(language))

/**
 * A text of the dashboard in the reader's language. The English one is its key and stands where it is used; a number decides which of two
 * forms is right: `t({ one: '1 ad', other: '{count} ads' }, { count })`.
 */
export function t<const Text extends string>(text: Text, ...values: Values<Text>): string
export function t<const One extends string, const Other extends string>(
  forms: { one: One; other: Other },
  values: Record<Exclude<Names<One> | Names<Other>, 'count'>, string | number> & { count: number },
): string
export function t(text: string | { one: string; other: string }, values?: Record<string, string | number>): string {
  if (typeof text === 'string') return filled(textOf(catalogue.texts[text] ?? text), values)
  const count = values?.count as number
  const translated = catalogue.texts[text.other]
  const form = translated === undefined ? (count === 1 ? text.one : text.other) : textOf(translated, count)
  return filled(form, { ...values, count: count.toLocaleString(numberLocale) })
}

function textOf(translation: Translation, count = 0): string {
  const text =
    typeof translation === 'string' ? translation : (translation[plurals().select(count)] ?? translation.other ?? '')
  const end = text.indexOf(note)
  return end === -1 ? text : text.slice(0, end)
}

/** The text with the values in its places. */
export function filled(text: string, values?: Record<string, string | number>): string {
  if (values === undefined) return text
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** What the service declares, such as the title of a column, as people read it; what is new, as it is. */
export const wordFor = (word: string): string => catalogue.words[word] ?? word

/** A closed word of the service for a state, a role or the like, as people read it: `gone_already` is “gone already”. */
export const stateWord = (word: string): string => wordFor(plainWord(word))

/** As catalogues have it. */
export const plainWord = (word: string): string =>
  word
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()

/** A label within a sentence: English writes it small, other languages as it is. */
export const inSentence = (label: string): string => (language === 'en' ? label.toLowerCase() : label)

/** The text itself, before anything is put into it. */
export const translated = (text: string): string => textOf(catalogue.texts[text] ?? text)
