import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { Db } from '../../db/connect.ts'
import type { Listener } from '../../db/listen.ts'
import { batchProgress, findBatch } from './batch-view.ts'
import { joinFeed } from './event-feed.ts'

const heartbeatMs = 15_000

/** What is told of a batch, in the words of the documentation. */
const told = new Set(['ad.launched', 'ad.failed', 'batch.finished'])

/**
 * The events of a batch as server-sent events, from the one after `lastId` on, until it ends or the reader leaves. A reader that
 * comes back with the last id it saw misses nothing.
 */
export function streamEvents(ground: Ground, batch: BatchName, lastId: number): Readable {
  const out = new PassThrough()
  const left = new AbortController()
  out.once('close', () => left.abort())
  tell(ground, batch, lastId, out, left.signal).then(
    () => out.end(),
    (error: unknown) => out.destroy(left.signal.aborted ? undefined : (error as Error)),
  )
  return out
}

interface Ground {
  db: Db
  pool: pg.Pool
  listener: Listener
}

interface BatchName {
  id: number
  companyId: number
}

async function tell(
  { db, pool, listener }: Ground,
  batch: BatchName,
  lastId: number,
  out: PassThrough,
  left: AbortSignal,
): Promise<void> {
  let wake: () => void = () => undefined
  const feed = joinFeed(
    listener,
    batch.id,
    () => wake(),
    (after) => readAfter({ db, pool }, batch, after),
  )
  left.addEventListener('abort', () => wake(), { once: true })
  const heartbeat = setInterval(() => out.write(': still here\n\n'), heartbeatMs)
  try {
    out.write('retry: 2000\n\n')
    while (!left.aborted) {
      // Made before we look, so that what happens while we look wakes us too.
      const news = new Promise<void>((resolve) => (wake = resolve))
      const { text, last, isOver } = await feed.read(lastId)
      lastId = last
      if (text && !out.write(text)) await once(out, 'drain', { signal: left })
      if (isOver) return
      await news
    }
  } finally {
    clearInterval(heartbeat)
    feed.leave()
  }
}

async function readAfter(
  { db, pool }: Pick<Ground, 'db' | 'pool'>,
  batch: { id: number; companyId: number },
  lastId: number,
): Promise<{ text: string; last: number; isOver: boolean }> {
  // Read before its events: a batch that is seen to be over has all of them.
  const current = (await findBatch({ pool }, batch.companyId, String(batch.id)))!
  const rows = await db
    .selectFrom('batch_events')
    .leftJoin('batch_items', 'batch_items.id', 'batch_events.item_id')
    .select(['batch_events.id', 'batch_events.at', 'batch_events.kind', 'batch_events.detail'])
    .select(['batch_items.ad_index', 'batch_items.ad_name', 'batch_items.ad_set_id', 'batch_items.client_ref'])
    .where('batch_events.company_id', '=', batch.companyId)
    .where('batch_events.batch_id', '=', batch.id)
    .where('batch_events.id', '>', lastId)
    .orderBy('batch_events.id')
    .limit(500)
    .execute()
  const parts = rows
    .filter((row) => told.has(row.kind))
    .map((row) => {
      const ad =
        row.ad_index === null
          ? {}
          : { index: row.ad_index, adName: row.ad_name, adSetId: row.ad_set_id, clientRef: row.client_ref ?? undefined }
      return message(row.kind, row.id, { at: row.at.toISOString(), ...ad, ...row.detail })
    })
  const last = rows.at(-1)?.id ?? lastId
  const isOver = current.finished_at !== null && rows.length < 500
  // The last look may find no news: the end came between the look at the batch and the look at its events.
  if (rows.length > 0 || isOver) {
    const { total_ads: totalAds, launched_ads: successfulAds, failed_ads: failedAds } = current
    parts.push(message('progress', last, { progress: batchProgress(current), totalAds, successfulAds, failedAds }))
  }
  return { text: parts.join(''), last, isOver }
}

function message(event: string, id: number, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
