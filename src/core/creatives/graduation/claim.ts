import { AppError } from '../../../errors.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../context.ts'
import type { GraduationSlot } from './plan.ts'

/** Longer than a launch is planned and decided. */
const heldSeconds = 300

type Claiming = Pick<Context, 'company' | 'operationKey'>

/** The places of a creative in ad sets, held until a batch takes them or the call is over. */
export interface HeldSlots extends AsyncDisposable {
  /** In the transaction that stores the batch. */
  takenBy(trx: Db, batchId: number): Promise<void>
}

/** Before guards are asked: whoever comes second is told so, and nothing is let through or approved for them. */
export async function claimGraduation(
  db: Db,
  context: Claiming,
  targets: readonly GraduationSlot[],
): Promise<HeldSlots> {
  const rows = targets.flatMap(({ creatives, ...place }) => creatives.map((creative) => ({ ...place, creative })))
  if ((await hold(db, context, rows)) < rows.length) {
    await release(db, context)
    throw alreadyOnItsWay()
  }
  return {
    takenBy: (trx, batchId) => take(trx, context, batchId, rows.length),
    [Symbol.asyncDispose]: () => release(db, context),
  }
}

async function hold(db: Db, { company, operationKey }: Claiming, rows: readonly object[]): Promise<number> {
  const { rows: held } = await sql`
    INSERT INTO creative_graduations AS place (company_id, claimed_by, claimed_until, creative_id, platform, account_id, ad_set_id, round)
    SELECT ${company.id}, ${operationKey}, clock_timestamp() + make_interval(secs => ${heldSeconds}), target.*
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS target (creative bigint, platform text, account_id text, ad_set_id text, round int)
    ORDER BY creative, platform, account_id, ad_set_id
    ON CONFLICT (company_id, creative_id, platform, account_id, ad_set_id, round)
    DO UPDATE SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
      WHERE place.batch_id IS NULL AND (place.claimed_until < clock_timestamp() OR place.claimed_by = excluded.claimed_by)
    RETURNING 1`.execute(db)
  return held.length
}

async function take(trx: Db, { company, operationKey }: Claiming, batchId: number, count: number): Promise<void> {
  const { rows } = await sql`
    UPDATE creative_graduations SET batch_id = ${batchId}, claimed_by = NULL, claimed_until = NULL
    WHERE company_id = ${company.id} AND claimed_by = ${operationKey} AND batch_id IS NULL
    RETURNING 1`.execute(trx)
  if (rows.length < count) throw alreadyOnItsWay()
}

async function release(db: Db, { company, operationKey }: Claiming): Promise<void> {
  await sql`
    DELETE FROM creative_graduations
    WHERE company_id = ${company.id} AND claimed_by = ${operationKey} AND batch_id IS NULL`.execute(db)
}

function alreadyOnItsWay(): AppError {
  return new AppError('conflict', 'Somebody else sends this creative into one of these ad sets right now: ask again.')
}
