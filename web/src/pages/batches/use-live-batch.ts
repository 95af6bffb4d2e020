import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { CompanyEvent } from '../../../../client/src/index.ts'
import { batchEvents, readAgain, useBatch } from '../../data/launch/batches.ts'
import { connection } from '../../data/client/connection-state.ts'
import { useEvents } from '../../data/client/live.ts'
import { withStreamPlace } from '../../data/client/stream-places.ts'
import { createLiveBatch } from './live-batch.ts'
import type { AdFilter, AdRow, BatchHead, LiveBatch } from './live-batch.ts'

/** The batch, read once and then followed by its stream. */
export function useLiveBatch(id: string) {
  const [live] = useState(() => createLiveBatch())
  const batch = useBatch(id)
  useEffect(() => {
    if (batch.data) live.load(batch.data)
  }, [live, batch.data])
  const head = useHead(live)
  const runs = head?.summaryStatus === 'in_progress'
  const visible = useVisible()
  const isFollowed = useRef(false)
  useEffect(() => {
    if (!runs || !visible) return
    const over = new AbortController()
    void withStreamPlace(over.signal, async () => {
      isFollowed.current = true
      await followToEnd(live, id, over.signal)
      if (!over.signal.aborted) isFollowed.current = false
    })
    return () => {
      over.abort()
      isFollowed.current = false
    }
  }, [live, id, runs, visible])
  useChangesElsewhere(head, isFollowed)
  return { live, head, batch }
}

/** What the stream of the batch does not tell: it is not open, because the batch has ended or other tabs have taken the places. */
function useChangesElsewhere(head: BatchHead | null, isFollowed: RefObject<boolean>): void {
  const id = head?.adBatchId
  const runs = head?.summaryStatus === 'in_progress'
  const listen = useCallback(
    (event: CompanyEvent) => {
      if (id === undefined || (event.data as { adBatchId?: number }).adBatchId !== id) return
      if (!runs) void readAgain()
      else if (!isFollowed.current && !document.hidden) readAgainSoon()
    },
    [id, runs, isFollowed],
  )
  useEvents(listen)
}

const gatherMs = 2000
let isSoon = false

/** A batch is read as a whole: however much happens to it, not more often than this. */
function readAgainSoon(): void {
  if (isSoon) return
  isSoon = true
  setTimeout(() => {
    isSoon = false
    void readAgain()
  }, gatherMs)
}

/** A tab that nobody sees leaves the stream to those that somebody does; it goes on where it stopped. */
function useVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const look = () => {
        listener()
        if (!document.hidden) void readAgain()
      }
      document.addEventListener('visibilitychange', look)
      return () => document.removeEventListener('visibilitychange', look)
    },
    () => !document.hidden,
  )
}

/** How long the stream is tried before the page says that the service is gone, and between two tries after that. */
const patienceSeconds = 2
const pauseMs = 3000

async function followToEnd(live: LiveBatch, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const from = { lastEventId: String(live.lastEventId()), signal, maxWaitSeconds: patienceSeconds }
      for await (const event of batchEvents(id, from)) {
        connection.back()
        live.hear(event)
      }
      // The stream is short: links, codes and hints stand in the batch.
      return await readAgain()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof FlightdeckError && error.status === 401) return connection.signedOut()
      connection.lost()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

function useHead(live: LiveBatch): BatchHead | null {
  return useSyncExternalStore(live.watchHead, live.head)
}

export function useAdKeys(live: LiveBatch, filter: AdFilter): readonly string[] {
  return useSyncExternalStore(live.watchHead, () => live.keys(filter))
}

/** Drawn again only when this ad has changed. */
export function useAdRow(live: LiveBatch, key: string): AdRow | undefined {
  const watch = useCallback((listener: () => void) => live.watchRow(key, listener), [live, key])
  return useSyncExternalStore(watch, () => live.row(key))
}
