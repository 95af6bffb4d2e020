import { useQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import type { Input } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'

const key = keysOf('connections')
const rehearsalMs = 2000

export const useConnections = () =>
  useQuery({
    queryKey: key(),
    queryFn: () => Array.fromAsync(flightdeck.all.listConnections({})),
    // No event tells how far a rehearsal is.
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ rehearsal }) => rehearsal && rehearsal.state !== 'done') ? rehearsalMs : false,
  })

/** How the company works with each platform: a list of connections does not tell where there is none. */
export const usePlatformStandings = () =>
  useQuery({
    queryKey: key('standings'),
    queryFn: async () => (await flightdeck.listConnections({ limit: 1 })).metadata.platforms,
  })

/** What the page says on which somebody consents. */
export const useConnectPage = (asked: Input<'getConnectUrl'>, enabled: boolean) =>
  useQuery({ queryKey: key('page', asked), enabled, queryFn: () => flightdeck.getConnectUrl(asked) })

/** Why the consent that this browser began connected nothing, as the platform told it. */
export const useConnectProblem = (platform: string | undefined) =>
  useQuery({
    queryKey: key('problem', platform ?? ''),
    enabled: platform !== undefined,
    retry: false,
    queryFn: () => flightdeck.getConnectProblem({ platform: platform ?? '' }),
  })

/** Where the browser goes to consent. */
export const beginConnect = write(flightdeck.beginConnect)

export const useOAuthApp = (platform: string) =>
  useQuery({ queryKey: key('app', platform), queryFn: () => flightdeck.getOauthApp({ platform }) })

export const setOAuthApp = write(flightdeck.setOauthApp, 'connections')
export const deleteOAuthApp = write(flightdeck.deleteOauthApp, 'connections')
export const addConnection = write(flightdeck.addConnection, 'connections', 'accounts')
export const checkConnection = write(flightdeck.checkConnection, 'connections', 'accounts')

export const useConnectionAccounts = (id: string) =>
  useQuery({ queryKey: key('accounts', id), queryFn: () => flightdeck.listConnectionAccounts({ id }) })

export const chooseAccounts = write(flightdeck.chooseConnectionAccounts, 'connections', 'accounts')
export const takeInAccounts = write(flightdeck.takeInConnectionAccounts, 'connections', 'accounts')
export const standInBySandbox = write(flightdeck.useSandbox, 'connections', 'accounts')

/** Tries what launching needs, without making anything; it goes on behind the answer. */
export const rehearseConnection = write(flightdeck.rehearseConnection, 'connections')

/** What stops when it goes. */
export const useConnectionUses = (id: string) =>
  useQuery({ queryKey: key('uses', id), queryFn: () => flightdeck.listConnectionUses({ id: Number(id) }) })

export const disconnect = write(flightdeck.deleteConnection, 'connections', 'accounts')
