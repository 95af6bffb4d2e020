import type { Generated } from 'kysely'
import type { AccountState } from '../../platforms/contract/health.ts'
import type { CompanyId } from '../company-id.ts'
import type { Id, Time, TimeOrNull } from './columns.ts'

/** What connections open, and what of it the company uses. */
export interface AccountTables {
  connection_accounts: {
    company_id: CompanyId
    connection_id: number
    platform: string
    account_id: string
    name: string
    currency: string
    time_zone: string
    status: AccountState
    way: string | null
    is_chosen: Generated<boolean>
    /** false: a chosen one that the platform does not list any more. */
    is_listed: Generated<boolean>
    first_seen_at: Time
    seen_at: Time
  }
  platform_ways: {
    company_id: CompanyId
    platform: string
    /** null: there was no live connection yet. */
    live_since: TimeOrNull
    /** What a person said since the last live connection came; null: nothing. */
    uses_sandbox: boolean | null
  }
  ad_accounts: {
    id: Id
    company_id: CompanyId
    workspace_id: number
    connection_id: number | null
    platform: string
    account_id: string
    name: string
    currency: string
    time_zone: string
    status: AccountState
    is_sandbox: boolean
    /** Whether something opens it; what is known of it stays either way. */
    is_connected: Generated<boolean>
    /** Whether rules may act in it by themselves. */
    is_taken_in: Generated<boolean>
    way: string | null
    seen_at: Time
  }
}
