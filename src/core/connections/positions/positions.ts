import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { StepPace } from '../../../db/delete-in-steps.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import type { EntityType } from '../../../platforms/contract/manage.ts'
import type { Context } from '../../context.ts'
import { amongWorkspaces } from '../../reach.ts'
import type { CachedAccount } from '../accounts.ts'

/** An account in which an id was seen, by listing it, launching it or reading its figures. */
export type CachedPosition = CachedAccount & {
  level: EntityType
  entity_id: string
  /** Whether the caller sees the account. */
  is_reached: boolean
}

/** What is not seen anew for so long is forgotten; it is asked of the platforms then, and remembered again. */
const keptDays = 400

/** In which of the company's accounts ids were seen, whoever has seen them there; accounts that are no longer the company's are left out. */
export async function placesOf(
  db: Db,
  { company }: Pick<Context, 'company'>,
  { level, ids, platform }: { level?: EntityType; ids: readonly string[]; platform?: string },
): Promise<CachedPosition[]> {
  const { id } = company
  const wanted = sql`${[...ids]}::text[]`
  const levels = sql`${level === undefined ? ['campaign', 'adset', 'ad'] : [level]}::text[]`
  const { rows } = await sql<CachedPosition>`
    SELECT seen.level, seen.entity_id, account.platform, account.account_id, account.name, account.currency, account.time_zone,
      account.status, account.workspace_id, account.connection_id, account.is_sandbox,
      ${amongWorkspaces(company, 'account.workspace_id')} AS is_reached
    FROM (
      SELECT level, entity_id, platform, account_id FROM seen_entities
      WHERE company_id = ${id} AND level = ANY (${levels}) AND entity_id = ANY (${wanted})
      UNION
      SELECT 'ad', ad_id, platform, account_id FROM batch_items
      WHERE company_id = ${id} AND ad_id = ANY (${wanted}) AND 'ad' = ANY (${levels})
      UNION
      SELECT entity.level, entity.id, named.platform, named.account_id FROM ad_accounts AS named
      JOIN report_entities AS entity ON entity.account_key = named.id
      WHERE named.company_id = ${id} AND entity.company_id = ${id} AND entity.level = ANY (${levels}) AND entity.id = ANY (${wanted})
    ) AS seen
    JOIN ad_accounts AS account USING (platform, account_id)
    WHERE account.company_id = ${id} AND (${platform ?? null}::text IS NULL OR account.platform = ${platform ?? null}::text)
    ORDER BY account.id`.execute(db)
  return rows
}

export async function forgetOldPositions(db: Db, pace?: StepPace): Promise<void> {
  const isOld = sql<boolean>`one.seen_at < clock_timestamp() - make_interval(days => ${keptDays})`
  const leaving = { table: 'seen_entities', by: { column: 'seen_at', type: 'timestamptz' }, isOld } as const
  await deleteInSteps(everyCompany(db), leaving, pace)
}
