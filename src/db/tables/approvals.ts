import type { ColumnType, Generated } from 'kysely'
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
    /** What the digest is of; null: it is too large to keep, or was not kept yet. */
    meaning: JsonOrNull<object>
    why: Json<object[]>
    /** The person for whom it was asked; null: nobody knows. */
    asked_by_user: number | null
    /** The guard that wanted four eyes when it was asked for; it may be gone since. */
    four_eyes_guard: number | null
    asked_at: Time
    expires_at: ColumnType<Date, Date, Date>
    decided_at: TimeOrNull
    decided_by: string | null
    /** Whether who decided is known to be somebody else than who asked. */
    by_other: Generated<boolean>
    comment: string | null
    run_until: TimeOrNull
    /** When whoever does it took it in hand; null: nobody did, or it is tried again later. */
    claimed_at: TimeOrNull
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
  approval_links: {
    token_hash: Buffer
    approval_id: number
    target_name: string
    /** Whose link it is; null: that of a target. */
    user_id: number | null
    made_at: Time
  }
}
