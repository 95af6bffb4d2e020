import type { Catalogue } from '../../../web/src/languages/catalogue.ts'
import { catalogues, laters } from '../../../web/src/languages/catalogues.ts'
import { required } from '../../../src/lookup.ts'

/** All that a language says, on whichever page. */
export async function catalogueOf(language: string): Promise<Catalogue> {
  const { texts, words, codes } = (await required(catalogues[language], 'language')()).default
  const later = (await laters[language]?.())?.default
  return { texts: { ...texts, ...later?.texts }, words: { ...words, ...later?.words }, codes }
}
