import { call, respond } from '../call/call.ts'
import type { Connection } from '../call/connection.ts'
import type { CallOptions } from '../operation-types.ts'
import { operations } from '../generated/operations.gen.ts'
import type {
  BatchAd,
  BatchLifecycle,
  BatchRawStatus,
  BatchStatusWord,
  GetBatchStatusReply,
} from '../generated/types.gen.ts'
import { follow } from './follow.ts'

export interface BatchProgress {
  adBatchId: number
  /** How many of 100 parts are done. */
  progress: number
  totalAds: number
  successfulAds: number
  failedCount: number
}

interface DescribedAd {
  adBatchId: number
  at: string
  /** Which ad of the request, counted from 0. */
  index: number
  adName: string
  clientRef?: string
  adSetId: string
}

interface DescribedWait extends DescribedAd {
  /** The step that it goes on with. */
  step: string
  until: string
  /** What it waits for, in the words of `waitingFor`. */
  reason?: BatchAd['waitingFor']
}

interface StreamMessage {
  progress: BatchProgress
  'ad.launched': DescribedAd & { adId: string }
  'ad.failed': DescribedAd & { code: string; message: string }
  'ad.waiting': DescribedWait
  'ad.unsure': DescribedWait
  'batch.waiting': {
    adBatchId: number
    /** How far the batch is and what it waits for, for people. */
    message: string
    /** What its ads wait for, most of them first; none: they go on. */
    waits: { waitingFor: NonNullable<BatchAd['waitingFor']>; ads: number; waitsUntil?: string }[]
  }
  'batch.finished': Omit<BatchProgress, 'progress'> & {
    at: string
    status: BatchStatusWord
    summaryStatus: BatchLifecycle
    rawStatus: BatchRawStatus
    message: string
  }
}

/** What the stream of a batch tells, by its type. */
export type BatchStreamEvent = {
  [Type in keyof StreamMessage]: { id: string; type: Type; data: StreamMessage[Type] }
}[keyof StreamMessage]

export interface FollowOptions {
  signal?: AbortSignal
  /** Go on after this one. */
  lastEventId?: string
  /** How long it may go without any answer from the service before it is given up. */
  maxWaitSeconds?: number
}

export interface WaitOptions extends FollowOptions {
  /** Told whenever the batch has moved. */
  onProgress?: (progress: BatchProgress) => void
  /** Told of every event, ad by ad. */
  onEvent?: (event: BatchStreamEvent) => void
  /** Ends with a TimeoutError; the batch goes on. */
  timeoutSeconds?: number
  /** ads: the answer lists every ad. */
  include?: 'ads'
}

type BatchId = string | number

/** The events of a batch as they happen, until it has ended. */
export async function* batchEvents(
  connection: Connection,
  id: BatchId,
  options: FollowOptions = {},
  isOver?: () => Promise<boolean>,
): AsyncGenerator<BatchStreamEvent, void, undefined> {
  const { signal, lastEventId, maxWaitSeconds = connection.maxWaitSeconds } = options
  const open = (headers: Record<string, string>) =>
    respond(connection, operations.followBatch, { id }, { headers, retries: 0, signal })
  for await (const message of follow({
    open,
    isOver,
    lastEventId,
    signal,
    maxWaitSeconds,
    address: connection.baseUrl,
  })) {
    const event = { id: message.id, type: message.event, data: JSON.parse(message.data) as unknown } as BatchStreamEvent
    yield event
    if (event.type === 'batch.finished') return
  }
}

/** Follows a batch to its end, by its stream where that can be had and by asking where not, over restarts of the service. */
export async function waitForBatch(
  connection: Connection,
  id: BatchId,
  { onProgress, onEvent, timeoutSeconds, include, ...options }: WaitOptions = {},
): Promise<GetBatchStatusReply> {
  const signal = endingAfter(timeoutSeconds, options.signal)
  const ask = async (how: CallOptions = {}, wanted?: 'ads') => {
    const input = { id, include: wanted }
    return (await call(connection, operations.getBatchStatus, input, { ...how, signal })) as GetBatchStatusReply
  }
  const isOver = async () => {
    const status = await ask({ retries: 0 })
    onProgress?.(progressOf(status))
    return status.summaryStatus !== 'in_progress'
  }
  const first = await ask({}, include)
  if (first.summaryStatus !== 'in_progress') return first
  for await (const event of batchEvents(connection, id, { ...options, signal }, isOver)) {
    onEvent?.(event)
    if (event.type === 'progress') onProgress?.(event.data)
  }
  return ask({}, include)
}

function endingAfter(seconds: number | undefined, signal: AbortSignal | undefined): AbortSignal | undefined {
  if (seconds === undefined) return signal
  const over = AbortSignal.timeout(seconds * 1000)
  return signal ? AbortSignal.any([signal, over]) : over
}

function progressOf({ adBatchId, progress, totalAds, successfulAds, failedAds }: GetBatchStatusReply): BatchProgress {
  return { adBatchId, progress, totalAds, successfulAds, failedCount: failedAds.length }
}
