import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { Step, StepResult } from '../../../platforms/contract/launch.ts'
import {
  closeNotDone,
  forgetDone,
  hasOpenTwin,
  intendAgain,
  isCreatedByAnother,
  noteLost,
  takeBack,
} from '../intents.ts'
import type { Intent, Standing } from '../intents.ts'
import { markLaunched } from '../item-ends.ts'
import type { ItemRef } from '../item-ends.ts'
import { asOwner, LaneLost } from '../lane/lanes.ts'
import type { LaneLease } from '../lane/lanes.ts'
import { reached } from '../moments.ts'
import type { TurnJournal } from '../open.ts'
import { noteSameId } from '../second-ads.ts'

/** One write of an item, as the journal has it. */
export interface WriteEntry {
  /** Commits the intent to make the write, unless an earlier one stands in its way. */
  intend(): Promise<Standing>
  /** Takes up an open intent again, to repeat a write that the platform itself recognises as a repeat. */
  intendAgain(intent: Intent): Promise<Intent>
  /** It exists. Written down at the latest with the item's next intent; for the ad itself, its item is launched with it. */
  close(intent: Intent, result: StepResult): Promise<void>
  /** It was not sent after all. */
  takeBack(intent: Intent): Promise<void>
  /** It does not exist: the platform refused it, or nothing was sent, or it was looked for in vain. */
  closeNotDone(intent: Intent, state: 'refused' | 'absent'): Promise<void>
  /** Its answer was lost. Answered all the same, if badly: what cannot be found after a while does not exist. */
  noteLost(intent: Intent, isAnswered: boolean): Promise<void>
  /** It was closed before: if it is the item's ad, the item is launched. */
  confirm(result: StepResult): Promise<void>
  /** What it made cannot be used any more: as if it had never been made. */
  forget(result: StepResult): Promise<void>
  /** Whether another write is known to have made the ad with this id. */
  isTaken(id: string): Promise<boolean>
  /** The platform answered with an id that is known as another's. */
  noteSameId(id: string): Promise<void>
  /** Whether the fate of another write that asks for exactly the same is open too. */
  hasOpenTwin(): Promise<boolean>
}

export interface WantedWrite {
  step: Step
  /** How long the write may still take effect once it is on its way. */
  lifeMs: number
  /** How long what it made may stay invisible. */
  readLagMs: number
  /** For an ad: what it shows. */
  creativeId: string | null
}

/** What the writes of an item have in common. */
export interface ItemWrites {
  db: Db
  turns: TurnJournal
  lease: LaneLease
  item: ItemRef
  /** A worker died in it before. */
  isSuspect: boolean
  /** Closings of the item's writes, on their way to be written down together with its next intent. */
  carried: Promise<void>[]
}

export function writeEntry(writes: ItemWrites, { step, lifeMs, readLagMs, creativeId }: WantedWrite): WriteEntry {
  const { db, turns, lease, item, isSuspect, carried } = writes
  const isAd = step.kind === 'ad'

  async function writeClosing(intent: Intent, result: StepResult): Promise<void> {
    await turns.close({ lease, item, intent, result, ...(isAd ? { ad: { creativeId } } : {}) })
    reached('after-close', step.key)
    if (isSuspect && !isAd) await clearSuspicion(db, item)
  }

  return {
    async intend() {
      const [standing] = await Promise.all([turns.intend({ lease, item, step, lifeMs }), ...carried.splice(0)])
      return standing
    },
    async intendAgain(intent) {
      const again = await intendAgain(db, lease, intent, lifeMs)
      if (!again) throw new LaneLost()
      return again
    },
    async close(intent, result) {
      const closed = writeClosing(intent, result)
      if (isAd || step.settle) return closed
      closed.catch(() => undefined)
      carried.push(closed)
    },
    takeBack: (intent) => takeBack(db, lease, intent),
    async closeNotDone(intent, state) {
      if (!(await closeNotDone(db, lease, intent, state))) throw new LaneLost()
    },
    noteLost: (intent, isAnswered) => noteLost(db, lease, intent, isAnswered ? readLagMs : null),
    async confirm({ id }) {
      if (isAd) await asOwner(db, lease, (trx) => markLaunched(trx, item, id, creativeId))
    },
    forget: (result) => forgetDone(db, lease, step.key, result),
    isTaken: (id) => isCreatedByAnother(db, lease, step.key, id),
    noteSameId: (id) => noteSameId(db, lease, item, id),
    hasOpenTwin: () => hasOpenTwin(db, lease, step),
  }
}

/** An item that got on was not what its workers died of before. */
async function clearSuspicion(db: Db, item: ItemRef): Promise<void> {
  await sql`UPDATE batch_items SET starts = 1 WHERE id = ${item.id} AND state = 'running'`.execute(everyCompany(db))
}
