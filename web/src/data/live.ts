import { useEffect } from 'react'
import { FlightdeckError } from '../../../client/src/index.ts'
import type { CompanyEvent } from '../../../client/src/index.ts'
import { connection } from './connection-state.ts'
import { flightdeck } from './flightdeck.ts'
import { queryClient } from './query-client.ts'

/** Which questions an event makes old, by the first word of the event's type. */
const agedBy: Record<string, string[]> = {
  batch: ['batches', 'batch', 'home'],
  ad: ['batches', 'batch'],
  approval: ['approvals', 'home'],
  automation: ['executions', 'suggestions', 'automations'],
  connection: ['connections', 'home'],
  platform: ['connections', 'home'],
  spend: ['guards', 'home'],
  guard: ['guards', 'home'],
  webhook: ['webhooks'],
  sync: ['reports'],
  key: ['keys'],
}

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

/** One stream for the whole page. What was missed while it was cut comes afterwards: the stream goes on from the last id. */
export function useEventStream(): void {
  useEffect(() => {
    const over = new AbortController()
    void followForever(over.signal)
    return () => over.abort()
  }, [])
}

/** How long the stream is tried before the page says that the service is gone, and how long it waits before each further try. */
const patienceSeconds = 3
const pauseSeconds = 5

async function followForever(signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined
  while (!signal.aborted) {
    try {
      for await (const event of flightdeck.companyEvents({ signal, lastEventId, maxWaitSeconds: patienceSeconds })) {
        lastEventId = String(event.id)
        connection.back()
        hear(event)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof FlightdeckError && error.status === 401) return connection.signedOut()
      connection.lost()
      await pause(pauseSeconds * 1000, signal)
      void queryClient.invalidateQueries()
    }
  }
}

function hear(event: CompanyEvent): void {
  const [first = ''] = event.type.split('.')
  for (const key of agedBy[first] ?? []) ageSoon(key)
  for (const listener of listeners) listener(event)
}

const aging = new Set<string>()
const gatherMs = 1000

/** A hundred events a second ask once a second. */
function ageSoon(key: string): void {
  if (aging.has(key)) return
  aging.add(key)
  setTimeout(() => {
    aging.delete(key)
    void queryClient.invalidateQueries({ queryKey: [key] })
  }, gatherMs)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(wait), resolve()), { once: true })
  })
}
