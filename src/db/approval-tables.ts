import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Id = Generated<number>
type Time = ColumnType<Date, Date | undefined, Date>
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>

export type ApprovalState = 'waiting' | 'approved' | 'done' | 'failed' | 'outdated' | 'refused' | 'expired'

export interface ApprovalTables {
  approvals: {
    id: Id
    company_id: number
    state: ApprovalState
    operation: string
    input: JSONColumnType<Record<string, unknown>>
    repeat_key: string | null
    repeat_path: string | null
    repeat_content: JsonOrNull
    operation_key: string
    actor: JSONColumnType<object>
    digest: string
    why: JSONColumnType<object[]>
    asked_at: Time
    expires_at: ColumnType<Date, Date, Date>
    decided_at: TimeOrNull
    decided_by: string | null
    run_until: TimeOrNull
    ended_at: TimeOrNull
    result_status: number | null
    result: JsonOrNull
    told_at: TimeOrNull
  }
  approval_targets: {
    id: Id
    company_id: number
    kind: 'slack' | 'discord' | 'telegram' | 'json'
    name: string
    sealed_address: Buffer
    chat: string | null
    created_at: Time
  }
  approval_links: { token_hash: Buffer; approval_id: number; target_name: string; made_at: Time }
}
