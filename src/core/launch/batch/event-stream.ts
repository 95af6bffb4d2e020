import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { Db } from '../../../db/connect.ts'
import type { Listener } from '../../../db/listen.ts'
import { batchMessage, batchProgress, findBatch, statusWords } from './batch-view.ts'
import type { BatchRow } from './batch-view.ts'
import { joinFeed } from './event-feed.ts'
import type { Place } from './event-feed.ts'

const heartbeatMs = 15_000

/**
 * What is told of a batch, in the words of the documentation, before its end. The end is told last, and once: a batch that was
 * launched again has ended before.
 */
const told = new Set(['ad.launched', 'ad.failed'])

/**
 * The events of a batch as server-sent events, from the one after `lastId` on, until it ends or the reader leaves. A reader that
 * comes back with the last id it saw misses nothing.
 */
export function streamEvents(deps: Deps, batch: BatchName, lastId: number): Readable {
  const out = new PassThrough()
  const left = new AbortController()
  out.once('close', () => left.abort())
  tell(deps, batch, lastId, out, left.signal).then(
    () => out.end(),
    (error: unknown) => out.destroy(left.signal.aborted ? undefined : (error as Error)),
  )
  return out
}

interface Deps {
  db: Db
  pool: pg.Pool
  listener: Listener
}

interface BatchName {
  id: number
  companyId: number
}

async function tell(
  { db, pool, listener }: Deps,
  batch: BatchName,
  seenId: number,
  out: PassThrough,
  left: AbortSignal,
): Promise<void> {
  let wake: () => void = () => undefined
  const feed = joinFeed(
    listener,
    batch.id,
    () => wake(),
    (place) => readAfter({ db, pool }, batch, place),
  )
  left.addEventListener('abort', () => wake(), { once: true })
  const heartbeat = setInterval(() => out.write(': still here\n\n'), heartbeatMs)
  try {
    out.write('retry: 2000\n\n')
    let lastId = seenId
    while (!left.aborted) {
      // Made before we look, so that what happens while we look wakes us too.
      const news = new Promise<void>((resolve) => (wake = resolve))
      const { text, last, then } = await feed.read({ lastId, seenId })
      lastId = last
      if (text && !out.write(text)) await once(out, 'drain', { signal: left })
      if (then === 'over') return
      if (then === 'wait') await news
    }
  } finally {
    clearInterval(heartbeat)
    feed.leave()
  }
}

const maxAtOnce = 500

interface Look {
  text: string
  last: number
  /** wait: for news. again: the end was seen to come while we looked. over: there is nothing more to tell. */
  then: 'wait' | 'again' | 'over'
}

async function readAfter(
  { db, pool }: Pick<Deps, 'db' | 'pool'>,
  batch: BatchName,
  { lastId, seenId }: Place,
): Promise<Look> {
  // Read before its events: a batch that is seen to be over has all of them.
  const current = (await findBatch({ pool }, batch.companyId, String(batch.id)))!
  const rows = await eventsAfter(db, batch, lastId)
  const parts = rows.filter((row) => told.has(row.kind)).map((row) => message(row.kind, row.id, toldOf(batch, row)))
  const last = rows.at(-1)?.id ?? lastId
  if (current.finished_at !== null && rows.length < maxAtOnce) {
    const end = (await eventsAfter(db, batch, seenId, 'batch.finished')).at(-1)
    // One id less than the end's: a reader that leaves in between comes back for the end.
    if (end) parts.push(progress(current, end.id - 1), message(end.kind, end.id, endOf(current, end)))
    return { text: parts.join(''), last, then: 'over' }
  }
  const end = rows.findLast((row) => row.kind === 'batch.finished' || row.kind === 'queued')
  const isEnding = end?.kind === 'batch.finished'
  if (rows.length > 0) parts.push(progress(current, isEnding ? end.id - 1 : last))
  return { text: parts.join(''), last, then: isEnding || rows.length === maxAtOnce ? 'again' : 'wait' }
}

function eventsAfter(db: Db, batch: BatchName, id: number, kind?: string) {
  return db
    .selectFrom('batch_events')
    .leftJoin('batch_items', 'batch_items.id', 'batch_events.item_id')
    .select(['batch_events.id', 'batch_events.at', 'batch_events.kind', 'batch_events.detail'])
    .select(['batch_items.ad_index', 'batch_items.ad_name', 'batch_items.ad_set_id', 'batch_items.client_ref'])
    .where('batch_events.company_id', '=', batch.companyId)
    .where('batch_events.batch_id', '=', batch.id)
    .where('batch_events.id', '>', id)
    .$if(kind !== undefined, (some) => some.where('batch_events.kind', '=', kind!))
    .orderBy('batch_events.id')
    .limit(maxAtOnce)
    .execute()
}

type EventRow = Awaited<ReturnType<typeof eventsAfter>>[number]

function toldOf(batch: BatchName, row: EventRow): object {
  const ad =
    row.ad_index === null
      ? {}
      : { index: row.ad_index, adName: row.ad_name, adSetId: row.ad_set_id, clientRef: row.client_ref ?? undefined }
  return { adBatchId: batch.id, at: row.at.toISOString(), ...ad, ...row.detail }
}

/** In the words of batch-status. */
function endOf(current: BatchRow, row: EventRow): object {
  return {
    adBatchId: current.id,
    at: row.at.toISOString(),
    ...statusWords(current.state),
    ...counts(current),
    message: batchMessage(current),
  }
}

function progress(current: BatchRow, id: number): string {
  return message('progress', id, { adBatchId: current.id, progress: batchProgress(current), ...counts(current) })
}

function counts({ total_ads: totalAds, launched_ads: successfulAds, failed_ads: failedAds }: BatchRow) {
  return { totalAds, successfulAds, failedAds }
}

function message(event: string, id: number, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
