import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { FlightdeckError } from '../../../client/src/index.ts'
import { flightdeck } from './flightdeck.ts'
import { queryClient } from './query-client.ts'
import { root } from './root.ts'

/** Who is signed in; null: nobody. */
const sessionQuestion = queryOptions({
  queryKey: ['session'],
  staleTime: 5 * 60_000,
  queryFn: async () => {
    try {
      return await flightdeck.readSession()
    } catch (error) {
      if (error instanceof FlightdeckError && error.status === 401) return null
      throw error
    }
  },
})

export function useSession() {
  return useQuery(sessionQuestion)
}

/** The first thing that every page has to know: asked before anything is drawn. */
export function askWhoIsThere(): void {
  void queryClient.prefetchQuery(sessionQuestion)
}

/** Whether the signed-in person may: what they may not do is shown, but cannot be pressed. */
export function useMay(scope: 'launch' | 'manage' | 'admin'): boolean {
  const scopes: readonly string[] = useSession().data?.scopes ?? []
  return scopes.includes(scope)
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => flightdeck.signOut(),
    onSettled: () => {
      queryClient.clear()
      // A fresh page holds nothing of the one who left.
      location.assign(`${root}/`)
    },
  })
}
