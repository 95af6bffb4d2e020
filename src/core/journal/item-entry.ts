import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { PlatformFacts, LaunchAd } from '../../platforms/contract/launch.ts'
import { addEvent, addUnsure } from './events.ts'
import { closeNotDone, hasOpenWrite } from './intents.ts'
import type { Intent } from './intents.ts'
import { markCancelled, markFailed } from './item-ends.ts'
import type { Failure, ItemRef } from './item-ends.ts'
import { asOwner } from './lane/lanes.ts'
import type { LaneLease } from './lane/lanes.ts'
import type { TurnJournal } from './open.ts'
import { isOpenItem } from './states.ts'
import { writeEntry } from './write/entry.ts'
import type { WantedWrite, WriteEntry } from './write/entry.ts'
import { closedBy } from './write/moves.ts'

export interface ItemRow {
  id: number
  company_id: CompanyId
  batch_id: number
  batch_slug: string
  ad_index: number
  ad_set_id: string
  ad_name: string
  ad: LaunchAd
  step: string | null
  tries: number
  /** Attempts that were begun and never came to an orderly end: the worker died in them. */
  starts: number
  /** What `survey` found out when the item was first begun. */
  facts: PlatformFacts | null
  /** Since when what it makes may exist without our knowing, because a backup was restored. */
  look_since?: Date | null
}

/** How an item is put back: as what, how far it came, and when and why it goes on. */
interface Pause {
  state: 'waiting' | 'unsure'
  step: string
  waitMs: number
  tries: number
  reason?: string
}

/** One item, as the journal has it for the owner of its lane. */
export interface ItemEntry {
  /** Takes it up. False: it has come to its end. */
  begin(): Promise<boolean>
  write(wanted: WantedWrite): WriteEntry
  keepFacts(facts: PlatformFacts): Promise<void>
  /** While it is being worked on: what holds it up. Told, not relied on. */
  noteWait(reason: string | null): Promise<void>
  /** Its ad is on its way or may be, apart from what is given up: until its fate is known, the item must not be called failed. */
  hasOpenAd(givenUp: Intent | null): Promise<boolean>
  /** It goes on later, unless its batch was cancelled and nothing of its ad was sent. */
  putBack(pause: Pause): Promise<void>
  /** Its worker lives, although what became of the item could not be written down. */
  survived(): Promise<void>
  /** Its ad does not exist and will not be tried again. What is given up for it is closed with it, both or none. */
  fail(failure: Failure, givenUp: Intent | null): Promise<void>
}

export function itemEntry(db: Db, turns: TurnJournal, lease: LaneLease, row: ItemRow): ItemEntry {
  const item: ItemRef = { id: row.id, companyId: row.company_id, batchId: row.batch_id }
  const writes = { db, turns, lease, item, isSuspect: row.starts > 0, carried: [] }
  return {
    begin: () => turns.begin({ lease, item }),
    write: (wanted) => writeEntry(writes, wanted),
    async keepFacts(facts) {
      const keep = sql`UPDATE batch_items SET facts = ${JSON.stringify(facts)}, starts = 1 WHERE id = ${item.id}`
      await asOwner(db, lease, (trx) => keep.execute(everyCompany(trx)))
    },
    async noteWait(reason) {
      await sql`UPDATE batch_items SET wait_reason = ${reason} WHERE id = ${item.id} AND state = 'running'`.execute(
        everyCompany(db),
      )
    },
    hasOpenAd: (givenUp) => hasOpenWrite(db, item.id, givenUp),
    putBack: (pause) => asOwner(db, lease, (trx) => putBack(trx, item, pause)),
    async survived() {
      const uncount = sql`UPDATE batch_items SET starts = greatest(starts - 1, 0) WHERE id = ${item.id} AND state = 'running'`
      await asOwner(db, lease, (trx) => uncount.execute(everyCompany(trx)))
    },
    fail: (failure, givenUp) =>
      asOwner(db, lease, async (trx) => {
        // Whoever asked for it meanwhile says what becomes of it.
        if (givenUp) await closeNotDone(trx, lease, givenUp, closedBy('hopeless'))
        await markFailed(trx, item, failure)
      }),
  }
}

/** The wait is counted by the database's clock: ours may differ from that of whoever goes on. */
async function putBack(trx: Db, item: ItemRef, pause: Pause): Promise<void> {
  const { state, step, waitMs, tries, reason = null } = pause
  if (state === 'waiting' && (await markCancelled(trx, item))) return
  const { rows } = await sql<{ run_after: Date }>`
    UPDATE batch_items SET state = ${state}, step = ${step}, tries = ${tries}, starts = 0, wait_reason = ${reason},
      run_after = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
    WHERE id = ${item.id} AND ${isOpenItem()} RETURNING run_after`.execute(everyCompany(trx))
  if (!rows[0]) return
  const until = rows[0].run_after.toISOString()
  const detail = { step, until, ...(reason === null ? {} : { reason }) }
  if (state === 'unsure') await addUnsure(trx, item, detail)
  else await addEvent(trx, item, 'ad.waiting', detail)
}
