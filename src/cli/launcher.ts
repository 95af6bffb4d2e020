import type { Server } from 'node:net'
import type { SocketHandle, SocketHolder } from '../open/listen.ts'

/** The process that started us, where our reason to run ends with it. */
export interface Launcher {
  pid: number
  /** It starts us again when we end, and ends us when we do not stop. */
  isSupervisor: boolean
}

/** What a service tells its supervisor. */
export interface Word {
  /** It has started, and serves. */
  isRunning?: true
  /** Why it is about to end. */
  problem?: string
  /** It is ready to listen: is there a socket? */
  wantsSocket?: true
  /** It listens on the socket that comes along: this is for whoever holds it from now on. */
  holdsSocket?: true
}

/** What a supervisor tells its service: the socket it asked for comes along, or there is none yet. */
export interface SupervisorsWord {
  isSocket: true
}

export function notifySupervisor(word: Word): void {
  // One that is gone meanwhile needs no word.
  if (process.connected) process.send?.(word, () => undefined)
}

/** Our supervisor, as the one who holds our listening socket; null where nobody watches over us. */
export function supervisorAsHolder(): SocketHolder | null {
  if (!process.connected) return null
  return {
    take: () =>
      new Promise((resolve) => {
        process.once('message', (_word: SupervisorsWord, handle: unknown) => resolve((handle as SocketHandle) ?? null))
        notifySupervisor({ wantsSocket: true })
      }),
    // One to hand on, and some to answer with when nobody comes back.
    hold(handle) {
      for (let copies = 0; copies < 4; copies++)
        process.send?.({ holdsSocket: true } satisfies Word, handle as unknown as Server)
    },
  }
}

/** `supervisor`: its process id, as it told us when it started us. Under npm, it is npm that we live and end with. */
export function findLauncher(supervisor: number | undefined): Launcher | null {
  if (supervisor !== undefined) return { pid: supervisor, isSupervisor: true }
  return process.env.npm_lifecycle_event ? { pid: process.ppid, isSupervisor: false } : null
}
