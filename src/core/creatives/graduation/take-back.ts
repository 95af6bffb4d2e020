import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { AppError } from '../../../errors.ts'
import type { AccountDeps } from '../../deps.ts'
import type { Spending } from '../../guards/terms.ts'
import { changeStatus } from '../../manage/entities.ts'

/** An ad that had ended for a successor that is taken back. */
export interface TakenBack {
  adId: string
  accountId: string
  outcome: 'runs again' | 'would run again' | 'stays paused'
  reason?: string
}

interface Ended {
  id: number
  platform: string
  account_id: string
  ad_id: string
}

/**
 * What ended for ads of a batch that is undone runs again, where guards let it; nobody is asked for it. What has not ended yet goes on, and
 * what somebody has switched since is left as it is.
 */
export async function takeBackHandovers(
  deps: AccountDeps,
  context: Spending,
  { batchId, dryRun }: { batchId: number; dryRun: boolean },
): Promise<TakenBack[]> {
  const { company } = context
  if (!dryRun) await stopWaiting(deps.db, context, batchId)
  const { rows: ended } = await sql<Ended>`
    SELECT done.id, done.platform, done.account_id, done.ad_id FROM creative_handovers AS done
    JOIN kept_ends AS kept ON kept.company_id = done.company_id AND kept.platform = done.platform AND kept.account_id = done.account_id
      AND kept.entity_type = 'ad' AND kept.entity_id = done.ad_id AND kept.end_at <= clock_timestamp()
    WHERE done.company_id = ${company.id} AND done.batch_id = ${batchId} AND done.state = 'ended' ORDER BY done.id`.execute(
    deps.db,
  )
  const all: TakenBack[] = []
  for (const some of Map.groupBy(ended, (each) => each.account_id).values()) {
    all.push(...(dryRun ? some.map(preview) : await resume(deps, context, some)))
  }
  return all
}

async function stopWaiting(db: Db, { company }: Pick<Spending, 'company'>, batchId: number): Promise<void> {
  await sql`
    UPDATE creative_handovers SET state = 'stays', reason = 'The batch was undone.'
    WHERE company_id = ${company.id} AND batch_id = ${batchId} AND state = 'waiting'`.execute(db)
}

const placed = ({ ad_id: adId, account_id: accountId }: Ended) => ({ adId, accountId })

function preview(ad: Ended): TakenBack {
  return { ...placed(ad), outcome: 'would run again' }
}

async function resume(deps: AccountDeps, context: Spending, some: Ended[]): Promise<TakenBack[]> {
  const [first] = some
  const request = { type: 'ad' as const, ids: some.map(({ ad_id: id }) => id), accountId: first?.account_id }
  // Nobody is asked, and what is approved is the undo alone.
  const { asked: _asked, approval: _approval, planned: _planned, touched: _touched, ...own } = context
  try {
    const { results } = await changeStatus(deps, own, { ...request, change: { status: 'active' } })
    const failures = new Map(results.map(({ entityId, error }) => [entityId, error?.message]))
    const again = await Promise.all(some.map((ad) => outcomeOf(deps.db, context, ad, failures.get(ad.ad_id))))
    return again
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return some.map((ad) => ({ ...placed(ad), outcome: 'stays paused', reason: error.message }))
  }
}

async function outcomeOf(
  db: Db,
  { company }: Pick<Spending, 'company'>,
  ad: Ended,
  reason: string | undefined,
): Promise<TakenBack> {
  if (reason !== undefined) return { ...placed(ad), outcome: 'stays paused', reason }
  await sql`
    UPDATE creative_handovers SET state = 'stays', reason = 'The batch was undone.'
    WHERE company_id = ${company.id} AND id = ${ad.id}`.execute(db)
  return { ...placed(ad), outcome: 'runs again' }
}
