import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { Db } from '../../../db/connect.ts'
import { ifGiven } from '../../../db/sql.ts'
import type { Context } from '../../context.ts'
import type { EventDetails, JournalEventKind } from '../../journal/events.ts'
import { inReach } from '../../reach.ts'
import { seenBefore } from '../../reach.ts'
import { findBatch } from '../../batches/find.ts'
import { batchMessage, batchProgress, statusWords } from './batch-words.ts'
import { currentWaits, messageWith } from './batch-view.ts'
import type { BatchRow } from '../../batches/row.ts'
import type { EventFeed, FeedPosition } from './event-feed.ts'
import type { DescribedEvents } from './event-shapes.ts'

const heartbeatMs = 15_000

/**
 * The events of a batch as server-sent events, from the one after `lastId` on, until it ends or the reader leaves. A reader that
 * comes back with the last id it saw misses nothing.
 */
export function streamEvents(deps: Deps, { company }: Pick<Context, 'company'>, asked: EventsQuery): Readable {
  const batch = { id: asked.batchId, company }
  const out = new PassThrough()
  const left = new AbortController()
  out.once('close', () => left.abort())
  sendEvents(deps, { ...batch, seenId: asked.lastId }, out, left.signal).then(
    () => out.end(),
    (error: unknown) => out.destroy(left.signal.aborted ? undefined : (error as Error)),
  )
  return out
}

interface EventsQuery {
  batchId: number
  /** The last event that the reader has seen; 0: none. */
  lastId: number
}

interface Deps {
  db: Db
  pool: pg.Pool
  eventFeed: EventFeed
}

interface BatchName extends Pick<Context, 'company'> {
  id: number
}

async function sendEvents(
  { db, pool, eventFeed }: Deps,
  { seenId, ...batch }: BatchName & { seenId: number },
  out: PassThrough,
  left: AbortSignal,
): Promise<void> {
  let wake: () => void = () => undefined
  const feed = eventFeed.join({ batchId: batch.id, reach: batch.company }, () => wake(), {
    after: (place) => readAfter({ db, pool }, batch, place),
    waits: () => readWaits({ db, pool }, batch),
  })
  left.addEventListener('abort', () => wake(), { once: true })
  const heartbeat = setInterval(() => out.write(': still here\n\n'), heartbeatMs)
  let lastId = seenId
  const waits = sendWaits(
    () => feed.waits(),
    (data) => out.write(message('batch.waiting', lastId, data)),
  )
  try {
    out.write('retry: 2000\n\n')
    while (!left.aborted) {
      // Made before we look, so that what happens while we look wakes us too.
      const news = new Promise<void>((resolve) => (wake = resolve))
      const { text, last, then } = await feed.read({ lastId, seenId })
      lastId = last
      if (text && !out.write(text)) await once(out, 'drain', { signal: left })
      if (then === 'over') return
      if (then === 'wait') {
        waits.begin()
        await news
      }
    }
  } finally {
    waits.stop()
    clearInterval(heartbeat)
    feed.leave()
  }
}

/** Ads begin and cease to wait without anything happening to them: a worker is gone, a rest is over. */
const waitsEveryMs = 3_000

/** Tells what the batch waits for whenever that is something else than before. */
function sendWaits(read: () => Promise<Waiting>, write: (data: Waiting) => void) {
  let lastSent = ''
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const look = async () => {
    // Where it cannot be read now it is looked at again, and whoever reads the events says what is wrong.
    const now = await read().catch(() => null)
    const words = now && now.waits.length > 0 ? JSON.stringify(now) : ''
    if (isOver || !now || words === lastSent) return
    lastSent = words
    write(now)
  }
  return {
    /** Once everything that has happened was told. */
    begin() {
      if (timer) return
      timer = setInterval(() => void look(), waitsEveryMs)
      void look()
    },
    stop() {
      isOver = true
      clearInterval(timer)
    },
  }
}

