import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FlightdeckError } from '../../../client/src/index.ts'
import { Loading } from './page.tsx'
import { Problem } from './problem.tsx'

interface AnswerProps<Data> {
  of: UseQueryResult<Data>
  what: string
  children: (data: Data) => ReactNode
}

/** What was asked for: on its way, failed, or there. An answer that is there stays while a newer one is awaited. */
export function Answer<Data>({ of, what, children }: AnswerProps<Data>) {
  if (of.data !== undefined) return children(of.data)
  // A thing that does not exist is a matter of the whole page.
  if (of.error instanceof FlightdeckError && of.error.status === 404) throw of.error
  if (of.isError) return <Problem error={of.error} again={() => void of.refetch()} />
  return <Loading what={what} />
}
