import type { ColumnType, Generated } from 'kysely'
import type { EntityStatus } from '../../platforms/contract/manage.ts'
import type { EntityLevel, LearningPhase } from '../../platforms/contract/report.ts'
import type { CompanyId } from '../company-id.ts'
import type { Id, Time, TimeOrNull } from './columns.ts'

export interface ReportTables {
  report_entities: {
    key: Id
    company_id: CompanyId
    account_key: number
    level: EntityLevel
    id: string
    name: string | null
    status: string | null
    state: EntityStatus | null
    daily_budget_micros: number | null
    lifetime_budget_micros: number | null
    learning_phase: LearningPhase | null
    created_time: TimeOrNull
    campaign_key: number | null
    adset_key: number | null
    seen_at: Time
  }
  ad_days: {
    company_id: CompanyId
    account_key: number
    day: string
    ad_key: number
    adset_key: number
    campaign_key: number
    spend_micros: number
    impressions: number
    clicks: number
    conversions: number | null
    conversion_value_micros: number | null
    results: number | null
    plays_3s?: number | null
    plays_15s?: number | null
    thruplays?: number | null
  }
  summed_months: {
    company_id: CompanyId
    account_key: number
    month: string
    has_ads: boolean
    tens: Generated<number>
    has_quarter: Generated<boolean>
  }
  report_days: {
    company_id: CompanyId
    account_key: number
    day: string
    read_at: Time
    digest?: Buffer | null
    first_read_at: TimeOrNull
    attribution?: string | null
  }
  account_totals: {
    company_id: CompanyId
    account_key: number
    day: string
    read_at: Time
    spend_micros: number
    impressions: number | null
    clicks: number | null
    differs_since: TimeOrNull
  }
  ad_days_superseded: {
    company_id: CompanyId
    account_key: number
    day: string
    ad_key: number
    adset_key: number | null
    campaign_key: number | null
    spend_micros: number | null
    impressions: number | null
    clicks: number | null
    conversions: number | null
    conversion_value_micros: number | null
    results: number | null
    plays_3s?: number | null
    plays_15s?: number | null
    thruplays?: number | null
    known_until: Time
  }
  report_entity_versions: {
    company_id: CompanyId
    account_key: number
    entity_key: number
    since: Time
    name: string | null
    status: string | null
    state: EntityStatus | null
    daily_budget_micros: number | null
    lifetime_budget_micros: number | null
    learning_phase: LearningPhase | null
  }
  report_syncs: {
    account_key: number
    company_id: CompanyId
    entities_read_at: TimeOrNull
    recent_read_at: TimeOrNull
    late_read_at: TimeOrNull
    problem: string | null
    problem_at: TimeOrNull
    retry_after: TimeOrNull
  }
  report_answers: {
    company_id: CompanyId
    account_key: number
    question: string
    rows: ColumnType<object[], string, string>
    read_at: Time
  }
}
