import { queryOptions, useQuery } from '@tanstack/react-query'
import { FlightdeckError } from '../../../../client/src/index.ts'
import { isNobodyThere } from '../client/asked-ahead.ts'
import { connection } from '../client/connection-state.ts'
import { flightdeck } from '../client/flightdeck.ts'
import type { Input } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { answerByPasskey, newPasskey } from './passkey.ts'
import { age, queryClient } from '../client/query-client.ts'
import { root } from '../client/root.ts'
import { useWrite, write } from '../client/write.ts'

/** Who is signed in; null: nobody. */
const sessionQuestion = queryOptions({
  queryKey: keysOf('session')(),
  staleTime: 5 * 60_000,
  queryFn: async () => {
    if (await isNobodyThere()) return null
    try {
      return await flightdeck.readSession()
    } catch (error) {
      if (error instanceof FlightdeckError && error.status === 401) return null
      throw error
    }
  },
})

export const useSession = () => useQuery(sessionQuestion)

/** The first thing that every page has to know: asked before anything is drawn. */
export const askWhoIsThere = (): Promise<void> => queryClient.prefetchQuery(sessionQuestion)

/** Whether the signed-in person may: what they may not do is shown, but cannot be pressed. */
export function useMay(scope: 'launch' | 'manage' | 'admin'): boolean {
  const scopes: readonly string[] = useSession().data?.scopes ?? []
  return scopes.includes(scope)
}

export const useSignInMethods = () =>
  useQuery({ queryKey: keysOf('catalogue')('ways'), queryFn: () => flightdeck.listWaysToSignIn() })

/** Whoever is told that they are in is already known by then. */
async function signedIn(): Promise<void> {
  connection.back()
  await age('session')
}

export const signInByLink = write((token: string) => flightdeck.signIn({ token }).then(signedIn))
export const signInByPasskey = write(async () =>
  flightdeck.signInByPasskey({ response: await answerByPasskey() }).then(signedIn),
)
export const acceptInvite = write((invite: Input<'acceptInvite'>) => flightdeck.acceptInvite(invite).then(signedIn))
export const stepUp = write(async () => flightdeck.stepUp({ response: await answerByPasskey() }))

const signOut = write(() => flightdeck.signOut())

export function useSignOut() {
  const leave = () => {
    queryClient.clear()
    // A fresh page holds nothing of the one who left.
    location.assign(`${root}/`)
  }
  return useWrite(signOut, { then: leave, failed: leave })
}

export const useSessions = () => useQuery({ queryKey: keysOf('sessions')(), queryFn: () => flightdeck.listSessions() })

export const endSession = write(flightdeck.endSession, 'sessions')

export const usePasskeys = () => useQuery({ queryKey: keysOf('passkeys')(), queryFn: () => flightdeck.listPasskeys() })

export const createPasskey = write(
  async (name: string) => flightdeck.createPasskey({ name, response: await newPasskey() }),
  'passkeys',
)
export const deletePasskey = write(flightdeck.deletePasskey, 'passkeys')

/** The companies that one belongs to, or was invited to by the same address. */
export const useOwnCompanies = () =>
  useQuery({ queryKey: keysOf('companies')(), queryFn: () => flightdeck.listOwnCompanies() })

export const acceptCompany = write(flightdeck.acceptCompany, 'companies')
