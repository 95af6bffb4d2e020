import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Piece } from '../../../db/sql.ts'
import { isOpenItem } from '../states.ts'

/** Why ads of a batch that could go on do not, where that lies in their account. */
type LaneReason = 'often_tried' | 'worker' | 'turn'

/** Some ads of a batch in one account that do not go on. */
export interface LaneWait {
  platform: string
  accountId: string
  reason: LaneReason
  ads: number
  until: Date | null
}

/** A worker takes up what is due within a second: until then nothing waits. */
const takenUpSeconds = 2

/**
 * Of every account of a batch with ads that are due: whether it rests, whether nobody works on it, or whether whoever does is busy
 * with other ads. Accounts in which an ad of the batch is being worked on wait for nothing. `seen`: which ads the caller sees.
 */
export async function laneWaits(
  db: Db,
  { companyId, batchId, seen }: { companyId: CompanyId; batchId: number; seen: Piece<unknown> },
): Promise<LaneWait[]> {
  const { rows } = await sql<LaneWait>`
    SELECT platform, account_id AS "accountId", reason, CASE reason WHEN 'worker' THEN due + running ELSE due END AS ads,
      CASE reason WHEN 'often_tried' THEN rests_until END AS until
    FROM (
      SELECT own.*, rest.rests_until, CASE WHEN rest.rests_until IS NOT NULL THEN 'often_tried'
        WHEN coalesce(lanes.lease_until < clock_timestamp(), true) THEN 'worker' WHEN running = 0 THEN 'turn' END AS reason
      FROM (
        SELECT platform, account_id, count(*) FILTER (WHERE state = 'running' AND run_after <= clock_timestamp())::int AS running,
          count(*) FILTER (WHERE state <> 'running' AND run_after <= clock_timestamp() - make_interval(secs => ${takenUpSeconds}))::int AS due
        FROM batch_items WHERE company_id = ${companyId} AND batch_id = ${batchId} AND ${seen} AND ${isOpenItem()}
        GROUP BY platform, account_id
      ) AS own
      LEFT JOIN lanes ON lanes.company_id = ${companyId} AND lanes.platform = own.platform AND lanes.account_id = own.account_id
      LEFT JOIN LATERAL (
        SELECT max(often_tried.rests_until) AS rests_until FROM often_tried
        WHERE often_tried.company_id = ${companyId} AND often_tried.platform = own.platform AND often_tried.account_id = own.account_id
          AND often_tried.rests_until > clock_timestamp()
      ) AS rest ON true
    ) AS lane
    WHERE reason IS NOT NULL AND (due > 0 OR reason = 'worker' AND running > 0)
    ORDER BY platform, account_id`.execute(db)
  return rows
}
