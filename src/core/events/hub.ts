import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import type { Listener } from '../../db/listen.ts'
import { everyCompany } from '../../db/scoped.ts'
import { numberEvents } from './number.ts'

/** Those in this process who follow the events of companies. Whoever writes one wakes them, in whichever process. */
export interface EventHub {
  /** Calls back when events of the company have got their numbers. */
  follow(companyId: CompanyId, wake: () => void): () => void
  /** Calls back with each company that has news. */
  followAll(heard: (companyId: CompanyId) => void): () => void
  /** Reads what is news; those who ask for the same at the same time share one reading. */
  readOnce<T>(name: string, read: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Between two looks: what comes meanwhile is numbered together. */
const pauseMs = 100
const pauseAfterFailureMs = 1_000

export function createEventHub({ db, listener, log }: { db: Db; listener: Listener; log: Logger }): EventHub {
  const followers = new Set<(companyId: CompanyId) => void>()
  const heads = new Map<number, number>()
  const readings = shareReadings()
  let hasNews = false
  let looking: Promise<void> | null = null
  const closing = new AbortController()

  async function look(): Promise<void> {
    while (hasNews && followers.size > 0 && !closing.signal.aborted) {
      hasNews = false
      const pause = await lookOnce().then(
        () => pauseMs,
        (error: unknown) => {
          log.warn({ err: error }, 'events could not be numbered')
          hasNews = true
          return pauseAfterFailureMs
        },
      )
      await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    looking = null
  }

  async function lookOnce(): Promise<void> {
    await numberEvents(db)
    const rows = await everyCompany(db).selectFrom('event_heads').selectAll().execute()
    for (const { company_id: companyId, seq } of rows) {
      if (heads.get(companyId) === seq) continue
      heads.set(companyId, seq)
      readings.forget()
      for (const notify of followers) notify(companyId)
    }
  }

  function wake(): void {
    hasNews = true
    if (followers.size > 0 && !closing.signal.aborted) looking ??= look()
  }

  const stops = [listener.on('event', wake), listener.on('batch_event', wake)]

  function followAll(heard: (companyId: CompanyId) => void): () => void {
    followers.add(heard)
    wake()
    return () => followers.delete(heard)
  }

  return {
    followAll,
    follow: (companyId, heard) => followAll((other) => void (other === companyId && heard())),
    readOnce: (name, read) => readings.once(name, read),
    async close() {
      closing.abort()
      for (const stop of stops) stop()
      await looking
    },
  }
}

/** Readings that are under way, to be shared by those who ask for the same. */
function shareReadings() {
  let underWay = new Map<string, Promise<unknown>>()
  return {
    /** What is being read may lack the news: whoever asks from now on gets a reading of their own. */
    forget() {
      underWay = new Map()
    },
    once<T>(name: string, read: () => Promise<T>): Promise<T> {
      const mine = underWay
      const reading = (mine.get(name) as Promise<T> | undefined) ?? read().finally(() => mine.delete(name))
      mine.set(name, reading)
      return reading
    },
  }
}
