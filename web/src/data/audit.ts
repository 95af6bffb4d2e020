import { useInfiniteQuery } from '@tanstack/react-query'
import { flightdeck } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { byCursor } from './client/query-client.ts'

const key = keysOf('audit')

/** The newest first. */
export const useAuditLog = (asked: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: key(asked),
    ...byCursor,
    queryFn: ({ pageParam: cursor }) => flightdeck.readAuditLog({ ...asked, cursor, limit: 50 }),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
