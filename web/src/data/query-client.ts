import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { FlightdeckError, FlightdeckUnreachable } from '../../../client/src/index.ts'
import { connection } from './connection-state.ts'

/** Nothing is asked again sooner than this, however often a page is opened; events tell what has changed. */
export const freshSeconds = 15

function notice(error: unknown): void {
  if (error instanceof FlightdeckUnreachable) connection.lost()
  if (error instanceof FlightdeckError && error.status === 401) connection.signedOut()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notice, onSuccess: () => connection.back() }),
  mutationCache: new MutationCache({ onError: notice, onSuccess: () => connection.back() }),
  defaultOptions: {
    queries: {
      staleTime: freshSeconds * 1000,
      refetchOnWindowFocus: false,
      // The client tries again by itself.
      retry: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
