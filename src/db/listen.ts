import pg from 'pg'
import type { Connection } from './connect.ts'

export interface Listener {
  /** Calls back for every notification on the channel, and with null after the connection was lost and found again. */
  on(channel: string, heard: (payload: string | null) => void): () => void
  /** False while the connection is down: whoever caches must not trust its cache then. */
  readonly connected: boolean
  /** Done when everything has been heard that was said before, in this process. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** For whoever wants to know when the database is away: this connection is always open, so it is the first to see it. */
export interface Outages {
  onLost(): void
  onBack(awayMs: number): void
}

/** One connection per process that hears what other processes say (PostgreSQL's LISTEN). */
export async function listen(connection: Connection, channels: string[], outages?: Outages): Promise<Listener> {
  const callbacks = new Map<string, Set<(payload: string | null) => void>>(channels.map((name) => [name, new Set()]))
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let lostAt = 0

  async function open(): Promise<void> {
    const fresh = new pg.Client({ ...connection, keepAlive: true, application_name: 'flightdeck listener' })
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const heard of callbacks.get(channel) ?? []) heard(payload ?? '')
    })
    await subscribe(fresh, channels)
    client = fresh
  }

  function lost(which: pg.Client): void {
    if (client !== which || closed) return
    client = null
    lostAt = performance.now()
    outages?.onLost()
    retry = setTimeout(reopen, 500)
  }

  function reopen(): void {
    if (closed) return
    open().then(
      () => {
        outages?.onBack(performance.now() - lostAt)
        // What was said meanwhile was not heard: everybody looks again.
        for (const set of callbacks.values()) for (const heard of set) heard(null)
      },
      () => {
        if (!closed) retry = setTimeout(reopen, 1000)
      },
    )
  }

  await open()
  return {
    on(channel, heard) {
      const set = callbacks.get(channel)
      if (!set) throw new Error(`Nobody listens on the channel ${channel}.`)
      set.add(heard)
      return () => set.delete(heard)
    },
    get connected() {
      return client !== null
    },
    // Whatever was said before comes ahead of this answer. Where the connection is away, nobody trusts a cache.
    caughtUp: async () => void (await client?.query('SELECT').catch(() => undefined)),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}

async function subscribe(client: pg.Client, channels: string[]): Promise<void> {
  try {
    await client.connect()
    for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
