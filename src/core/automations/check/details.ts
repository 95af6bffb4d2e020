import type pg from 'pg'
import type { RuleLevel } from '../../../db/automation-tables.ts'
import type { EntityStatus } from '../../../platforms/contract/manage.ts'
import { isStandIn } from '../../../platforms/contract/report.ts'
import type { Entity } from './checked.ts'
import { figureColumns, rowsOf } from './rule-sql.ts'
import type { RuleAt } from './rule-sql.ts'

type Value = string | number | null

/** What is known of single rows, by their numbers. */
export interface Details {
  facts(row: number): Value[]
  /** The numbers of a rule, by its place. */
  numbers(row: number, rule: number): Record<string, number | null>
}

const factColumns = [
  ...[
    'w.row_no',
    'w.key',
    'w.account_key',
    'w.id',
    'w.name',
    'w.state',
    'w.status',
    'w.daily_budget',
    'w.lifetime_budget',
  ],
  ...['campaign.id AS campaign_id', 'adset.id AS adset_id'],
]

/** Reads rows that several rules want to show, each row and each number once. */
export async function readDetails(
  client: pg.ClientBase,
  rules: readonly RuleAt[],
  rowNumbers: number[],
): Promise<Details> {
  const { select, nameOf } = figureColumns(rules)
  const byRow = new Map<number, Value[]>()
  if (rowNumbers.length > 0) {
    const { rows } = await client.query<Value[]>({
      text: `SELECT ${[...factColumns, ...select].join(', ')} FROM ${rowsOf(rules[0]!.compiled)} w
        LEFT JOIN report_entities campaign ON campaign.key = w.campaign_key
        LEFT JOIN report_entities adset ON adset.key = w.adset_key
        WHERE w.row_no = ANY ($1::int[])`,
      values: [rowNumbers],
      rowMode: 'array',
    })
    for (const row of rows) byRow.set(Number(row[0]), row)
  }
  const places = rules.map(({ compiled }, rule) =>
    compiled.labels.map((label) => factColumns.length + Number(nameOf(rule, label).slice(1))),
  )
  return {
    facts: (row) => byRow.get(row)!,
    numbers: (row, rule) => {
      const values = byRow.get(row)!
      return Object.fromEntries(
        rules[rule]!.compiled.labels.map((label, index) => [label, values[places[rule]![index]!] as number | null]),
      )
    },
  }
}

export function entityOf(facts: Value[], { accounts, compiled }: RuleAt): Entity {
  const [, key, account, id, name, state, status, dailyBudget, lifetimeBudget, campaignId, adSetId] = facts as [
    ...[number, number | null, number, string, string | null, EntityStatus | null, string | null],
    ...[number | null, number | null, string | null, string | null],
  ]
  const { platform, key: accountKey, accountId, currency } = accounts.get(account)!
  const { level } = compiled.rule.scope
  return {
    ...{ key: isKeyed(level) ? key : null, platform, accountKey, accountId, currency, level, id, name, campaignId },
    adSetId: adSetId === null || isStandIn(adSetId) ? null : adSetId,
    ...{ state, platformStatus: status, dailyBudget, lifetimeBudget },
  }
}

function isKeyed(level: RuleLevel): boolean {
  return level !== 'account' && level !== 'searchTerm'
}
