import type { EntityType } from '../../platforms/contract/manage.ts'
import type { CompanyId } from '../company-id.ts'
import type { Generated } from 'kysely'
import type { Id, JsonOrNull, Time, TimeOrNull } from './columns.ts'

/** What is known of what lies behind connections. */
export interface ConnectionTables {
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
