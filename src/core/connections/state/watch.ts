import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { PlatformError } from '../../../errors.ts'
import type { CallOutcome, Session } from '../../../platforms/contract/platform.ts'
import { recordVerdict } from './record.ts'
import { verdictOf } from './verdict.ts'

/** One session and what opened it. */
interface Opened {
  session: Session
  credentials: Record<string, string>
}

/** Hears how calls end, and finds out when a connection opens nothing any more, or does so again. */
export interface ConnectionWatch {
  heard(connectionId: number, outcome: CallOutcome, opened: () => Opened): void
  close(): Promise<void>
}

/** So long after a look at a connection it is not looked at again. */
const usualRestMs = 60_000
const actor = { kind: 'system', name: 'connections' } as const

/**
 * A call may be refused because it lacks one permission or asks for what is somebody else's. So the platform is asked what the
 * connection opens, and that answer is written down.
 */
export function createConnectionWatch(
  { db, log }: { db: Db; log: Logger },
  { restMs = usualRestMs }: { restMs?: number } = {},
): ConnectionWatch {
  const busy = new Map<number, { isLooking: boolean; ended: Promise<void> }>()
  /** Refused while nobody looked: they are looked at as soon as that is over. */
  const wanted = new Map<number, () => Opened>()
  /** What the database said of each when it was first heard of, and what was found since. */
  const isBroken = new Map<number, boolean>()
  const stopping = new AbortController()

  async function look(id: number, opened: () => Opened): Promise<void> {
    const { session, credentials } = opened()
    const verdict = await verdictOf(session, credentials)
    if (stopping.signal.aborted) return
    await recordVerdict(db, id, verdict, actor)
    isBroken.set(id, verdict.state === 'broken')
  }

  const learn = async (id: number) => void isBroken.set(id, await wasBroken(db, id))

  /** One thing at a time for each: the calls of a look are heard too. */
  function begin(id: number, opened: (() => Opened) | null): void {
    if (busy.has(id) || stopping.signal.aborted) return
    const now = { isLooking: opened !== null, ended: Promise.resolve() }
    busy.set(id, now)
    now.ended = (opened ? look(id, opened) : learn(id))
      .catch((error: unknown) => {
        // A platform that cannot be asked says nothing about the connection.
        if (!(error instanceof PlatformError))
          log.warn({ err: error, connectionId: id }, 'a connection was not looked at')
      })
      .then(() => {
        now.isLooking = false
        return opened && delay(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      })
      .then(() => {
        busy.delete(id)
        const next = wanted.get(id)
        wanted.delete(id)
        if (next) begin(id, next)
      })
  }

  return {
    heard(id, outcome, opened) {
      const known = isBroken.get(id)
      if (outcome === 'auth' && !known) {
        if (busy.get(id)?.isLooking === false) wanted.set(id, opened)
        begin(id, opened)
      } else if (outcome === 'ok' && known !== false) begin(id, known ? opened : null)
    },
    async close() {
      stopping.abort()
      await Promise.all([...busy.values()].map(({ ended }) => ended))
    },
  }
}

async function wasBroken(db: Db, id: number): Promise<boolean> {
  const row = await everyCompany(db).selectFrom('connections').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'broken'
}
