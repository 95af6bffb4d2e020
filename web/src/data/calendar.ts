import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'

const key = keysOf('calendar')

export const useCalendar = () =>
  useQuery({ queryKey: key(), queryFn: () => Array.fromAsync(flightdeck.all.readCalendar({})) })
