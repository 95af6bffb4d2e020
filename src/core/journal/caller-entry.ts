import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import type { StepResult } from '../../platforms/contract/launch.ts'
import { certainIn, closeNotDone, digestOf, intendAgain, knownOf, noteLost } from './intents.ts'
import type { Intent, Standing, Writer } from './intents.ts'
import type { LaneName } from './lane/lanes.ts'
import { reached } from './moments.ts'
import { otherCopies } from './past-writes.ts'
import type { CopyNames } from './past-writes.ts'
import { TakenByAnother } from './turn/turn.ts'
import { answeredInText, takenUpAnewText } from './write/moves.ts'

/** A write for a caller who waits, as the journal has it. Nobody owns a lane for it: the attempt alone says who may write. */
export interface CallerEntry {
  /** Commits the intent to make the write, unless an earlier one stands in its way. null: that one asked for something else. */
  intend(): Promise<Standing | null>
  intendAgain(intent: Intent): Promise<Intent | null>
  close(intent: Intent, result: StepResult): Promise<void>
  /** False: another attempt has begun meanwhile, and says what becomes of it. */
  closeNotDone(intent: Intent, state: 'refused' | 'absent'): Promise<boolean>
  noteLost(intent: Intent, isAnswered: boolean): Promise<void>
}

export interface JournalledWrite {
  kind: string
  key: string
  asks: unknown
  /** How long the write may still take effect, and how long what it made stay invisible. */
  lifeMs: number
  readLagMs: number
  /** Made twice it is the same: an answer to whichever attempt says that it is so. */
  isRepeatable: boolean
  /** Of a copy that others may look like: what it made is its own only if it is no other's. */
  among?: CopyNames
}

export function callerEntry(db: Db, lane: LaneName, write: JournalledWrite): CallerEntry {
  const { companyId, platform, accountId } = lane
  const writer: Writer = { companyId, platform, accountId, fence: 0 }
  return {
    async intend() {
      for (;;) {
        const intent = await open(db, writer, write)
        if (intent) return { state: 'may-send', intent }
        const known = await knownOf(db, writer, write.key)
        if (known) return known.digest === digestOf(write) ? known : null
        // Closed or forgotten meanwhile: it may be sent now.
      }
    },
    intendAgain: (intent) => intendAgain(db, writer, intent, write.lifeMs),
    async close(intent, result) {
      const { among } = write
      const close = (on: Db) => closeDone(on, write, { companyId, intent }, result)
      await (among ? closeAlone(db, writer, { among, id: result.id, close }) : close(db))
      reached('after-close', write.key)
    },
    closeNotDone: (intent, state) => closeNotDone(db, writer, intent, state),
    noteLost: (intent, isAnswered) => noteLost(db, writer, intent, isAnswered ? write.readLagMs : null),
  }
}

async function open(db: Db, writer: Writer, { kind, key, asks, lifeMs }: JournalledWrite): Promise<Intent | null> {
  const { rows } = await sql<Intent>`
    INSERT INTO journal AS mine (company_id, platform, account_id, kind, key, digest, state, fence, certain_after)
    VALUES (${writer.companyId}, ${writer.platform}, ${writer.accountId}, ${kind}, ${key}, decode(${digestOf({ asks })}, 'hex'), 'open',
      ${writer.fence}, ${certainIn(lifeMs)}) ${sql.raw(takenUpAnewText)}
    RETURNING id, attempt`.execute(db)
  return rows[0] ?? null
}

/** Copies that look alike may find the same one. One after the other, each takes what no other has. */
async function closeAlone(
  db: Db,
  writer: Writer,
  { among, id, close }: { among: CopyNames; id: string; close: (trx: Db) => Promise<void> },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { companyId, platform, accountId } = writer
    const name = `copies ${companyId} ${platform} ${accountId} ${among.ofSource}`
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(everyCompany(trx))
    const others = await otherCopies(trx, writer, among)
    if (others.some((other) => other.state === 'done' && other.platform_id === id)) throw new TakenByAnother()
    await close(trx)
  })
}

/**
 * It exists, also where somebody has called it absent meanwhile and has not sent it again. What was read of the account before need not show
 * it: guards read it again before they refuse by it.
 */
async function closeDone(
  db: Db,
  write: JournalledWrite,
  { companyId, intent: { id, attempt } }: { companyId: CompanyId; intent: Intent },
  result: StepResult,
): Promise<void> {
  const isLater = sql`attempt > ${attempt} AND state = 'open' AND digest = decode(${digestOf(write)}, 'hex')`
  await sql`
    WITH closed AS (
      UPDATE journal SET state = 'done', platform_id = ${result.id}, answer = ${JSON.stringify(result)}, closed_at = clock_timestamp()
      WHERE company_id = ${companyId} AND id = ${id} AND (
        (attempt = ${attempt} AND state IN (${sql.raw(answeredInText)})) OR (${write.isRepeatable} AND ${isLater}))
      RETURNING company_id, platform, account_id
    )
    UPDATE account_structures kept SET written_at = clock_timestamp() FROM closed
    WHERE kept.company_id = closed.company_id AND kept.platform = closed.platform AND kept.account_id = closed.account_id`.execute(
    db,
  )
}
