import { reachName } from '../../reach.ts'
import type { Reach } from '../../reach.ts'
import type { Listener } from '../../../db/listen.ts'
import type { DescribedEvents } from './event-shapes.ts'

type Waiting = DescribedEvents['batch.waiting']

interface Room<Read> {
  wakes: Set<() => void>
  /** Raised by every piece of news: what was read before it may lack it. */
  generation: number
  reads: Map<string, Promise<Read>>
  /** By who sees the same. */
  waits: Map<string, { at: number; reading: Promise<Waiting> }>
  stopListening: () => void
}

/** How far a reader has come: the last event it was told of, and the one it came with. */
export interface FeedPosition {
  lastId: number
  seenId: number
}

interface FeedSeat<Read> {
  /** What happened after this place; readers that ask for the same at the same time share one reading. */
  read(place: FeedPosition): Promise<Read>
  /** What the batch waits for. All readers share one reading, however often they ask. */
  waits(): Promise<Waiting>
  leave(): void
}

interface Reads<Read> {
  after(place: FeedPosition): Promise<Read>
  waits(): Promise<Waiting>
}

/** Which batch, and as whom: only those who see the same share what is read. */
interface FeedOf {
  batchId: number
  reach: Reach
}

/** The readers of each batch in this process. They are woken together, and what is news to all of them is read once. */
export interface EventFeed {
  join<Read>(of: FeedOf, wake: () => void, reads: Reads<Read>): FeedSeat<Read>
}

/** What was read of waits so short a time ago is told again. */
const sameWaitsMs = 1_000

export function createEventFeed(listener: Listener): EventFeed {
  const rooms = new Map<number, Room<unknown>>()
  return {
    join<Read>({ batchId, reach }: FeedOf, wake: () => void, reads: Reads<Read>) {
      const room = (rooms.get(batchId) ?? openRoom<Read>(listener, batchId)) as Room<Read>
      rooms.set(batchId, room)
      room.wakes.add(wake)
      return {
        read(place) {
          const name = `${room.generation} ${place.lastId} ${place.seenId} ${reachName(reach)}`
          const reading = room.reads.get(name) ?? reads.after(place).finally(() => room.reads.delete(name))
          room.reads.set(name, reading)
          return reading
        },
        waits() {
          const known = room.waits.get(reachName(reach))
          const now = performance.now()
          if (known && now - known.at < sameWaitsMs) return known.reading
          const reading = reads.waits()
          room.waits.set(reachName(reach), { at: now, reading })
          return reading
        },
        leave() {
          room.wakes.delete(wake)
          if (room.wakes.size > 0) return
          room.stopListening()
          rooms.delete(batchId)
        },
      }
    },
  }
}

function openRoom<Read>(listener: Listener, batchId: number): Room<Read> {
  const room: Room<Read> = {
    ...{ wakes: new Set(), generation: 0, reads: new Map(), waits: new Map() },
    stopListening: () => undefined,
  }
  room.stopListening = listener.on('batch_event', (id) => {
    if (id !== null && id !== String(batchId)) return
    room.generation++
    for (const wake of room.wakes) wake()
  })
  return room
}
