import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'

const key = keysOf('connections')

export const useConnections = () =>
  useQuery({ queryKey: key(), queryFn: () => Array.fromAsync(flightdeck.all.listConnections({})) })
