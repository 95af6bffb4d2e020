import type pg from 'pg'
import type { RuleLevel } from '../../../db/automation-tables.ts'
import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import { isStandIn } from '../../../platforms/contract/report.ts'
import type { Checked, CheckOutcome } from './checked.ts'
import { explain } from './explain.ts'
import { codes, codeSql, knownOrNaN, numbersSql, outcomeColumns, outcomesSql, rowsOf, scopeSql } from './rule-sql.ts'
import type { RuleAt } from './rule-sql.ts'

export interface Judged {
  checked: number
  matched: Checked[]
  unmatched: number
  unknown: number
  /** As many of the others as were asked for: those that spend too little first, then those that are unknown. */
  others: Checked[]
}

/** How many rules are checked in one look at the rows. */
const rulesAtOnce = 25

/** Checks rules of one level against its rows. Rules that ask for people are checked one by one: theirs are other rows. */
export async function judge(client: pg.ClientBase, rules: readonly RuleAt[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (let start = 0; start < rules.length; start += rulesAtOnce) {
    const some = rules.slice(start, start + rulesAtOnce)
    const { rows } = await client.query<Record<string, number | number[]>>(outcomesSql(some))
    for (const [place, rule] of some.entries()) judged.push(await judgedOf(client, rule, { answer: rows[0]!, place }))
  }
  return judged
}

interface Outcomes {
  answer: Record<string, number | number[]>
  place: number
}

async function judgedOf(client: pg.ClientBase, rule: RuleAt, { answer, place }: Outcomes): Promise<Judged> {
  const checked = answer[outcomeColumns.checked(place)] as number
  const unknown = answer[outcomeColumns.unknown(place)] as number
  const matched = answer[outcomeColumns.matched(place)] as number[]
  const others = (answer[outcomeColumns.others(place)] ?? []) as number[]
  return {
    checked,
    matched: await detailsOf(client, rule, matched),
    unknown,
    unmatched: checked - unknown - matched.length,
    others: await detailsOf(client, rule, others),
  }
}

interface DetailRow {
  key: number | null
  account_key: number
  id: string
  name: string | null
  state: EntityStatus | null
  status: string | null
  daily_budget: number | null
  lifetime_budget: number | null
  campaign_id: string | null
  adset_id: string | null
  code: number
  numbers: (number | null)[]
}

async function detailsOf(client: pg.ClientBase, rule: RuleAt, rowNumbers: number[]): Promise<Checked[]> {
  if (rowNumbers.length === 0) return []
  const { labels } = rule.compiled
  const { rows } = await client.query<DetailRow>(
    `SELECT w.key, w.account_key, w.id, w.name, w.state, w.status, w.daily_budget, w.lifetime_budget,
       campaign.id AS campaign_id, adset.id AS adset_id, ${codeSql(rule)} AS code, ${numbersSql(rule)} AS numbers
     FROM ${rowsOf(rule.compiled)} w
     LEFT JOIN report_entities campaign ON campaign.key = w.campaign_key
     LEFT JOIN report_entities adset ON adset.key = w.adset_key
     WHERE w.row_no = ANY ($1::int[]) ORDER BY w.row_no`,
    [rowNumbers],
  )
  return rows.map((row) => {
    const numbers = Object.fromEntries(labels.map((label, index) => [label, row.numbers[index] ?? null]))
    const outcome = outcomeOf(row.code)
    return {
      entity: entityOf(row, rule),
      outcome,
      case: outcome === 'matched' ? row.code - codes.firstCase : null,
      numbers,
      isBelowMinimum: row.code === codes.tooLittleSpent,
      why: outcome === 'matched' ? null : explain(rule.compiled, numbers),
    }
  })
}

function outcomeOf(code: number): CheckOutcome {
  return code >= codes.firstCase ? 'matched' : code === codes.unknown ? 'unknown' : 'unmatched'
}

function entityOf(row: DetailRow, { accounts, compiled }: RuleAt): Checked['entity'] {
  const { platform, key, accountId, currency } = accounts.get(row.account_key)!
  const { level } = compiled.rule.scope
  return {
    key: isKeyed(level) ? row.key : null,
    platform,
    accountKey: key,
    accountId,
    currency,
    level,
    id: row.id,
    name: row.name,
    campaignId: row.campaign_id,
    adSetId: row.adset_id === null || isStandIn(row.adset_id) ? null : row.adset_id,
    state: row.state,
    platformStatus: row.status,
    dailyBudget: row.daily_budget,
    lifetimeBudget: row.lifetime_budget,
  }
}

function isKeyed(level: RuleLevel): boolean {
  return level !== 'account' && level !== 'searchTerm'
}

/** How many entities stand in one row of what is kept. */
const entitiesInChunk = 5_000

/** Keeps what did not match with the execution that looked at it. Search terms have no keys to be kept under. */
export async function keepRest(client: pg.ClientBase, rule: RuleAt, executionId: number): Promise<void> {
  await client.query('DELETE FROM automation_checks WHERE execution_id = $1', [executionId])
  if (rule.compiled.rule.scope.level === 'searchTerm') return
  const { labels } = rule.compiled
  const numbers = labels.length > 0 ? `array_agg(numbers ORDER BY row_no)` : `'{}'::float8[]`
  await client.query(
    `INSERT INTO automation_checks (execution_id, chunk, labels, entity_keys, outcomes, numbers)
     SELECT $1, row_no / ${entitiesInChunk}, $2, array_agg(key ORDER BY row_no),
       array_agg((CASE code WHEN ${codes.unknown} THEN 2 ELSE 0 END)::smallint ORDER BY row_no), ${numbers}
     FROM (
       SELECT w.row_no, w.key, ${codeSql(rule)} AS code, ${knownOrNaN(rule)} AS numbers
       FROM ${rowsOf(rule.compiled)} w WHERE ${scopeSql(rule)} OFFSET 0
     ) q WHERE code < ${codes.firstCase} GROUP BY 2`,
    [executionId, labels],
  )
}
