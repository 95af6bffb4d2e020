import type { ColumnType, Generated } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Time } from './columns.ts'

/** Exact decimals travel as text, so that no digit is lost. */
type Amount = string | null

export interface GuardTables {
  spend_guards: {
    id: Id
    company_id: CompanyId
    name: string | null
    platform: string | null
    account_id: string | null
    campaign_pattern: string | null
    daily_cap: Amount
    monthly_cap: Amount
    largest_budget: Amount
    largest_raise_percent: Amount
    largest_raise: Amount
    largest_batch: number | null
    not_after_hour: number | null
    basis: 'commitments' | 'spend'
    by_actor: string | null
    overdelivery: boolean
    currency: string
    mode: 'refuse' | 'ask' | 'warn'
    stop: boolean
    four_eyes: Generated<boolean>
    stopped_for: ColumnType<string | null, never, string | null>
    reached_for: ColumnType<string | null, never, string | null>
    created_at: Time
    updated_at: Time
  }
  spend_readings: {
    company_id: CompanyId
    platform: string
    account_id: string
    kind: 'day' | 'month' | 'names'
    last_day: string
    time_zone: string
    by_campaign: ColumnType<Record<string, number | string>, string, string>
    read_at: Time
  }
  account_structures: {
    company_id: CompanyId
    platform: string
    account_id: string
    day: string | null
    time_zone: string | null
    began_at: Date | null
    read_at: Date | null
    structure: ColumnType<object | null, string | null, string | null>
    claimed_at: Date | null
    problem: string | null
    failed_at: Date | null
    written_at: Date | null
    version: Generated<string>
  }
  spend_effects: {
    id: Id
    company_id: CompanyId
    platform: string
    account_id: string
    level: 'campaign' | 'adset' | 'ads'
    entity_id: string
    effect: ColumnType<object, string, string>
    operation_key: string
    write_key: string | null
    batch_id: number | null
    answered_at: Date | null
    granted_at: Time
  }
  spend_grants: {
    id: Id
    company_id: CompanyId
    platform: string
    account_id: string
    day: string
    holder: string
    campaign_id: string | null
    actor: string
    operation_key: string
    from_daily: string
    from_once: string
    to_daily: string
    to_once: string
    own_daily: string
    own_once: string
    spent_before: string
    granted_at: Time
  }
  lowered_budgets: {
    company_id: CompanyId
    platform: string
    account_id: string
    write_key: string
    holder: string
    day: string
    campaign_id: string | null
    from_daily: string
    from_once: string
    spent_before: string
    lowered_at: Time
  }
  first_budgets: {
    company_id: CompanyId
    platform: string
    account_id: string
    day: string
    entity_id: string
    daily: Amount
    lifetime: Amount
    operation_key: string
    kept_at: Time
  }
  campaign_names: {
    company_id: CompanyId
    platform: string
    account_id: string
    campaign_id: string
    name: string
    seen_at: Time
  }
}
