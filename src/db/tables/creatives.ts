import type { ColumnType } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Time, TimeOrNull } from './columns.ts'

export interface CreativeTables {
  creatives: {
    id: Id
    company_id: CompanyId
    kind: 'asset' | 'post'
    key: string
    first_seen_at: Time
  }
  ad_creatives: {
    company_id: CompanyId
    account_key: number
    ad_key: number
    asset_id: number
    post_id: number | null
    platform_asset: string | null
    speaker: string | null
    from_day: ColumnType<string, string | undefined, string>
    before_day: ColumnType<string, string | undefined, string>
  }
  ad_pictures: {
    id: Id
    company_id: CompanyId
    account_key: number
    ad_id: string
    address: string | null
    named_at: Time
    content: Buffer | null
    read_at: TimeOrNull
  }
  ad_frequencies: { company_id: CompanyId; account_key: number; day: string; ad_key: number; frequency: number }
  creative_states: {
    company_id: CompanyId
    creative_id: number
    state: 'new' | 'winner' | 'scaled' | 'tired'
    from_day: string
    before_day: ColumnType<string, string | undefined, string>
  }
  creative_judgings: { company_id: CompanyId; first_day: string; day: string; judged_at: Time }
  creative_settings: {
    company_id: CompanyId
    settings: ColumnType<object, string, string>
    updated_at: Time
  }
  creative_graduations: {
    id: Id
    company_id: CompanyId
    creative_id: number
    platform: string
    account_id: string
    ad_set_id: string
    round: ColumnType<number, number | undefined, number>
    batch_id: number | null
    claimed_by: string | null
    claimed_until: Date | null
    created_at: Time
  }
  creative_handovers: {
    id: Id
    company_id: CompanyId
    batch_id: number
    creative_id: number
    platform: string
    account_id: string
    ad_id: string
    asked_by: string
    state: ColumnType<'waiting' | 'ended' | 'stays', undefined, 'ended' | 'stays'>
    reason: string | null
    tries: number
    next_at: Time
    created_at: Time
  }
}
