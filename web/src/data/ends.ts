import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import { write } from './client/write.ts'
import { keysOf } from './nouns.ts'

/** Ends that the service keeps, because the platforms cannot. */
export const useEnds = () =>
  useQuery({ queryKey: keysOf('calendar')('ends'), queryFn: () => Array.fromAsync(flightdeck.all.listEnds({})) })

export const removeEnd = write((id: number) => flightdeck.removeEnd({ id }), 'calendar', 'entities', 'campaigns')
