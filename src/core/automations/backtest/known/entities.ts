import type pg from 'pg'
import { entryOf, required } from '../../../../lookup.ts'
import { standInMark } from '../../../../platforms/contract/report.ts'
import type { EntityStatus } from '../../../../platforms/contract/manage.ts'
import { figureSql } from '../../evaluate/figure-sql.ts'
import { scopeSql } from '../../evaluate/rule-sql.ts'
import type { RuleScope } from '../../evaluate/rule-sql.ts'
import type { KeptLevel } from '../../evaluate/parts.ts'
import { isReported } from './facts.ts'
import type { PastAccount } from './calendar.ts'

/** What an entity was from a moment on. */
export interface Version {
  /** In milliseconds. */
  since: number
  name: string | null
  state: EntityStatus | null
  dailyBudget: number | null
  lifetimeBudget: number | null
  /** Whether the rule's filter lets it through, as far as time does not matter. */
  isInScope: boolean
  /** What is so of it and stays so: by label, 1 or 0, NaN where that is unknown. */
  facts: Record<string, number>
}

export interface PastEntity {
  key: number
  account: PastAccount
  id: string
  parentKey: number | null
  /** In milliseconds. */
  created: number | null
  /** By time; never empty. */
  versions: Version[]
}

interface Row {
  key: number
  account_key: number
  id: string
  parent_key: number | null
  created: number | null
  since: number | null
  name: string | null
  state: EntityStatus | null
  daily_budget: number | null
  lifetime_budget: number | null
  is_in_scope: boolean | null
  facts: (number | null)[]
}

/** All entities of the rule's level in some accounts, with everything that was seen of them. */
export async function readEntities(
  client: Pick<pg.ClientBase, 'query'>,
  rule: Pick<RuleScope, 'compiled' | 'companyId'>,
  accounts: ReadonlyMap<number, PastAccount>,
): Promise<PastEntity[]> {
  const level = rule.compiled.rule.scope.level as KeptLevel
  const labels = [...rule.compiled.figures].filter(([, figure]) => isReported(figure)).map(([label]) => label)
  const facts = labels.map(
    (label) => `(${figureSql(entryOf(rule.compiled.figures, label, 'figure'), level, rule.companyId)})::float8`,
  )
  const { rows } = await client.query<Row>(
    `SELECT w.key, w.account_key, w.id, w.parent_key, date_part('epoch', w.created_time) * 1000 AS created,
       date_part('epoch', w.since) * 1000 AS since, w.name, w.state, w.daily_budget, w.lifetime_budget,
       ${scopeSql(withoutMoment({ ...rule, accounts, onlyId: null }))} AS is_in_scope, ARRAY[${facts.join(', ')}]::float8[] AS facts
     FROM (${level === 'account' ? accountRows : versionRows(level)}) w ORDER BY w.account_key, w.key, w.since`,
    [[...accounts.keys()]],
  )
  return grouped(rows, labels, accounts)
}

/** What changes from slot to slot is looked at slot by slot. */
function withoutMoment(rule: RuleScope): RuleScope {
  const { compiled } = rule
  const { scope } = compiled.rule
  const filter = scope.filter && { ...scope.filter, status: undefined, when: undefined }
  return { ...rule, compiled: { ...compiled, filter: null, rule: { ...compiled.rule, scope: { ...scope, filter } } } }
}

const above = { ad: 'e.adset_key', adset: 'e.campaign_key', campaign: 'e.account_key' }
const own = { ad: 'e.adset_key', adset: 'e.key', campaign: 'NULL::bigint' }

/** What was never seen to change was always as it is. */
function versionRows(level: Exclude<KeptLevel, 'account'>): string {
  const fact = (column: string) => `CASE WHEN v.since IS NULL THEN e.${column} ELSE v.${column} END`
  return `SELECT e.key, e.account_key, e.id, e.created_time, ${above[level]} AS parent_key, ${own[level]} AS adset_key,
      ${level === 'campaign' ? 'e.key' : 'e.campaign_key'} AS campaign_key, v.since, ${fact('name')} AS name, lower(${fact('name')}) AS lower_name,
      ${fact('state')} AS state, ${fact('learning_phase')} AS learning_phase, ${fact('daily_budget_micros')} / 1e6::float8 AS daily_budget,
      ${fact('lifetime_budget_micros')} / 1e6::float8 AS lifetime_budget
    FROM report_entities e LEFT JOIN report_entity_versions v ON v.account_key = e.account_key AND v.entity_key = e.key
      AND v.account_key = ANY ($1::bigint[])
    WHERE e.account_key = ANY ($1::bigint[]) AND e.level = '${level}' AND e.id NOT LIKE '${standInMark}%'`
}

const accountRows = `SELECT a.id AS key, a.id AS account_key, a.account_id AS id, NULL::timestamptz AS created_time, NULL::bigint AS parent_key,
    NULL::bigint AS adset_key, NULL::bigint AS campaign_key, NULL::timestamptz AS since, a.name, lower(a.name) AS lower_name, NULL::text AS state, NULL::text AS learning_phase,
    NULL::float8 AS daily_budget, NULL::float8 AS lifetime_budget
  FROM ad_accounts a WHERE a.id = ANY ($1::bigint[])`

function grouped(rows: Row[], labels: string[], accounts: ReadonlyMap<number, PastAccount>): PastEntity[] {
  const entities: PastEntity[] = []
  for (const row of rows) {
    let entity = entities.at(-1)
    if (entity?.key !== row.key) {
      const { key, id, parent_key: parentKey, created } = row
      entity = { key, account: entryOf(accounts, row.account_key, 'account'), id, parentKey, created, versions: [] }
      entities.push(entity)
    }
    entity.versions.push({
      since: row.since ?? -Infinity,
      name: row.name,
      state: row.state,
      dailyBudget: row.daily_budget,
      lifetimeBudget: row.lifetime_budget,
      isInScope: row.is_in_scope === true,
      facts: Object.fromEntries(labels.map((label, place) => [label, row.facts[place] ?? NaN])),
    })
  }
  return entities
}

/**
 * Which of its versions was known at a moment; -1: it was not known yet. Before anything was kept the first one stands in,
 * unless the entity was made later.
 */
export function versionAt({ versions, account, created }: PastEntity, at: number): number {
  if (at < account.keptFrom) return created !== null && created > at ? -1 : 0
  let place = versions.length - 1
  while (place >= 0 && required(versions[place], 'version').since > at) place--
  return place
}
