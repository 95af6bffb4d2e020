import { catalogues } from './catalogues.ts'
import type { Catalogue } from './catalogue.ts'

/** What there is of a browser: nothing where tests read texts without one. */
const { document, localStorage } = globalThis as {
  document?: { documentElement: { lang: string } }
  localStorage?: { getItem: (name: string) => string | null }
}

export const languagePlace = 'flightdeck.language'

/** The first of the languages somebody reads that the dashboard speaks; English if it speaks none of them. */
function languageOf(chosen: string | null, read: readonly string[]): string {
  const tags = [chosen ?? '', ...read].map((tag) => tag.toLowerCase().replace(/-.*/, ''))
  return tags.find((tag) => tag === 'en' || Object.hasOwn(catalogues, tag)) ?? 'en'
}

/** What was chosen in this browser; null: whatever the browser says. */
export const chosenLanguage = chosenHere()

const wanted = document ? languageOf(chosenLanguage, navigator.languages) : 'en'

/** Awaited before anything is drawn, so that texts of constants are in it too. Who reads English waits for nothing. */
const loaded: Catalogue | null = wanted === 'en' ? null : await load(wanted)

/** The language that the page is in. */
export const language = loaded ? wanted : 'en'

export const catalogue: Catalogue = loaded ?? { texts: {}, words: {}, codes: {} }

if (document) document.documentElement.lang = language

/** A page in English is better than none, where the catalogue cannot be fetched. */
async function load(tag: string): Promise<Catalogue | null> {
  try {
    return (await catalogues[tag]?.())?.default ?? null
  } catch {
    return null
  }
}

function chosenHere(): string | null {
  try {
    return document ? (localStorage?.getItem(languagePlace) ?? null) : null
  } catch {
    return null
  }
}
