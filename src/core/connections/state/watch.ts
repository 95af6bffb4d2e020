import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connect.ts'
import { PlatformError } from '../../../errors.ts'
import type { Session } from '../../../platforms/contract/platform.ts'
import type { CallOutcome } from '../../../errors.ts'
import type { ConnectionAnswer, ConnectionQuestion } from '../../deps.ts'
import { recordVerdict } from './record.ts'
import { verdictOf } from './verdict.ts'

/** One session and what opened it. */
interface Opened {
  session: Session
  credentials: Record<string, string>
  /** As they are stored. */
  sealed: Buffer
}

/** Hears how calls end, and finds out when a connection opens nothing any more, or does so again. */
export interface ConnectionWatch {
  heard(connectionId: number, outcome: CallOutcome, opened: () => Opened): void
  /** Somebody has read what the database says of it: another process may have found out. */
  noteState(connectionId: number, isBroken: boolean): void
  ask(connectionId: number, opened: () => Opened, question: ConnectionQuestion): Promise<ConnectionAnswer>
  close(): Promise<void>
}

/** So long after a look at a connection it is not looked at again, unless somebody needs to know. */
const usualRestMs = 60_000
const actor = { kind: 'system', name: 'connections' } as const

/** A look at a connection: under way, or what the last one found. */
interface Look {
  beganAt: number
  isOver: boolean
  sealed: Buffer
  answer: Promise<ConnectionAnswer>
}

/**
 * A call may be refused because it lacks one permission or asks for what is somebody else's. So the platform is asked what the
 * connection opens, and that answer is written down.
 */
export function createConnectionWatch(
  { db, log }: { db: Db; log: Logger },
  { restMs = usualRestMs }: { restMs?: number } = {},
): ConnectionWatch {
  const looks = createLooks({ db, log }, found)
  const busy = new Map<number, { isLooking: boolean; ended: Promise<void> }>()
  /** Refused while nobody looked: they are looked at as soon as that is over. */
  const wanted = new Map<number, () => Opened>()
  /** What the database said of each when it was last read, and what was found since. */
  const isBroken = new Map<number, boolean>()
  const stopping = new AbortController()

  function found(id: number, answer: ConnectionAnswer): void {
    if (answer === 'broken' || answer === 'works') isBroken.set(id, answer === 'broken')
  }

  /** One thing at a time for each: the calls of a look are heard too. */
  function begin(id: number, opened: () => Opened): void {
    if (busy.has(id) || stopping.signal.aborted) return
    const now = { isLooking: true, ended: Promise.resolve() }
    busy.set(id, now)
    now.ended = looks
      .begin(id, opened)
      .answer.then(() => {
        now.isLooking = false
        return delay(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
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
      } else if (outcome === 'ok' && known) begin(id, opened)
    },
    noteState: (id, state) => void isBroken.set(id, state),
    async ask(id, opened, { noOftener }) {
      const last = looks.last(id)
      if (last?.sealed.equals(opened().sealed)) {
        if (noOftener && performance.now() - last.beganAt < restMs) return last.answer
        // It began before the question: what it finds working may have ended since.
        if (!last.isOver && (await last.answer) === 'broken') return 'broken'
      }
      return looks.begin(id, opened).answer
    },
    async close() {
      stopping.abort()
      await Promise.all([...busy.values()].map(({ ended }) => ended))
      await looks.ended()
    },
  }
}

/** Looks at connections, each once at a time. */
function createLooks({ db, log }: { db: Db; log: Logger }, found: (id: number, answer: ConnectionAnswer) => void) {
  const all = new Map<number, Look>()

  async function look(id: number, { session, credentials, sealed }: Opened): Promise<ConnectionAnswer> {
    try {
      const verdict = await verdictOf(session, credentials)
      if (!(await recordVerdict(db, { id, sealed }, verdict, actor))) return 'replaced'
      const answer = verdict.state === 'broken' ? 'broken' : 'works'
      found(id, answer)
      return answer
    } catch (error) {
      // A platform that cannot be asked says nothing about the connection.
      if (!(error instanceof PlatformError))
        log.warn({ err: error, connectionId: id }, 'a connection was not looked at')
      return 'unknown'
    }
  }

  return {
    last: (id: number) => all.get(id),
    begin(id: number, opened: () => Opened): Look {
      const current = all.get(id)
      if (current && !current.isOver) return current
      const one = opened()
      const next: Look = {
        ...{ beganAt: performance.now(), isOver: false, sealed: one.sealed },
        answer: look(id, one).finally(() => {
          next.isOver = true
        }),
      }
      all.set(id, next)
      return next
    },
    ended: async () => void (await Promise.all([...all.values()].map(({ answer }) => answer))),
  }
}
