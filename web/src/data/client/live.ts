import { useEffect } from 'react'
import { FlightdeckError } from '../../../../client/src/index.ts'
import type { CompanyEvent } from '../../../../client/src/index.ts'
import { connection } from './connection-state.ts'
import { flightdeck } from './flightdeck.ts'
import { nounsAgedBy } from '../nouns.ts'
import type { Noun } from '../nouns.ts'
import { age, queryClient } from './query-client.ts'
import { root } from './root.ts'
import { useSession } from '../session/session.ts'
import { share } from './share.ts'

type Listener = (event: CompanyEvent) => void
const listeners = new Set<Listener>()

/** Hears every event of the company while the page is open. */
export function useEvents(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [listener])
}

/**
 * One stream for all tabs of the browser: a host gets six connections, and each stream keeps one. What was missed while it was cut, or
 * while another tab took over, comes afterwards: whoever reads goes on from the last event that was told.
 */
export function useEventStream(): void {
  const from = useSession().data?.lastEventId
  useEffect(() => {
    const over = new AbortController()
    last ??= from
    const name = `flightdeck${root} events`
    void share<LiveMessage>({ name, lead, hear: receive, ready: connection.untilSignedIn }, over.signal)
    return () => over.abort()
    // Only the first answer counts: from then on events say where they stand.
  }, [])
}

/** How long the stream is tried before the page says that the service is gone, and how long it waits before each further try. */
const patienceSeconds = 3
const pauseSeconds = 5

/** What the tab that reads tells all of them. */
type LiveMessage =
  | { event: CompanyEvent }
  | { state: 'lost' | 'signed out' }
  | { state: 'ask again'; from: string | undefined }

/** The last event that this tab has heard of. */
let last: string | undefined

/** Reads for all tabs, until nobody is signed in. */
async function lead(send: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const from = { lastEventId: last, signal, maxWaitSeconds: patienceSeconds }
      for await (const event of flightdeck.companyEvents(from)) send({ event })
    } catch (error) {
      if (signal.aborted) return
      const status = error instanceof FlightdeckError ? error.status : null
      if (status === 401) return send({ state: 'signed out' })
      send({ state: 'lost' })
      await pause(pauseSeconds * 1000, signal)
      // Not known (any more): another company, or an older copy of the database.
      send({ state: 'ask again', from: status === 404 ? await whereEventsStand() : last })
    }
  }
}

function receive(message: LiveMessage): void {
  if ('event' in message) {
    if (!isNew(message.event.id)) return
    last = message.event.id
    connection.back()
    return hear(message.event)
  }
  if (message.state === 'lost') connection.lost()
  if (message.state === 'signed out') connection.signedOut()
  if (message.state === 'ask again') {
    last = message.from
    void queryClient.invalidateQueries()
  }
}

function whereEventsStand(): Promise<string | undefined> {
  return flightdeck.readSession().then(
    ({ lastEventId }) => lastEventId,
    () => undefined,
  )
}

/** When a tab takes over, an event may be told twice. */
function isNew(id: string): boolean {
  const place = (text: string) => text.split('_').map(Number) as [number, number, number]
  if (last === undefined) return true
  const [, company, number] = place(id)
  const [, companyBefore, numberBefore] = place(last)
  return company !== companyBefore || number > numberBefore
}

function hear(event: CompanyEvent): void {
  for (const noun of nounsAgedBy(event.type)) ageSoon(noun)
  for (const listener of listeners) listener(event)
}

const aging = new Set<Noun>()
const gatherMs = 1000

/** A hundred events a second ask once a second. */
function ageSoon(noun: Noun): void {
  if (aging.has(noun)) return
  aging.add(noun)
  setTimeout(() => {
    aging.delete(noun)
    void age(noun)
  }, gatherMs)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(wait), resolve()), { once: true })
  })
}
