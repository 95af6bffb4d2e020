import type pg from 'pg'
import type { EntityLevel, ReportEntity } from '../../../../platforms/contract/report.ts'
import type { ReportAccount } from '../types.ts'
import { keepShown } from './shown.ts'

/** What something stands in comes before it: it is found by its key. */
const levels: EntityLevel[] = ['campaign', 'adset', 'ad']

/** What the platform says about campaigns, ad sets and ads now. What it no longer lists stays as it was last told. */
export async function keepEntities(
  client: pg.ClientBase,
  account: ReportAccount,
  entities: ReportEntity[],
): Promise<void> {
  for (const level of levels) {
    // One statement may not touch a row twice, and lists that change while they are paged through repeat themselves.
    const byId = new Map(entities.filter((entity) => entity.level === level).map((entity) => [entity.id, entity]))
    if (byId.size > 0) await keepLevel(client, account, level, [...byId.values()])
  }
  await keepShown(client, account, entities)
}

async function keepLevel(
  client: pg.ClientBase,
  account: ReportAccount,
  level: EntityLevel,
  entities: ReportEntity[],
): Promise<void> {
  const values = [
    account.companyId,
    account.key,
    level,
    entities.map(({ id }) => id),
    entities.map(({ name }) => name),
    entities.map(({ status }) => status),
    entities.map(({ state }) => state),
    entities.map(({ dailyBudgetMicros }) => dailyBudgetMicros),
    entities.map(({ lifetimeBudgetMicros }) => lifetimeBudgetMicros),
    entities.map(({ learningPhase }) => learningPhase),
    entities.map(({ createdTime }) => createdTime),
    entities.map(({ campaignId }) => campaignId),
    entities.map(({ adSetId }) => adSetId),
  ]
  await client.query({ name: 'keep-entities', text: keepStatement, values })
}

const facts = 'name, status, state, daily_budget_micros, lifetime_budget_micros, learning_phase'
const lasting = 'created_time, campaign_key, adset_key'
const of = (table: string, columns: string) => columns.replaceAll(/\w+/g, `${table}.$&`)
const set = (columns: string) => columns.replaceAll(/\w+/g, '$& = excluded.$&')
/** Of what is deleted little is told: the rest is what was last known of it. */
const stays = (column: string) =>
  `CASE WHEN said.state = 'deleted' THEN coalesce(said.${column}, known.${column}) ELSE said.${column} END`

/** Looked up one by one: the account may be one of thousands. */
const keyOf = (level: 'campaign' | 'adset') => `(SELECT parent.key FROM report_entities AS parent
  WHERE parent.account_key = $2 AND parent.level = '${level}' AND parent.id = said.${level}_id)`

/** What is known already is not offered to the table: it would lock the row, and whatever is locked is written. */
const keepStatement = `
  WITH said AS (
    SELECT * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::text[], $11::timestamptz[],
      $12::text[], $13::text[]) AS said (id, ${facts}, created_time, campaign_id, adset_id)
  ),
  known AS (SELECT * FROM report_entities WHERE account_key = $2 AND level = $3 AND id = ANY ($4::text[])),
  described AS (
    SELECT said.id, said.name, said.status, said.state,
      ${stays('daily_budget_micros')} AS daily_budget_micros, ${stays('lifetime_budget_micros')} AS lifetime_budget_micros,
      ${stays('learning_phase')} AS learning_phase, coalesce(said.created_time, known.created_time) AS created_time,
      coalesce(${keyOf('campaign')}, known.campaign_key) AS campaign_key, coalesce(${keyOf('adset')}, known.adset_key) AS adset_key,
      known.key AS known_key, (${of('known', facts)}) AS before, (${of('known', lasting)}) AS lasted
    FROM said LEFT JOIN known ON known.id = said.id
  ),
  kept AS (
    INSERT INTO report_entities AS known (company_id, account_key, level, id, ${facts}, ${lasting})
    SELECT $1, $2, $3, id, ${facts}, ${lasting} FROM described
    WHERE known_key IS NULL OR before IS DISTINCT FROM (${of('described', facts)}) OR lasted IS DISTINCT FROM (${of('described', lasting)})
    ON CONFLICT (account_key, level, id) DO UPDATE SET ${set(facts)}, ${set(lasting)}, seen_at = clock_timestamp()
    WHERE (${of('known', facts)}, ${of('known', lasting)}) IS DISTINCT FROM (${of('excluded', facts)}, ${of('excluded', lasting)})
    RETURNING key, id
  )
  INSERT INTO report_entity_versions (company_id, account_key, entity_key, since, ${facts})
  SELECT $1, $2, key, statement_timestamp(), ${facts} FROM kept JOIN described USING (id)
  WHERE before IS DISTINCT FROM (${of('described', facts)})
  ON CONFLICT (account_key, entity_key, since) DO NOTHING`
