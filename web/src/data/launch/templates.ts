import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { write } from '../client/write.ts'

const key = keysOf('templates')

/** Texts that were written before. */
export const useTemplates = (word: string) =>
  useQuery({
    queryKey: key(word),
    placeholderData: keepPreviousData,
    queryFn: () => flightdeck.listAdCopyTemplates({ search: word || undefined, limit: 100 }),
  })

export const createTemplate = write(flightdeck.createAdCopyTemplate, 'templates')
export const updateTemplate = write(flightdeck.updateAdCopyTemplate, 'templates')
export const deleteTemplate = write(flightdeck.deleteAdCopyTemplate, 'templates')
