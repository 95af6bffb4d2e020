import { useQuery } from '@tanstack/react-query'
import { required } from '../../../client/src/required.ts'
import { flightdeck } from './client/flightdeck.ts'
import type { Input } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'

const key = keysOf('approvals')

export const useApprovals = (asked: Input<'listApprovals'>) =>
  useQuery({ queryKey: key('list', asked), queryFn: () => flightdeck.listApprovals(asked) })

/** null: nothing was asked for. */
export const useApproval = (id: number | null) =>
  useQuery({
    queryKey: key('one', id),
    enabled: id !== null,
    queryFn: ({ signal }) => flightdeck.getApproval({ id: required(id, 'id') }, { signal }),
  })

export const approve = write(flightdeck.approveApproval, 'approvals', 'batches', 'drafts')
export const refuse = write(flightdeck.refuseApproval, 'approvals')
