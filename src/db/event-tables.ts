import type { ColumnType, Generated } from 'kysely'
import type { Id, Json, Time } from './columns.ts'

/** What happened, who is told, and who did it. */
export interface EventTables {
  events: {
    id: Id
    company_id: number
    batch_id: number | null
    item_id: number | null
    at: Time
    kind: string
    detail: ColumnType<Record<string, unknown>, string | undefined, string>
    /** null: not numbered yet; 0: never is. */
    seq: number | null
  }
  event_heads: { company_id: number; seq: number }
  audit_log: {
    company_id: number
    seq: number
    at: Time
    hash: Buffer
    action: string
    actor: string[]
    targets: string[]
    entry: Json<object>
  }
  audit_heads: { company_id: number; seq: Generated<number>; at: Time; hash: Generated<Buffer> }
}
