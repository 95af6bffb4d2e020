import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { StepResult } from '../../../../platforms/contract/launch.ts'
import type { Budgets, EntityRef, EntityState, EntityStatus } from '../../../../platforms/contract/manage.ts'
import { budgetFacts } from '../../../../platforms/kit/entity-facts.ts'
import type { CachedAccount, OpenAccount } from '../../../connections/accounts.ts'
import type { Context } from '../../../context.ts'

/** What became of something that we changed, as the platform told; what is left out stays as it is known. */
interface ChangedEntity extends EntityRef {
  name?: string | undefined
  state?: EntityStatus
  /** The same in the platform's words. */
  status?: string
  budgets?: Budgets
}

type Changer = Pick<Context, 'company'>
type AccountOf = Pick<CachedAccount, 'platform' | 'account_id'>

/**
 * What we changed in an account stands in our lists at once, not only when the account is read again. What was never read is in no list
 * yet. The platform's word changes with the state alone: lists may have what becomes of it below other switches.
 */
export async function keepChanged(
  db: Db,
  { company }: Changer,
  account: AccountOf,
  { type, id, name, state, status, budgets }: ChangedEntity,
): Promise<void> {
  const { dailyBudgetMicros: daily, lifetimeBudgetMicros: lifetime } = budgets ? budgetFacts(budgets) : {}
  const hasBudgets = sql`${budgets !== undefined}::boolean`
  const newState = sql`${state ?? null}::text`
  await keepTold(
    db,
    company,
    sql`
      SELECT entity.key, coalesce(${name ?? null}::text, entity.name) AS name,
        CASE WHEN ${newState} <> coalesce(entity.state, '') THEN coalesce(${status ?? null}::text, entity.status) ELSE entity.status END AS status,
        coalesce(${newState}, entity.state) AS state,
        CASE WHEN ${hasBudgets} THEN ${daily ?? null}::bigint ELSE entity.daily_budget_micros END AS daily_budget_micros,
        CASE WHEN ${hasBudgets} THEN ${lifetime ?? null}::bigint ELSE entity.lifetime_budget_micros END AS lifetime_budget_micros
      FROM report_entities AS entity WHERE entity.account_key = ${keyOf(company, account)}
        AND entity.level = ANY (${type === 'ad' ? ['ad'] : ['campaign', 'adset']}::text[]) AND entity.id = ${id}
        AND (entity.level = ${type}::text OR ${isOneWithCampaign})`,
  )
}

export function asPaused({ type, id }: EntityRef, { status }: StepResult): ChangedEntity {
  return { type, id, state: 'paused', ...(typeof status === 'string' ? { status } : {}) }
}

/** The same of what was deleted, as the platform answered. */
export async function keepDeleted(
  db: Db,
  { company }: Changer,
  { account, session }: OpenAccount,
  { type, id, told }: EntityRef & { told: StepResult },
): Promise<void> {
  const state = session.deletedBecomes ?? 'deleted'
  const status = typeof told.status === 'string' ? told.status : state.toUpperCase()
  await keepChanged(db, { company }, account, { type, id, state, status })
  if (!session.deletesWithin || type === 'ad') return
  // Whoever reads the account just now has its word for what it holds, and is not waited for.
  const above = sql.raw(type === 'campaign' ? 'entity.campaign_key' : 'entity.adset_key')
  await keepTold(
    db,
    company,
    sql`
      SELECT entity.key, entity.name, ${status}::text AS status, 'deleted' AS state, entity.daily_budget_micros, entity.lifetime_budget_micros
      FROM report_entities AS entity JOIN report_entities AS above ON above.key = ${above}
      WHERE entity.account_key = ${keyOf(company, account)} AND above.level = ${type} AND above.id = ${id}
        AND entity.state IS DISTINCT FROM 'deleted' FOR UPDATE OF entity SKIP LOCKED`,
  )
}

/** The same of all that was read of something after it was changed; a budget that campaigns share is the budget of each. */
export async function keepRead(db: Db, context: Changer, account: AccountOf, entity: EntityState): Promise<void> {
  const { type, id, name, status: state, platformStatus: status, budgetHolder: holder } = entity
  const budgets = { dailyBudget: entity.dailyBudget, lifetimeBudget: entity.lifetimeBudget }
  await keepChanged(db, context, account, { type, id, name, state, status, budgets })
  const others = holder?.isShared ? holder.campaigns.filter((campaign) => campaign.id !== id) : []
  for (const other of others) await keepChanged(db, context, account, { type: 'campaign', id: other.id, budgets })
}

async function keepTold(db: Db, company: Changer['company'], told: unknown): Promise<void> {
  await sql`
    WITH told AS (${told}),
    kept AS (
      UPDATE report_entities AS known SET name = told.name, status = told.status, state = told.state,
        daily_budget_micros = told.daily_budget_micros, lifetime_budget_micros = told.lifetime_budget_micros, seen_at = clock_timestamp()
      FROM told WHERE known.key = told.key AND known.company_id = ${company.id} AND (${facts('known')}) IS DISTINCT FROM (${facts('told')})
      RETURNING known.*
    )
    INSERT INTO report_entity_versions (company_id, account_key, entity_key, since, ${facts()}, learning_phase)
    SELECT company_id, account_key, key, statement_timestamp(), ${facts()}, learning_phase FROM kept
    ON CONFLICT (account_key, entity_key, since) DO NOTHING`.execute(db)
}

function facts(of?: 'known' | 'told') {
  const columns = ['name', 'status', 'state', 'daily_budget_micros', 'lifetime_budget_micros']
  return sql.raw(columns.map((column) => (of ? `${of}.${column}` : column)).join(', '))
}

function keyOf({ id }: Changer['company'], { platform, account_id: account }: AccountOf) {
  return sql`(SELECT id FROM ad_accounts WHERE company_id = ${id} AND platform = ${platform} AND account_id = ${account})`
}

/** Where campaigns are what ads stand in, they are listed as ad sets too, under the same id. */
const isOneWithCampaign = sql.raw(`EXISTS (
  SELECT FROM report_entities AS adset JOIN report_entities AS campaign ON campaign.key = adset.campaign_key AND campaign.id = adset.id
  WHERE adset.account_key = entity.account_key AND adset.level = 'adset' AND adset.id = entity.id)`)
