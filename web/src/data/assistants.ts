import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'

const key = keysOf('assistants')

export const useAssistants = () => useQuery({ queryKey: key(), queryFn: () => flightdeck.listAssistants() })

/** What an assistant asks, as the address says that it led to. */
export const useConsentRequest = (query: string) =>
  useQuery({
    queryKey: key('request', query),
    queryFn: () => flightdeck.readConsentRequest({ query }),
    // A document of its own is read for it.
    staleTime: 60_000,
  })

export const connectAssistant = write(flightdeck.connectAssistant, 'assistants', 'guards')
export const revokeAssistant = write(flightdeck.revokeAssistant, 'assistants')
