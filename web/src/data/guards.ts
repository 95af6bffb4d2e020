import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'

const key = keysOf('guards')

export const useGuards = () => useQuery({ queryKey: key(), queryFn: () => flightdeck.getSpendGuardStatus() })

/** A change sends the whole set. */
export const setGuards = write(flightdeck.setSpendGuards, 'guards')
