import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import { write } from '../client/write.ts'
import { keysOf } from '../nouns.ts'

const key = keysOf('campaigns')

/** Where the platform sees what people do on a site. */
export const usePixels = (accountId: string, enabled = true) =>
  useQuery({
    queryKey: key('pixels', accountId),
    enabled,
    staleTime: 60_000,
    queryFn: ({ signal }) => flightdeck.listPixels({ accountId }, { signal }),
    select: ({ data }) => data,
  })

/** What counts as a conversion by a rule of the account's own. */
export const useCustomConversions = (accountId: string) =>
  useQuery({
    queryKey: key('custom conversions', accountId),
    queryFn: ({ signal }) => flightdeck.listCustomConversions({ accountId }, { signal }),
    select: ({ data }) => data,
  })

export const sendEvents = write(flightdeck.sendConversionEvents, 'campaigns')
