import type pg from 'pg'
import { entryOf, required } from '../../../lookup.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { ensureReachOf } from '../../reports/query/reach.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import { maxLiveAccounts } from '../rule/limits.ts'
import type { CheckAccount, Unreadable } from './calendar.ts'
import { couldHoldSql, peopleSpans, peopleTable, rowsOf } from './rule-sql.ts'
import type { RuleAt } from './rule-sql.ts'
import { rangeIn, spanKey } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'

export function peopleStatement(): string {
  return `CREATE TEMP TABLE ${peopleTable} (account_key bigint, level text, id text, span text, reach float8, frequency float8) ON COMMIT DROP`
}

interface Asking {
  client: pg.ClientBase
  deps: ReportDeps
  company: CompanyRef
}

/**
 * Has the platforms count people, in accounts where something is left after all other conditions. Answers what could not be had.
 * What is counted lies outside of the check's own view of the database, so it is read apart and put in.
 */
export async function askPeople(asking: Asking, rule: RuleAt): Promise<Unreadable[]> {
  const spans = peopleSpans(rule.compiled)
  const { level } = rule.compiled.rule.scope
  if (spans.length === 0 || level === 'searchTerm') return []
  const { rows } = await asking.client.query<{ account_key: number }>(
    `SELECT DISTINCT w.account_key FROM ${rowsOf(rule.compiled)} w WHERE ${couldHoldSql(rule)} ORDER BY 1`,
  )
  const left = rows.map(({ account_key }) => entryOf(rule.accounts, account_key, 'account'))
  const missing = left.slice(maxLiveAccounts).map(({ accountId }) => ({
    accountId,
    reason: `People are counted by the platform, for ${maxLiveAccounts} accounts of a rule at most.`,
  }))
  const asked = left.slice(0, maxLiveAccounts)
  for (const span of spans) missing.push(...(await askSpan(asking, asked, { span, level })))
  return missing
}

async function askSpan(
  { client, deps, company }: Asking,
  accounts: CheckAccount[],
  { span, level }: { span: Span; level: 'ad' | 'adset' | 'campaign' | 'account' },
): Promise<Unreadable[]> {
  const missing: Unreadable[] = []
  const byRange = Map.groupBy(accounts, ({ today, historyFrom }) => JSON.stringify(rangeIn(span, today, historyFrom)))
  for (const group of byRange.values()) {
    const { today, historyFrom } = required(group[0], 'account of the group')
    const range = rangeIn(span, today, historyFrom)
    if (!range) continue
    const { asked, answered, failed } = await ensureReachOf(deps, company, group, { level, range, isDaily: false })
    for (const { account, reason } of failed) {
      missing.push({ accountId: account.accountId, reason: reason ?? `${account.platform} does not count people.` })
    }
    const kept = await deps.pool.query<{ account_key: number; rows: unknown }>(
      'SELECT account_key, rows FROM report_answers WHERE company_id = $1 AND account_key = ANY ($2) AND question = $3',
      [company.id, answered, asked],
    )
    for (const { account_key, rows } of kept.rows) {
      const account = group.find(({ key }) => key === account_key)
      const { accountId } = required(account, 'account of the answer')
      await client.query(
        `INSERT INTO ${peopleTable} SELECT $1, $2, coalesce(v.id, $3), $4, v.reach, v.frequency
         FROM jsonb_to_recordset($5::jsonb) AS v (id text, reach float8, frequency float8)`,
        [account_key, level, accountId, spanKey(span), JSON.stringify(rows)],
      )
    }
  }
  return missing
}
