import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Connection } from './connect.ts'

export interface Listener {
  /** Calls back for every notification on the channel, and with null after the connection was lost and found again. */
  on(channel: string, heard: (payload: string | null) => void): () => void
  /** False while the connection is down: whoever caches must not trust its cache then. */
  readonly connected: boolean
  /** Among `living_processes()` (migrations/0103_worker_lives.sql) for as long as this process has its connection. */
  readonly life: number
  /** Done when everything has been heard that was said before, in this process. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** For whoever wants to know when the database is away: this connection is always open, so it is the first to see it. */
export interface Outages {
  onLost(): void
  onBack(awayMs: number): void
}

/** Of the advisory locks that say which processes live. */
const lifeClass = 1178878066

/** One connection per process that hears what other processes say (PostgreSQL's LISTEN). */
export async function listen(connection: Connection, channels: string[], outages?: Outages): Promise<Listener> {
  const callbacks = new Map<string, Set<(payload: string | null) => void>>(channels.map((name) => [name, new Set()]))
  const life = randomInt(1, 2 ** 31)
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let lostAt = 0

  async function open(): Promise<void> {
    const fresh = new pg.Client({ ...connection, keepAlive: true, application_name: 'flightdeck listener' })
    for (const end of ['error', 'end'] as const) fresh.on(end, () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const heard of callbacks.get(channel) ?? []) heard(payload ?? '')
    })
    await subscribe(fresh, channels, life)
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
        lookAgain(callbacks)
      },
      () => {
        if (!closed) retry = setTimeout(reopen, 1000)
      },
    )
  }

  await open()
  return {
    life,
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

/** What was said meanwhile was not heard. */
function lookAgain(callbacks: Map<string, Set<(payload: null) => void>>): void {
  for (const set of callbacks.values()) for (const heard of set) heard(null)
}

async function subscribe(client: pg.Client, channels: string[], life: number): Promise<void> {
  try {
    await client.connect()
    // Shared: a connection of ours that is not quite gone yet does not hold up the next.
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lifeClass, life])
    for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
