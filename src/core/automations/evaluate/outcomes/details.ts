import type pg from 'pg'
import type { RuleLevel } from '../../../../db/tables/automations.ts'
import { entryOf, required } from '../../../../lookup.ts'
import type { EntityStatus } from '../../../../platforms/contract/manage.ts'
import { isStandIn } from '../../../../platforms/contract/report.ts'
import type { CheckAccount } from '../calendar.ts'
import type { Entity } from '../checked.ts'
import type { Numbers } from '../../rule/compiled/formula.ts'
import { figureColumns, rowsOf } from '../rule-sql.ts'
import type { RuleAt } from '../rule-sql.ts'

/** Of report_entities and of what it stands in, in this order. */
type FactRow = [
  ...[row: number, key: number | null, account: number, id: string, name: string | null, state: EntityStatus | null],
  ...[status: string | null, dailyBudget: number | null, lifetimeBudget: number | null],
  ...[campaignId: string | null, adSetId: string | null],
]

/** What some rows of a level are about. */
export async function readEntities(
  client: pg.ClientBase,
  rules: readonly RuleAt[],
  rowNumbers: ReadonlySet<number>,
): Promise<Map<number, Entity>> {
  if (rowNumbers.size === 0) return new Map()
  const { rows } = await client.query<FactRow>({
    text: `SELECT w.row_no, w.key, w.account_key, w.id, w.name, w.state, w.status, w.daily_budget, w.lifetime_budget,
        campaign.id AS campaign_id, adset.id AS adset_id
      FROM ${rowsOf(required(rules[0], 'first rule').compiled)} w
      LEFT JOIN report_entities campaign ON campaign.key = w.campaign_key
      LEFT JOIN report_entities adset ON adset.key = w.adset_key
      WHERE w.row_no = ANY ($1::int[])`,
    values: [[...rowNumbers]],
    rowMode: 'array',
  })
  const { level } = required(rules[0], 'first rule').compiled.rule.scope
  const accounts = new Map(rules.flatMap((rule) => [...rule.accounts]))
  return new Map(rows.map((row) => [row[0], entityOf(row, level, accounts)]))
}

function entityOf(row: FactRow, level: RuleLevel, accounts: ReadonlyMap<number, CheckAccount>): Entity {
  const [, key, account, id, name, state, platformStatus, dailyBudget, lifetimeBudget, campaignId, adSetId] = row
  const { platform, key: accountKey, accountId, currency } = entryOf(accounts, account, 'account')
  const isKeyed = level !== 'account' && level !== 'searchTerm'
  return {
    ...{ key: isKeyed ? key : null, platform, accountKey, accountId, currency, level, id, name, campaignId },
    adSetId: adSetId === null || isStandIn(adSetId) ? null : adSetId,
    ...{ state, platformStatus, dailyBudget, lifetimeBudget },
  }
}

/** The numbers of a rule in these rows, row by row. */
export async function readNumbers(
  client: pg.ClientBase,
  rule: RuleAt,
  rowNumbers: number[],
): Promise<Map<number, (number | null)[]>> {
  if (rowNumbers.length === 0) return new Map()
  const { select, nameOf } = figureColumns([rule])
  const { labels } = rule.compiled
  const shown = ['f.row_no', ...labels.map((label) => `f.${nameOf(0, label)}`)]
  const { rows } = await client.query<(number | null)[]>({
    text: `SELECT ${shown.join(', ')} FROM (
        SELECT ${['w.row_no', ...select].join(', ')} FROM ${rowsOf(rule.compiled)} w WHERE w.row_no = ANY ($1::int[])) f`,
    values: [rowNumbers],
    rowMode: 'array',
  })
  return new Map(rows.map(([row, ...numbers]) => [required(row, 'row'), numbers]))
}

export function labelled(labels: readonly string[], values: readonly (number | null)[]): Numbers {
  const numbers: Record<string, number | null> = {}
  for (const [index, label] of labels.entries()) numbers[label] = values[index] ?? null
  return numbers
}
