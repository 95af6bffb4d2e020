import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'

const againMs = 10_000

/** How the installation is: asked for again by itself while the page is looked at. */
export const useInstance = (isOperator: boolean) =>
  useQuery({
    queryKey: keysOf('instance')(),
    queryFn: () => flightdeck.readInstance(),
    refetchInterval: againMs,
    enabled: isOperator,
  })
