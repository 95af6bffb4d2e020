import { required } from '../lookup.ts'
import type { Db } from './connect.ts'

/** What is written before it is known whether it may be: it stands once somebody completes it, and never else. */
export interface Beside<Early> {
  /** Begins to write, unless many do so already. */
  begin(): void
  /** Takes back what was written, if anything was. */
  abandon(): Promise<void>
  /** Writes the rest and commits; what was not begun, or was taken back, is written now. */
  complete<Late>(rest: (trx: Db, early: Early) => Promise<Late>): Promise<Late>
  [Symbol.asyncDispose](): Promise<void>
}

class Abandoned extends Error {}

/** How many write beside somebody who decides, in one process, and how many may. */
export interface BesideCount {
  begun: number
  max: number
}

/**
 * Each holds a connection while its deciding takes others: far fewer at once than there are, or all would wait for each other. How many a
 * pooler has nobody knows.
 */
export function createBesideCount({ isPooled }: { isPooled: boolean }): BesideCount {
  return { begun: 0, max: isPooled ? 0 : 4 }
}

/** A transaction that can be begun while another one decides about it. */
export function writeBeside<Early>(
  { db, besideCount: count }: { db: Db; besideCount: BesideCount },
  write: (trx: Db) => Promise<Early>,
): Beside<Early> {
  type Rest = (trx: Db, early: Early) => Promise<void>
  let open: { decided: PromiseWithResolvers<Rest>; ended: Promise<void> } | null = null

  async function end(decide: (decided: PromiseWithResolvers<Rest>) => void): Promise<void> {
    const transaction = open
    open = null
    if (!transaction) return
    decide(transaction.decided)
    await transaction.ended
  }

  async function abandon(): Promise<void> {
    await end(({ reject }) => reject(new Abandoned())).catch(() => undefined)
  }

  return {
    begin() {
      if (open || count.begun >= count.max) return
      count.begun++
      const decided = Promise.withResolvers<Rest>()
      decided.promise.catch(() => undefined)
      const work = db.transaction().execute(async (trx) => {
        const early = await write(trx)
        const rest = await decided.promise
        await rest(trx, early)
      })
      const ended = work.finally(() => void count.begun--)
      // Whoever completes it hears of it.
      ended.catch(() => undefined)
      open = { decided, ended }
    },
    abandon,
    async complete<Late>(rest: (trx: Db, early: Early) => Promise<Late>): Promise<Late> {
      if (!open) return db.transaction().execute(async (trx) => rest(trx, await write(trx)))
      let late: { value: Late } | undefined
      const restOf: Rest = async (trx, early) => void (late = { value: await rest(trx, early) })
      await end(({ resolve }) => resolve(restOf))
      return required(late, 'answer that came late').value
    },
    [Symbol.asyncDispose]: abandon,
  }
}
