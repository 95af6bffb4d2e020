import { chosenLanguage, language } from '../../languages/current.ts'

/** How a reader who wrote their own language and region writes numbers and days, in the words of a page: `en-DE` for `de` in English. */
export function localeOf(readers: string | undefined, page = language): string {
  try {
    const reader = new Intl.Locale(readers ?? page)
    if (reader.language === page) return reader.toString()
    const { region } = reader.maximize()
    return new Intl.Locale(page, region === undefined ? {} : { region }).toString()
  } catch {
    return page
  }
}

const readers = globalThis.navigator?.language

/** For days and lists, which have words in them. */
export const locale = localeOf(readers)

/** For numbers and money, as the reader writes them anywhere else, unless they chose another language here. */
export const numberLocale = chosenLanguage === null ? numbersOf(readers) : locale

export function numbersOf(tag: string | undefined): string {
  try {
    return new Intl.Locale(tag ?? language).toString()
  } catch {
    return language
  }
}
