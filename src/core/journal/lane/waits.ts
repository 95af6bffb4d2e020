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

/** Some ads of a batch that wait for something of their own. */
interface OwnWait<Reason> {
  reason: Reason
  ads: number
  until: Date | null
}

/** Which ads of a batch: those that the caller sees, and for what of its own such an ad waits. */
interface BatchAds<Reason> {
  companyId: CompanyId
  batchId: number
  seen: Piece<unknown>
  ownReason: Piece<Reason | null>
}

/** A worker takes up what is due within a second: until then nothing waits. */
const takenUpSeconds = 2

/**
 * What the open ads of a batch wait for, by one look at them. Of every account with ads that are due: whether it rests, whether nobody works
 * on it, or whether whoever does is busy with other ads. Accounts in which an ad of the batch is being worked on wait for nothing.
 */
export async function batchWaits<Reason extends string>(
  db: Db,
  { companyId, batchId, seen, ownReason }: BatchAds<Reason>,
): Promise<{ own: OwnWait<Reason>[]; lanes: LaneWait[] }> {
  const { rows } = await sql<{ own: (OwnWait<Reason> & Moment)[]; lanes: (LaneWait & Moment)[] }>`
    WITH open AS MATERIALIZED (
      SELECT platform, account_id, ${ownReason} AS reason, count(*)::int AS ads, min(run_after) FILTER (WHERE run_after < 'infinity') AS until,
        count(*) FILTER (WHERE state = 'running' AND run_after <= clock_timestamp())::int AS running,
        count(*) FILTER (WHERE state <> 'running' AND run_after <= clock_timestamp() - make_interval(secs => ${takenUpSeconds}))::int AS due
      FROM batch_items WHERE company_id = ${companyId} AND batch_id = ${batchId} AND ${seen} AND ${isOpenItem()}
      GROUP BY platform, account_id, 3
    ),
    own AS (
      SELECT reason, sum(ads)::int AS ads, CASE WHEN reason <> 'media_processing' THEN min(until) END AS until
      FROM open WHERE reason IS NOT NULL GROUP BY reason
    ),
    lane AS (
      SELECT account.*, rest.rests_until, CASE WHEN rest.rests_until IS NOT NULL THEN 'often_tried'
        WHEN coalesce(lanes.lease_until < clock_timestamp(), true) THEN 'worker' WHEN running = 0 THEN 'turn' END AS reason
      FROM (
        SELECT platform, account_id, sum(running)::int AS running, sum(due)::int AS due FROM open GROUP BY platform, account_id
      ) AS account
      LEFT JOIN lanes ON lanes.company_id = ${companyId} AND lanes.platform = account.platform AND lanes.account_id = account.account_id
      LEFT JOIN LATERAL (
        SELECT max(often_tried.rests_until) AS rests_until FROM often_tried
        WHERE often_tried.company_id = ${companyId} AND often_tried.platform = account.platform AND often_tried.account_id = account.account_id
          AND often_tried.rests_until > clock_timestamp()
      ) AS rest ON true
    ),
    waiting AS (
      SELECT platform, account_id AS "accountId", reason, CASE reason WHEN 'worker' THEN due + running ELSE due END AS ads,
        CASE reason WHEN 'often_tried' THEN rests_until END AS until
      FROM lane WHERE reason IS NOT NULL AND (due > 0 OR reason = 'worker' AND running > 0)
    )
    SELECT coalesce((SELECT json_agg(own ORDER BY ads DESC, reason) FROM own), '[]') AS own,
      coalesce((SELECT json_agg(waiting ORDER BY platform, "accountId") FROM waiting), '[]') AS lanes`.execute(db)
  const [{ own, lanes }] = rows as [(typeof rows)[number]]
  return { own: own.map(withMoment), lanes: lanes.map(withMoment) }
}

/** As JSON tells it. */
interface Moment {
  until: string | Date | null
}

function withMoment<T extends Moment>(wait: T): T & { until: Date | null } {
  return { ...wait, until: wait.until === null ? null : new Date(wait.until) }
}
