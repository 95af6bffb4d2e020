import type { ColumnType } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Json, JsonOrNull, Time, TimeOrNull } from './columns.ts'

type Anything = ColumnType<unknown, string | null | undefined, string | null>

export type ApprovalState = 'waiting' | 'approved' | 'done' | 'failed' | 'outdated' | 'refused' | 'expired'

export interface ApprovalTables {
  approvals: {
    id: Id
    company_id: CompanyId
    state: ApprovalState
    operation: string
    input: Json<Record<string, unknown>>
    repeat_key: string | null
    repeat_path: string | null
    repeat_content: Anything
    operation_key: string
    actor: Json<object>
    digest: string
    why: Json<object[]>
    asked_at: Time
    expires_at: ColumnType<Date, Date, Date>
    decided_at: TimeOrNull
    decided_by: string | null
    run_until: TimeOrNull
    /** Why it could not be done yet. */
    held_up: string | null
    ended_at: TimeOrNull
    result_status: number | null
    result: Anything
    told_at: TimeOrNull
    about: JsonOrNull<object>
    /** What it is about, as '<platform> <account>'; null: nobody wrote it down. */
    accounts: string[] | null
  }
  approval_targets: {
    id: Id
    company_id: CompanyId
    kind: 'slack' | 'discord' | 'telegram' | 'json'
    name: string
    sealed_address: Buffer
    created_at: Time
  }
  approval_links: { token_hash: Buffer; approval_id: number; target_name: string; made_at: Time }
}
