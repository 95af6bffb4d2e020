import { useEffect } from 'react'
import { createStore } from '../data/client/store.ts'
import type { Further } from './catalogue.ts'
import { furthers } from './catalogues.ts'
import { language } from './current.ts'

const known = createStore<Further>({ actions: {}, fields: {} })
let isAsked = false

/** Names of what is done and sent, in the language of the page: fetched when they are first read; until they are there, none. */
export function useFurther(): Further {
  useEffect(() => {
    const load = furthers[language]
    if (isAsked || !load) return
    isAsked = true
    load().then(
      (loaded) => known.become(loaded.default),
      () => (isAsked = false),
    )
  }, [])
  return known.use()
}
