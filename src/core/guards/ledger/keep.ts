import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../context.ts'
import type { SpendChange } from '../changes/change.ts'
import { effectRows } from './effects.ts'
import { actorName, grantRows } from './grants.ts'
import type { NewGrant } from './grants.ts'

/** Writes down what is let through, in the transaction that decided it: what it makes of things, and what its actor let run by it. */
export async function keepLetThrough(
  trx: Db,
  context: Pick<Context, 'company' | 'operationKey' | 'actor'>,
  changes: SpendChange[],
  grants: NewGrant[],
): Promise<void> {
  const { company, operationKey, actor } = context
  const [effects, granted] = [effectRows(context, changes), grantRows(grants)]
  if (effects.length + granted.length === 0) return
  await sql`/* prepared: guards-keep */
    WITH effects AS (
      INSERT INTO spend_effects (company_id, operation_key, platform, account_id, level, entity_id, effect, write_key)
      SELECT DISTINCT ON (platform, account_id, level, entity_id) ${company.id}::bigint, ${operationKey}, *
      FROM jsonb_to_recordset(${JSON.stringify(effects)}::jsonb) AS told (
        platform text, account_id text, level text, entity_id text, effect jsonb, write_key text)
      ON CONFLICT (company_id, platform, account_id, operation_key, level, entity_id)
      DO UPDATE SET effect = excluded.effect, granted_at = excluded.granted_at
    )
    INSERT INTO spend_grants AS mine (company_id, actor, operation_key, platform, account_id, day, holder, campaign_id, from_daily, from_once,
      to_daily, to_once, own_daily, own_once, spent_before)
    SELECT ${company.id}::bigint, ${actorName(actor)}, ${operationKey}, * FROM jsonb_to_recordset(${JSON.stringify(granted)}::jsonb) AS told (
      platform text, account_id text, day date, holder text, campaign_id text, from_daily numeric, from_once numeric, to_daily numeric,
      to_once numeric, own_daily numeric, own_once numeric, spent_before numeric)
    ON CONFLICT (company_id, platform, account_id, day, holder, actor) DO UPDATE SET
      operation_key = excluded.operation_key,
      to_daily = greatest(mine.to_daily, excluded.to_daily), to_once = greatest(mine.to_once, excluded.to_once),
      own_daily = least(mine.own_daily, excluded.own_daily), own_once = least(mine.own_once, excluded.own_once)`.execute(
    trx,
  )
}
