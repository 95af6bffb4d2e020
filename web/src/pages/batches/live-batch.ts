import type { Batch, BatchAd, BatchEvent, BatchStreamEvent } from '../../../../client/src/index.ts'
import { required } from '../../../../client/src/required.ts'

/** An ad of the batch, with what has happened to it, oldest first. */
export interface AdRow {
  key: string
  ad: BatchAd
  events: BatchEvent[]
}

/** What stands at the head of the page. */
export interface BatchHead extends Omit<Batch, 'ads' | 'events' | 'request' | 'message'> {
  /** What its ads wait for, as the stream last told. */
  waits?: BatchWaits
}

export type BatchWaits = Extract<BatchStreamEvent, { type: 'batch.waiting' }>['data']['waits']

/** What can be picked from the ads of a batch. */
export const adFilters = {
  all: null,
  open: ['waiting', 'running', 'unsure'],
  launched: ['launched'],
  failed: ['failed'],
  gone: ['cancelled', 'undone'],
} as const satisfies Record<string, readonly BatchAd['status'][] | null>
export type AdFilter = keyof typeof adFilters

type Listener = () => void
type Frame = (draw: () => void) => void

/**
 * A batch that is being followed, outside of React: events are gathered and told once per frame, and each row is told of its own
 * ad alone. So a thousand ads with a hundred events a second cost what the few rows on the screen cost.
 */
export interface LiveBatch {
  /** The batch as it was just read; events that it does not have yet stay. */
  load: (batch: Batch) => void
  hear: (event: BatchStreamEvent) => void
  head: () => BatchHead | null
  /** What happened to the batch as a whole. */
  events: () => readonly BatchEvent[]
  /** The ads in the order of the request, all or those in some states; the same list for as long as it has the same ads. */
  keys: (filter: AdFilter) => readonly string[]
  row: (key: string) => AdRow | undefined
  /** The address of the first thing that the ad shows; null: it shows a post, or nobody knows. */
  picture: (index: number) => string | null
  lastEventId: () => number
  watchHead: (listener: Listener) => () => void
  watchRow: (key: string, listener: Listener) => () => void
}

const keyOf = ({ index, adSetId }: { index: number; adSetId: string }) => `${index}:${adSetId}`

export function createLiveBatch(frame: Frame = nextFrame): LiveBatch {
  let head: BatchHead | null = null
  let keys: readonly string[] = []
  let events: readonly BatchEvent[] = []
  let last = 0
  let pictures: readonly (string | null)[] = []
  const rows = new Map<string, AdRow>()
  const watchers = createWatchers()
  const pick = createPicks(rows)
  let version = 0
  let waiting: BatchStreamEvent[] = []

  function draw(): void {
    const heard = waiting
    waiting = []
    const changed = new Set<string>()
    for (const event of heard) {
      if (Number(event.id) > last) last = Number(event.id)
      head = head && headAfter(head, event)
      const key = applyToAd(rows, event)
      if (key !== null) changed.add(key)
    }
    if (changed.size > 0) version += 1
    changed.forEach(watchers.notifyRow)
    watchers.notifyHead()
  }

  return {
    load(batch) {
      const { ads, events: all, request, ...rest } = batch
      pictures = picturesIn(request)
      const readTo = all.at(-1)?.id ?? 0
      // The stream may have been faster than the answer.
      if (head === null || readTo >= last) head = { ...rest, waits: head?.waits }
      last = Math.max(last, readTo)
      events = all.filter((event) => event.index === undefined)
      const ofAd = Map.groupBy(all, ({ index, adSetId = '' }) => (index === undefined ? '' : keyOf({ index, adSetId })))
      for (const ad of ads) {
        const key = keyOf(ad)
        const isNewer = (rows.get(key)?.events.at(-1)?.id ?? 0) > readTo
        if (!isNewer) rows.set(key, { key, ad, events: ofAd.get(key) ?? [] })
      }
      if (keys.length !== rows.size) keys = [...rows.keys()]
      version += 1
      watchers.notifyEveryRow()
      watchers.notifyHead()
    },
    hear(event) {
      if (waiting.push(event) === 1) frame(draw)
    },
    head: () => head,
    events: () => events,
    keys: (filter) => pick(filter, keys, version),
    row: (key) => rows.get(key),
    picture: (index) => pictures[index] ?? null,
    lastEventId: () => last,
    watchHead: watchers.watchHead,
    watchRow: watchers.watchRow,
  }
}

interface RequestedAd {
  media?: { url?: string; thumbnail?: string }[]
}

