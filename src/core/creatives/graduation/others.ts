import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { brokenRules } from '../../../errors.ts'
import { isStandIn } from '../../../platforms/contract/report.ts'
import type { Context } from '../../context.ts'
import { inReach } from '../../reach.ts'
import type { PlannedGraduation } from './plan.ts'

const maxOthers = 500

/** An ad of the creative that is to end once its successor runs. */
export interface OtherAd {
  platform: string
  accountId: string
  accountName: string | null
  adId: string
  adName: string | null
}

/**
 * The other ads of the creative that run, in accounts that the caller sees and that are as real as those it goes into: none for money ends
 * because of one in the sandbox. Those in ad sets where it is wanted, and was before, go on.
 */
export async function findOthers(
  db: Db,
  { company }: Pick<Context, 'company'>,
  creativeId: number,
  { targets, already }: Pick<PlannedGraduation, 'targets' | 'already'>,
): Promise<OtherAd[]> {
  const wanted = already.map(({ adSetId }) => adSetId)
  const { rows } = await sql<OtherAd>`
    SELECT account.platform, account.account_id AS "accountId", account.name AS "accountName", ad.id AS "adId", ad.name AS "adName"
    FROM ad_creatives AS shown
    JOIN report_entities AS ad ON ad.key = shown.ad_key
    LEFT JOIN report_entities AS adset ON adset.key = ad.adset_key
    JOIN ad_accounts AS account ON account.id = shown.account_key
    WHERE shown.company_id = ${company.id} AND ${creativeId} IN (shown.asset_id, shown.post_id) AND shown.before_day = 'infinity'
      AND coalesce(ad.state, 'active') IN ('active', 'pending') AND coalesce(adset.id, '') <> ALL (${wanted}::text[])
      AND account.is_sandbox = ANY (${targets.map((target) => target.is_sandbox)}::boolean[]) AND ${inReach(company, 'account')}
    ORDER BY ad.key LIMIT ${maxOthers + 1}`.execute(db)
  if (rows.length > maxOthers) {
    const message = `more than ${maxOthers} other ads of this creative run: pause them by a rule or in the list of ads`
    throw brokenRules([{ path: 'pauseOthers', message }])
  }
  return rows.filter(({ adId }) => !isStandIn(adId))
}

/** With the batch that brings their successors. */
export async function keepOthers(
  trx: Db,
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  { creativeId, batchId, others }: { creativeId: number; batchId: number; others: OtherAd[] },
): Promise<void> {
  await sql`
    INSERT INTO creative_handovers (company_id, batch_id, creative_id, asked_by, platform, account_id, ad_id)
    SELECT ${company.id}, ${batchId}, ${creativeId}, ${actor.name}, platform, "accountId", "adId"
    FROM jsonb_to_recordset(${JSON.stringify(others)}::jsonb) AS other (platform text, "accountId" text, "adId" text)`.execute(
    trx,
  )
}
