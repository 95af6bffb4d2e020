import type { EntityType } from '../../platforms/contract/manage.ts'
import type { CompanyId } from '../company-id.ts'
import type { Time } from './columns.ts'

/** What is known of what lies behind connections. */
export interface ConnectionTables {
  seen_entities: {
    company_id: CompanyId
    level: EntityType
    entity_id: string
    platform: string
    account_id: string
    seen_at: Time
  }
}
