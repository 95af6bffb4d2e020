/** The language that this page is written in. */
const language = 'en'

/** How a reader who wrote their own language and region writes numbers and days, in the words of this page: `en-DE` for `de`. */
export function localeOf(readers: string | undefined): string {
  try {
    const reader = new Intl.Locale(readers ?? language)
    if (reader.language === language) return reader.toString()
    const { region } = reader.maximize()
    return new Intl.Locale(language, region === undefined ? {} : { region }).toString()
  } catch {
    return language
  }
}

/** For days and lists, which have words in them. */
export const locale = localeOf(globalThis.navigator?.language)

/** For numbers and money, as the reader writes them anywhere else. */
export const numberLocale = numbersOf(globalThis.navigator?.language)

export function numbersOf(readers: string | undefined): string {
  try {
    return new Intl.Locale(readers ?? language).toString()
  } catch {
    return language
  }
}
