import { de } from './de.ts'
import { en } from './en.ts'
import type { Words } from './words.ts'

/** Another language is one file and its place here. */
export const languages = { en, de } as const satisfies Record<string, Words>

export type Language = keyof typeof languages

export const languageTags = Object.keys(languages) as [Language, ...Language[]]

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** What is said to somebody who keeps that language; English to those who keep none, or one of a newer version. */
export const wordsIn = (language: string | null | undefined): Words => languages[languageOf(language)]

/** The language by its name, if it is one that the service speaks; else English. */
export function languageOf(kept: string | null | undefined): Language {
  return kept && isLanguage(kept) ? kept : 'en'
}

/** The one of ours that a browser wants most (Accept-Language); English where it wants none. */
export function languageRead(header: string | null | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1'
      return { tag: range.replace(/-.*/s, ''), quality: /^[01](\.\d{0,3})?$/.test(quality) ? Number(quality) : 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return wanted.map(({ tag }) => tag).find(isLanguage) ?? 'en'
}
