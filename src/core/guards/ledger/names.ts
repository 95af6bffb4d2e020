import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'

/** A campaign counts by every name that it had in so many days. */
const nameDays = 30

type Within = Pick<Context, 'company'>

/** Notes names that campaigns have now. */
export async function keepNames(
  db: Db,
  { company }: Within,
  { platform, account_id: accountId }: CachedAccount,
  campaigns: { id: string; name: string }[],
): Promise<void> {
  if (campaigns.length === 0) return
  await sql`
    INSERT INTO campaign_names AS kept (company_id, platform, account_id, campaign_id, name)
    SELECT DISTINCT ${company.id}::bigint, ${platform}, ${accountId}, id, name
    FROM jsonb_to_recordset(${JSON.stringify(campaigns)}::jsonb) AS told (id text, name text)
    ON CONFLICT (company_id, platform, account_id, campaign_id, name) DO UPDATE SET seen_at = excluded.seen_at
      WHERE kept.seen_at < excluded.seen_at - interval '1 hour'`.execute(db)
}

/** Every name that the account's campaigns had lately. */
export async function namesKept(
  db: Db,
  { company }: Within,
  { platform, account_id: accountId }: CachedAccount,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ campaign_id: string; names: string[] }>`
    SELECT campaign_id, array_agg(name) AS names FROM campaign_names
    WHERE company_id = ${company.id} AND platform = ${platform} AND account_id = ${accountId}
      AND seen_at > clock_timestamp() - make_interval(days => ${nameDays})
    GROUP BY campaign_id`.execute(db)
  return new Map(rows.map(({ campaign_id: id, names }) => [id, names]))
}

/** Somebody who may loosen guards renamed it: what it was called counts no longer. */
export async function forgetNames(
  db: Db,
  { company }: Within,
  { platform, account_id: accountId }: CachedAccount,
  campaignId: string,
): Promise<void> {
  await sql`
    DELETE FROM campaign_names
    WHERE company_id = ${company.id} AND platform = ${platform} AND account_id = ${accountId} AND campaign_id = ${campaignId}`.execute(
    db,
  )
}

export async function forgetOldNames(db: Db, pace?: StepPace): Promise<void> {
  const isOld = sql<boolean>`one.seen_at < clock_timestamp() - make_interval(days => ${nameDays})`
  const leaving = { table: 'campaign_names', by: { column: 'seen_at', type: 'timestamptz' }, isOld } as const
  await deleteInSteps(everyCompany(db), leaving, pace)
}