async function readWaits({ db, pool }: Pick<Deps, 'db' | 'pool'>, batch: BatchName): Promise<Waiting> {
  const current = await findBatch({ pool }, batch, { id: String(batch.id) })
  const waits = await currentWaits({ db }, batch, current)
  return {
    adBatchId: batch.id,
    message: messageWith(current, waits),
    waits: waits.map(({ reason, ads, until }) => ({
      ...{ waitingFor: reason, ads },
      ...(until ? { waitsUntil: until.toISOString() } : {}),
    })),
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
  { lastId, seenId }: FeedPosition,
): Promise<Look> {
  // Read before its events: a batch that is seen to be over has all of them.
  const current = await findBatch({ pool }, batch, { id: String(batch.id) })
  const rows = await eventsAfter(db, batch, lastId)
  const parts = rows.map((row) => describeAd(batch, row))
  const last = rows.at(-1)?.id ?? lastId
  if (current.finished_at !== null && rows.length < maxAtOnce) {
    const end = (await eventsAfter(db, batch, seenId, 'batch.finished')).at(-1)
    // One id less than the end's: a reader that leaves in between comes back for the end.
    if (end) parts.push(progress(current, end.id - 1), message('batch.finished', end.id, endOf(current, end)))
    return { text: parts.join(''), last, then: 'over' }
  }
  const end = rows.findLast((row) => row.kind === 'batch.finished' || row.kind === 'queued')
  const isEnding = end?.kind === 'batch.finished'
  if (rows.length > 0) parts.push(progress(current, isEnding ? end.id - 1 : last))
  return { text: parts.join(''), last, then: isEnding || rows.length === maxAtOnce ? 'again' : 'wait' }
}

function eventsAfter(db: Db, batch: BatchName, id: number, kind?: JournalEventKind) {
  return db
    .selectFrom('events')
    .where('events.company_id', '=', batch.company.id)
    .where(seenBefore)
    .leftJoin('batch_items', 'batch_items.id', 'events.item_id')
    .select(['events.id', 'events.at', 'events.kind', 'events.detail'])
    .select(['batch_items.ad_index', 'batch_items.ad_name', 'batch_items.ad_set_id', 'batch_items.client_ref'])
    .where('events.batch_id', '=', batch.id)
    .where('events.id', '>', id)
    .where((where) => where.or([where('events.item_id', 'is', null), inReach(batch.company, 'batch_items')]))
    .$call(ifGiven(kind, (some, kind) => some.where('events.kind', '=', kind)))
    .orderBy('events.id')
    .limit(maxAtOnce)
    .execute()
}

type EventRow = Awaited<ReturnType<typeof eventsAfter>>[number]

/** What happened to an ad, where that is told. The end is told last, and once: a batch that was launched again has ended before. */
function describeAd({ id: adBatchId }: BatchName, { id, at, kind, detail, ...row }: EventRow): string {
  const { ad_index: index, ad_name: adName, ad_set_id: adSetId, client_ref } = row
  if (index === null || adName === null || adSetId === null) return ''
  const ad = { adBatchId, at: at.toISOString(), index, adName, adSetId, clientRef: client_ref ?? undefined }
  if (kind === 'ad.launched') return message(kind, id, { ...ad, ...(detail as EventDetails['ad.launched']) })
  if (kind === 'ad.failed') return message(kind, id, { ...ad, ...(detail as EventDetails['ad.failed']) })
  if (kind === 'ad.waiting' || kind === 'ad.unsure') return message(kind, id, { ...ad, ...(detail as DescribedWait) })
  return ''
}

type Waiting = DescribedEvents['batch.waiting']
type DescribedWait = Pick<DescribedEvents['ad.waiting'], 'step' | 'until' | 'reason'>

/** In the words of batch-status. */
function endOf(current: BatchRow, row: EventRow): DescribedEvents['batch.finished'] {
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

function counts({ total_ads: totalAds, launched_ads: successfulAds, failed_ads: failedCount }: BatchRow) {
  return { totalAds, successfulAds, failedCount }
}

function message<Name extends keyof DescribedEvents>(event: Name, id: number, data: DescribedEvents[Name]): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
