import { useInfiniteQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { byCursor } from '../client/query-client.ts'

const key = keysOf('changes')

/** Who changed what in an account, the newest first. */
export const useChanges = (asked: { accountId: string; since: string; objectId?: string }) =>
  useInfiniteQuery({
    queryKey: key(asked),
    ...byCursor,
    queryFn: ({ pageParam: cursor, signal }) => flightdeck.listChanges({ ...asked, limit: 100, cursor }, { signal }),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
