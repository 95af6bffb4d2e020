import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Seen } from '../../../db/scoped.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { accountName, amongWorkspaces } from '../../reach.ts'
import type { Reach } from '../../reach.ts'
import { seen } from '../../reach.ts'
import { notifiesNobody } from '../../reach.ts'
import type { Rule } from './rule.ts'

/**
 * Whether the caller sees a rule, in the column `rule`: one that names accounts is for those who see all of these; one that
 * names none is the company's.
 */
export function isSeenRule(reach: Reach, rule: string): Seen {
  if (reach.workspaces === undefined) return seen`true`
  return seen`NOT EXISTS (
    SELECT FROM jsonb_array_elements_text(coalesce(${sql.ref(rule)} #> '{scope,accountIds}', '[]')) AS named
    WHERE named NOT IN (
      SELECT account_id FROM ad_accounts WHERE company_id = ${reach.id} AND ${amongWorkspaces(reach, 'workspace_id')}))`
}

/** The accounts that a rule names, as events keep them; null: it looks at whatever the company has. */
export async function accountsOfRule(
  db: Db,
  { id }: Pick<CompanyRef, 'id'>,
  { scope }: Rule,
): Promise<string[] | null> {
  if (!scope.accountIds?.length) return null
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', id)
    .where(notifiesNobody)
    .select(['platform', 'account_id'])
    .where('account_id', 'in', scope.accountIds)
    .execute()
  return rows.length < scope.accountIds.length ? null : rows.map(accountName)
}
