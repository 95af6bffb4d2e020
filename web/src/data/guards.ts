import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SpendGuardInput } from '../../../client/src/index.ts'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'

const key = keysOf('guards')

export const useGuards = () => useQuery({ queryKey: key(), queryFn: () => flightdeck.getSpendGuardStatus() })

/** How it would stand, had it been set; null: it has no limit to preview. */
export const useGuardPreview = (guard: SpendGuardInput | null) =>
  useQuery({
    queryKey: key('preview', guard),
    enabled: guard !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => (guard ? flightdeck.previewSpendGuard({ guard }, { signal }) : null),
  })

/** A change sends the whole set. */
export const setGuards = write(flightdeck.setSpendGuards, 'guards')
