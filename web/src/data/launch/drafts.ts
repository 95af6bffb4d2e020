import { useQuery } from '@tanstack/react-query'
import { required } from '../../../../client/src/required.ts'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { isGone } from '../client/refusal.ts'
import { write } from '../client/write.ts'

const key = keysOf('drafts')

export const useDrafts = () => useQuery({ queryKey: key(), queryFn: () => flightdeck.listDrafts({ limit: 100 }) })

/** Whether the draft is still there, looked up once. Events age it no more than the plan of its launch: the launch itself ends it. */
export const useDraftCheck = (id: number | undefined) =>
  useQuery({
    queryKey: keysOf('plans')('draft', id),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => flightdeck.getDraft({ id: required(id, 'id') }, { signal }),
  })

export const openDraft = write(flightdeck.getDraft)
export const deleteDraft = write(flightdeck.deleteDraft, 'drafts', 'batches')

/** The draft that a sheet came from, or was saved as. */
export interface OpenDraft {
  id: number
  name: string
  /** When it was saved last, as far as is known here: what somebody has saved since is not overwritten. */
  updatedAt?: string
}

interface SavedDraft {
  /** null: a new one. */
  over: Pick<OpenDraft, 'id' | 'updatedAt'> | null
  name: string
  ads: Record<string, unknown>[]
}

export const saveDraft = write(
  ({ over, name, ads }: SavedDraft) => {
    const anew = () => flightdeck.createDraft({ name, ads })
    if (over === null) return anew()
    const { id, updatedAt: ifUpdatedAt } = over
    return flightdeck.updateDraft({ id, name, ads, ifUpdatedAt }).catch((error: unknown) => {
      // Somebody has launched or deleted it: what stands here is saved all the same.
      if (isGone(error)) return anew()
      throw error
    })
  },
  'drafts',
  'batches',
)
