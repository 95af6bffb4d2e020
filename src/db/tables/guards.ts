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
    currency: string
    mode: 'refuse' | 'ask' | 'warn'
    stop: boolean
    four_eyes: Generated<boolean>
    stopped_for: ColumnType<string | null, never, string | null>
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
  spend_grants: {
    id: Id
    company_id: CompanyId
    platform: string
    account_id: string
    day: string
    campaign_id: string | null
    campaign_name: string | null
    target: string
    operation_key: string
    from_amount: string
    to_amount: string
    once_amount: Generated<string>
    spent_before: string
    granted_at: Time
  }
}
