import type { ConnectionHealth } from '../../platforms/contract/health.ts'
import type { EntityType } from '../../platforms/contract/manage.ts'
import type { CompanyId } from '../company-id.ts'
import type { Generated } from 'kysely'
import type { Id, JsonOrNull, Time, TimeOrNull } from './columns.ts'

/** Connections, what opens them, and what is known of what lies behind them. */
export interface ConnectionTables {
  connections: {
    id: Id
    company_id: CompanyId
    platform: string
    label: string
    sealed_credentials: Buffer
    sealed_token: Buffer | null
    state: Generated<'ok' | 'expiring' | 'broken'>
    state_reason: string | null
    scopes: Generated<string[]>
    expires_at: TimeOrNull
    checked_at: TimeOrNull
    created_at: Time
    is_sandbox: Generated<boolean>
    origin: Generated<'paste' | 'consent'>
    identity: string | null
    renewable_until: TimeOrNull
    health: JsonOrNull<ConnectionHealth>
    health_at: TimeOrNull
    renews_at: TimeOrNull
    /** all: whatever it opens is used; chosen: what a person chose of it. */
    accounts_mode: Generated<'all' | 'chosen'>
  }
  oauth_apps: { id: Id; company_id: CompanyId; platform: string; sealed_app: Buffer; set_by: string; set_at: Time }
  shared_oauth_apps: { id: Id; platform: string; sealed_app: Buffer; set_by: string; set_at: Time }
  connection_renewals: { connection_id: number; company_id: CompanyId; began_at: Time }
  connection_rehearsals: {
    id: Id
    company_id: CompanyId
    connection_id: number
    account_ids: string[]
    marker: string
    may_have_made: Generated<boolean>
    by: string
    state: Generated<'queued' | 'running' | 'done'>
    progress: Generated<number>
    attempts: Generated<number>
    held_until: Time
    checklist: JsonOrNull<object[]>
    created_at: Time
    finished_at: TimeOrNull
  }
  seen_entities: {
    company_id: CompanyId
    level: EntityType
    entity_id: string
    platform: string
    account_id: string
    seen_at: Time
  }
}
