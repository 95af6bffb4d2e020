import { laters } from './catalogues.ts'
import type { Names } from './catalogue.ts'
import { catalogue, language } from './current.ts'

/** Of what is done and sent, as the page's language has them; none until `wholeCatalogue` has fetched them. */
export const names: Names = { actions: {}, fields: {} }

let loading: Promise<void> | null = null

/** Resolves when what all pages say is here. It never fails: a page in English is better than none. */
export function wholeCatalogue(): Promise<void> {
  const load = laters[language]
  if (!load) return Promise.resolve()
  loading ??= load().then(
    ({ default: later }) => {
      Object.assign(catalogue.texts, later.texts)
      Object.assign(catalogue.words, later.words)
      Object.assign(names, later.names)
    },
    () => void (loading = null),
  )
  return loading
}
