import type { Generated } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Time, TimeOrNull } from './columns.ts'

/** Ends that the service keeps where a platform cannot. */
export interface EndTables {
  kept_ends: {
    id: Id
    company_id: CompanyId
    platform: string
    account_id: string
    entity_type: 'ad' | 'adset' | 'campaign'
    entity_id: string
    name: string
    ad_set_id: string | null
    campaign_id: string | null
    end_at: Time
    state: Generated<'waiting' | 'kept'>
    version: Generated<number>
    asked_by: string
    tries: Generated<number>
    next_at: Time
    problem: string | null
    is_told: Generated<boolean>
    owner: string | null
    lease_until: Time
    created_at: Time
    kept_at: TimeOrNull
  }
}
