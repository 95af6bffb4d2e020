import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { FollowOptions } from '../../../../client/src/index.ts'
import { flightdeck } from '../client/flightdeck.ts'
import type { Input } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { freshSeconds, queryClient } from '../client/query-client.ts'
import { isGone } from '../client/refusal.ts'
import { write } from '../client/write.ts'

const key = keysOf('batches')
const batchKey = keysOf('batch')

export const useBatches = (asked: Input<'listBatches'>) =>
  useQuery({ queryKey: key(asked), placeholderData: keepPreviousData, queryFn: () => flightdeck.listBatches(asked) })

/** The launch that an ad came from; null: it was made elsewhere. */
export const useBatchOf = ({ accountId, id }: { accountId: string; id: string }) =>
  useQuery({
    queryKey: key('of ad', accountId, id),
    queryFn: async () => (await flightdeck.listBatches({ accountId, adId: id, limit: 1 })).data[0] ?? null,
  })

/** One batch. What its stream leaves out is read again now and then while it runs. */
export const useBatch = (id: string) =>
  useQuery({
    queryKey: batchKey('one', id),
    queryFn: () => flightdeck.getBatch({ id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.summaryStatus === 'in_progress' ? freshSeconds * 1000 : false),
    throwOnError: (error) => isGone(error),
  })

/** When the stream of a batch has ended, or was not there to tell what happened. */
export function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: batchKey('one') })
}

export const batchEvents = (id: string, from: FollowOptions) => flightdeck.batchEvents(id, from)

interface WhichSteps {
  batchId: number
  ad: { index: number; adSetId: string; status: string; step: string | null }
  /** What last happened to the ad: then its steps are asked for again. */
  lastEventId: number
}

/** Every write on the way to one ad, with its tries and times. */
export const useSteps = ({ batchId, ad: { index, adSetId, status, step }, lastEventId }: WhichSteps) =>
  useQuery({
    queryKey: batchKey('steps', batchId, index, adSetId, status, step, lastEventId),
    placeholderData: keepPreviousData,
    // Steps that pass without a word are seen all the same.
    refetchInterval: status === 'running' ? freshSeconds * 1000 : false,
    queryFn: async () => {
      const { data } = await flightdeck.getTimeline({ id: String(batchId), index, adSetId })
      return data[0] ?? null
    },
  })

interface WhichTimelines {
  id: string
  page: number
  limit: number
  /** When it changes they are asked for again. */
  version: string
  runs: boolean
}

/** The same for a page of the ads of a batch. */
export const useTimelines = ({ id, page, limit, version, runs }: WhichTimelines) =>
  useQuery({
    queryKey: batchKey('timelines', id, page, limit, version),
    placeholderData: keepPreviousData,
    refetchInterval: runs ? freshSeconds * 1000 : false,
    queryFn: () => flightdeck.getTimeline({ id, page, limit }),
  })

interface WhichReceipts {
  id: string
  page: number
  limit: number
  /** How many there can be, and how many of them are history: when that changes they are asked for again. */
  successfulAds: number
  undoneAds: number
}

const receiptsQuestion = ({ id, page, limit, ...versions }: WhichReceipts) =>
  queryOptions({
    queryKey: batchKey('receipts', id, page, limit, versions),
    placeholderData: keepPreviousData,
    queryFn: () => flightdeck.getReceipts({ id, page, limit }),
  })

export const useReceipts = (which: WhichReceipts) => useQuery(receiptsQuestion(which))

/** Reads them from the platform once more. */
export const refreshReceipts = write(async (which: WhichReceipts) => {
  const { id, page, limit } = which
  const fresh = await flightdeck.getReceipts({ id, page, limit, refresh: 'true' })
  queryClient.setQueryData(receiptsQuestion(which).queryKey, fresh)
})

/** What undoing would do, as the platform has it now. */
export const useUndoPlan = (id: string) =>
  useQuery({
    queryKey: keysOf('plans')('undo', id),
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => flightdeck.undoBatch({ id, dryRun: true }),
  })

export const renameBatch = write(flightdeck.renameBatch, 'batch', 'batches')
export const undoBatch = write(flightdeck.undoBatch, 'batch', 'batches')
export const draftFailed = write(flightdeck.draftFailedAds, 'drafts', 'batches')
export const cancelBatch = write(flightdeck.cancelBatch, 'batch', 'batches')
export const launchAgain = write(flightdeck.launchFromDraft, 'batch', 'batches')
