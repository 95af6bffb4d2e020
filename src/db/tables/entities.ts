import type { CompanyId } from '../company-id.ts'
import type { Id, Json, Time } from './columns.ts'

export interface EntityTables {
  views: {
    id: Id
    company_id: CompanyId
    /** Whose it is; null: the company's. */
    owner_id: number | null
    name: string
    wishes: Json<object>
    /** Who made it: `user:<id>` or `key:<id>`. */
    made_by: string
    created_by: string
    created_at: Time
    updated_at: Time
  }
}