/** Requests are kept as they came: what is no list of ads shows nothing. */
function picturesIn({ ads }: Batch['request']): (string | null)[] {
  if (!Array.isArray(ads)) return []
  return (ads as (RequestedAd | null)[]).map((ad) => {
    const first = Array.isArray(ad?.media) ? ad.media[0] : undefined
    const address = first?.thumbnail ?? first?.url
    return typeof address === 'string' ? address : null
  })
}

/** Who is told of the head, and who of which row. */
function createWatchers() {
  const ofHead = new Set<Listener>()
  const ofRow = new Map<string, Set<Listener>>()
  const notify = (listeners: Set<Listener> | undefined) => listeners?.forEach((listener) => listener())
  return {
    notifyHead: () => notify(ofHead),
    notifyRow: (key: string) => notify(ofRow.get(key)),
    notifyEveryRow: () => ofRow.forEach(notify),
    watchHead: (listener: Listener) => watch(ofHead, listener),
    watchRow: (key: string, listener: Listener) => {
      const listeners = ofRow.get(key) ?? new Set()
      ofRow.set(key, listeners)
      return watch(listeners, listener)
    },
  }
}

/** Picks ads by their states; what was picked is looked through again only when an ad has changed. */
function createPicks(rows: ReadonlyMap<string, AdRow>) {
  const picked = new Map<AdFilter, { version: number; keys: readonly string[] }>()
  return (filter: AdFilter, keys: readonly string[], version: number): readonly string[] => {
    const states: readonly string[] | null = adFilters[filter]
    if (states === null) return keys
    const before = picked.get(filter)
    if (before?.version === version) return before.keys
    const now = keys.filter((key) => states.includes(required(rows.get(key), 'row').ad.status))
    const same = before?.keys.length === now.length && now.every((key, at) => key === before.keys[at])
    const kept = { version, keys: same ? before.keys : now }
    picked.set(filter, kept)
    return kept.keys
  }
}

function watch(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A page that nobody sees is not drawn, but goes on all the same. */
function nextFrame(draw: () => void): void {
  if (document.hidden) setTimeout(draw, 250)
  else requestAnimationFrame(draw)
}

function headAfter(head: BatchHead, event: BatchStreamEvent): BatchHead {
  if (event.type === 'progress') {
    const { progress, totalAds, successfulAds, failedCount } = event.data
    const begun = head.status === 'queued' ? ({ status: 'processing', rawStatus: 'Processing' } as const) : {}
    return { ...head, ...begun, progress, totalAds, successfulAds, failedAds: failedCount }
  }
  if (event.type === 'batch.waiting') return { ...head, waits: event.data.waits }
  if (event.type !== 'batch.finished') return head
  const { at, failedCount, adBatchId: _id, message: _words, ...end } = event.data
  return { ...head, ...end, progress: 100, failedAds: failedCount, finishedAt: at, waits: [] }
}

/** Answers with the ad that has changed. */
function applyToAd(rows: Map<string, AdRow>, event: BatchStreamEvent): string | null {
  if (event.type === 'progress' || event.type === 'batch.waiting' || event.type === 'batch.finished') return null
  const key = keyOf(event.data)
  const row = rows.get(key)
  if (!row || row.events.some(({ id }) => id === Number(event.id))) return null
  const { adBatchId: _id, adName: _name, clientRef: _ref, ...detail } = event.data
  const kept: BatchEvent = { ...detail, id: Number(event.id), kind: event.type }
  rows.set(key, { key, ad: { ...row.ad, ...changeOf(event) }, events: [...row.events, kept] })
  return key
}

type AdEvent = Exclude<BatchStreamEvent, { type: 'progress' | 'batch.waiting' | 'batch.finished' }>

function changeOf(event: AdEvent): Partial<BatchAd> {
  const waitsNoMore = { waitingFor: undefined, waitsUntil: undefined }
  switch (event.type) {
    case 'ad.launched':
      return { ...waitsNoMore, status: 'launched', step: null, adId: event.data.adId, error: undefined }
    case 'ad.failed': {
      const { code, message } = event.data
      return { ...waitsNoMore, status: 'failed', error: { step: '', retryable: false, code, message } }
    }
    case 'ad.waiting':
    case 'ad.unsure': {
      const { step, until, reason } = event.data
      const status = event.type === 'ad.unsure' ? 'unsure' : 'waiting'
      return { status, step, waitingFor: reason, waitsUntil: until }
    }
  }
}
