import type { ColumnType, Generated } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Json, Time, TimeOrNull, JsonOrNull } from './columns.ts'

/** The kinds of events by who is told of them. core/events/catalogue.ts and core/journal/events.ts add theirs. */
export interface EventKinds {
  nobody: never
}

/** What happened, who is told, and who did it. */
export interface EventTables {
  events: {
    id: Id
    company_id: CompanyId
    batch_id: number | null
    item_id: number | null
    at: Time
    /** Of one that everybody is told of, where there is a number. */
    kind: EventKinds[keyof EventKinds]
    detail: ColumnType<Record<string, unknown>, string | undefined, string>
    /** What it is about, as '<platform> <account>'; null: its ad says so, or it is the company's. */
    accounts: string[] | null
    /** null: not numbered yet; 0: never is, since only readers of its batch are told of it. */
    seq: number | null
  }
  event_heads: { company_id: CompanyId; seq: number }
  webhooks: {
    id: Id
    company_id: CompanyId
    kind: 'standard' | 'slack' | 'discord' | 'telegram'
    events: string[]
    sealed_target: Buffer
    enabled: Generated<boolean>
    disabled_reason: 'failing' | 'gone' | null
    cursor: number
    failures: Generated<number>
    failing_since: TimeOrNull
    paused_until: Time
    owner: string | null
    lease_until: Time
    made_by: number | null
    /** null: all that its maker has. */
    workspace_ids: number[] | null
    created_at: Time
    updated_at: Time
  }
  webhook_deliveries: {
    id: Id
    company_id: CompanyId
    webhook_id: number
    seq: number
    batch_id: number | null
    type: string
    state: 'waiting' | 'delivered' | 'failed'
    tries: Generated<number>
    next_at: TimeOrNull
    attempts: ColumnType<object[], string | undefined, string>
    updated_at: Time
  }
  changelog: {
    id: Id
    company_id: CompanyId
    title: string
    body: string
    tags: Generated<string[]>
    day: string
    audit_entries: Generated<number[]>
    created_by: string
    created_at: Time
    updated_at: Time
  }
  audit_log: {
    company_id: CompanyId
    seq: number
    at: Time
    hash: Buffer
    action: string
    actor: string[]
    targets: string[]
    entry: Json<object>
    /** What tells who somebody is; null: nothing does, or it stands in the entry. */
    personal: JsonOrNull<object>
  }
  audit_heads: {
    company_id: CompanyId
    seq: Generated<number>
    at: Time
    hash: Generated<Buffer>
    /** Up to which entry its end was signed and told. */
    told_seq: Generated<number>
  }
  audit_starts: {
    company_id: CompanyId
    seq: number
    at: Date
    hash: Buffer
    left_at: Date
    signature: string
  }
  audit_keys: {
    public_key: string
    signed_from: Date | null
    signed_until: Date | null
    replaced_at: Date
    replaced_by: string
    signature: string
  }
}
