import type { ReactNode } from 'react'
import { FlightdeckError, FlightdeckUnreachable } from '../../../client/src/index.ts'
import { Button } from './button.tsx'
import { Loading } from './page.tsx'
import { Problem } from './problem.tsx'

/** A question that was asked, of whichever kind. */
interface QueryResult<Data> {
  data: Data | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

interface AnswerProps<Data> {
  of: QueryResult<Data>
  what: string
  /** Stands in the place of a list that has no entries. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * What was asked for: on its way, failed, empty, or there. An answer that is there stays while a newer one is awaited, and when that one
 * fails: then this is said above it.
 */
export function Answer<Data>({ of: { data, error, refetch }, what, empty, children }: AnswerProps<Data>) {
  if (data !== undefined) {
    return (
      <>
        <Failed of={[{ error, refetch }]} />
        {empty !== undefined && isEmpty(data) ? empty : children(data)}
      </>
    )
  }
  return error ? <Problem error={error} again={() => void refetch()} /> : <Loading what={what} />
}

/** Says that something is looked for, while any of these questions is on its way. */
export function Awaited({ of, what }: { of: { isPending: boolean }[]; what: string }) {
  return of.some(({ isPending }) => isPending) ? <Loading what={what} /> : null
}

/** Which of these questions failed, where what they answer stands elsewhere or is not waited for. */
export function Failed({ of }: { of: Omit<QueryResult<unknown>, 'data'>[] }) {
  const failed = of.find(({ error }) => error && !isSaidByShell(error))
  return failed ? <Problem error={failed.error} again={() => void failed.refetch()} /> : null
}

/** That the service is away or the session has ended stands above every page. */
const isSaidByShell = (error: unknown) =>
  error instanceof FlightdeckUnreachable || (error instanceof FlightdeckError && error.status === 401)

function isEmpty(data: unknown): boolean {
  const list = Array.isArray(data) ? data : (data as { data?: unknown } | null)?.data
  return Array.isArray(list) && list.length === 0
}

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The way to the next page of a list, where there is one. */
export function More({
  of: { hasNextPage, isFetchingNextPage, fetchNextPage },
  children,
}: {
  of: Paged
  children: string
}) {
  if (!hasNextPage) return null
  return (
    <Button className="self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {children}
    </Button>
  )
}
