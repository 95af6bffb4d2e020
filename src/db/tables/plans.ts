import type { ColumnType } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Json, JsonOrNull, Time, TimeOrNull } from './columns.ts'

export interface PlanTables {
  plans: {
    id: Id
    company_id: CompanyId
    key_id: number
    operation: string
    input: Json<Record<string, unknown>>
    digest: string
    meaning: JsonOrNull<object>
    made_at: Time
    expires_at: ColumnType<Date, Date, Date>
    run_at: TimeOrNull
    approval_id: number | null
    result: JsonOrNull<object>
  }
}
