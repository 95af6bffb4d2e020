import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { FlightdeckError, FlightdeckUnreachable } from '../../../../client/src/index.ts'
import { connection } from './connection-state.ts'
import type { Noun } from '../nouns.ts'

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

/** For lists that come page by page: each page says where the next begins. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ pagination }: { pagination: { nextCursor: string | null } }) =>
    pagination.nextCursor ?? undefined,
}

/** What is known of these is asked anew where a page shows it, and when one does otherwise. */
export async function age(...nouns: readonly Noun[]): Promise<void> {
  await Promise.all(nouns.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
}
