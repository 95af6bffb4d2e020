import type { ColumnType, Generated } from 'kysely'
import type { Format } from '../../files/probe/formats.ts'
import type { Dimensions } from '../../files/probe/probe.ts'
import type { CompanyId } from '../company-id.ts'
import type { Id, Json, JsonOrNull, Time, TimeOrNull } from './columns.ts'
import type { AccountTables } from './accounts.ts'
import type { ApprovalTables } from './approvals.ts'
import type { AssistantTables } from './assistants.ts'
import type { AutomationTables } from './automations.ts'
import type { ConnectionTables } from './connections.ts'
import type { EndTables } from './ends.ts'
import type { EntityTables } from './entities.ts'
import type { EventTables } from './events.ts'
import type { GuardTables } from './guards.ts'
import type { PeopleTables } from './people.ts'
import type { PlanTables } from './plans.ts'
import type { CreativeTables } from './creatives.ts'
import type { ReportTables } from './reports.ts'

export interface Tables
  extends
    AccountTables,
    EndTables,
    EntityTables,
    EventTables,
    GuardTables,
    ApprovalTables,
    AssistantTables,
    ConnectionTables,
    PeopleTables,
    PlanTables,
    AutomationTables,
    ReportTables,
    CreativeTables {
  companies: { id: Generated<CompanyId>; name: string; slug: string; created_at: Time; currency: string | null }
  currency_rates: {
    company_id: CompanyId | null
    currency: string
    in_currency: string
    day: string
    /** As text, so that no digit is lost. */
    rate: string
    source: string
    by_hand: boolean
  }
  workspaces: {
    id: Id
    company_id: CompanyId
    name: string
    slug: string
    is_default: Generated<boolean>
    created_at: Time
  }
  api_keys: {
    id: Id
    company_id: CompanyId
    user_id: number | null
    name: string
    key_hash: Buffer
    key_start: string
    scopes: string[]
    /** null: all that its maker has. */
    workspace_ids: number[] | null
    spends: Generated<'act' | 'ask'>
    /** No key opens it: an assistant acts under it (tables/assistants.ts). */
    is_assistant: Generated<boolean>
    expires_at: TimeOrNull
    last_used_at: TimeOrNull
    revoked_at: TimeOrNull
    created_at: Time
  }
  database_moves: { id: string; direction: 'out' | 'in'; other: string; begun_at: Time; ended_at: Date | null }
  secret_canary: { only_one: Generated<boolean>; sealed: Buffer; made_at: Time }
  idempotency_keys: {
    company_id: CompanyId
    key: string
    request_hash: Buffer
    hash_version: number | null
    /** In which of them whoever was answered works; null: in all of the company's. */
    workspaces: number[] | null
    lease_until: Time
    run_token: string
    status: number | null
    answer: JsonOrNull<object>
    created_at: Time
  }
  campaign_structures: {
    company_id: CompanyId
    platform: string
    account_id: string
    campaigns: Json<object[]>
    read_at: Time
  }
  account_reads: { company_id: CompanyId; platform: string; read_at: Time; error: string | null }
  launch_defaults: {
    company_id: CompanyId
    account_id: Generated<string>
    fields: Json<Record<string, unknown>>
    updated_at: Time
  }
  pacing: {
    platform: string
    account_id: string
    usage_percent: Generated<number>
    blocked_until: TimeOrNull
    reason: string | null
    updated_at: Time
  }
  batches: {
    id: Id
    company_id: CompanyId
    slug: string
    name: string | null
    state: BatchState
    request: Json<object>
    total_ads: number
    launched_ads: Generated<number>
    failed_ads: Generated<number>
    cancelled_ads: Generated<number>
    created_by_key: number | null
    created_by: string
    draft_issues: JsonOrNull<object>
    /** Drafts: the account of each ad; null: none yet. */
    ad_accounts: (string | null)[] | null
    /** Whether all of it is in the sandbox; null: a draft that names no account, or kept by an older version. */
    is_sandbox: boolean | null
    /** Drafts: the workspaces of who wrote it last; null: all of them. */
    written_within: number[] | null
    /** The key that asks and made or changed the draft. */
    asks_for: string | null
    /** The call it came from, and where that was in a trace. */
    request_id: string | null
    traceparent: string | null
    tracestate: string | null
    updated_at: TimeOrNull
    created_at: Time
    queued_at: TimeOrNull
    started_at: TimeOrNull
    finished_at: TimeOrNull
  }
  batch_items: {
    id: Id
    company_id: CompanyId
    batch_id: number
    ad_index: number
    platform: string
    account_id: string
    ad_set_id: string
    ad_set_label: string | null
    ad_name: string
    client_ref: string | null
    ad: Json<object>
    state: Generated<ItemState>
    step: string | null
    tries: Generated<number>
    starts: Generated<number>
    stop_wanted: Generated<boolean>
    facts: JsonOrNull<object>
    run_after: Time
    wait_reason: string | null
    ad_id: string | null
    creative_id: string | null
    failure: JsonOrNull<object>
    finished_at: TimeOrNull
  }
  lanes: {
    company_id: CompanyId
    platform: string
    account_id: string
    fence: Generated<number>
    owner: string | null
    lease_until: Time
    life: Generated<number | null>
  }
  journal: {
    id: Id
    company_id: CompanyId
    platform: string
    account_id: string
    item_id: number | null
    kind: string
    key: string
    digest: Buffer
    state: 'open' | 'done' | 'refused' | 'absent'
    fence: number
    attempt: Generated<number>
    lost: Generated<number>
    lost_at: TimeOrNull
    platform_id: string | null
    answer: JsonOrNull<Record<string, unknown>>
    first_intent_at: Time
    intent_at: Time
    certain_after: Time
    closed_at: TimeOrNull
  }
  receipts: {
    item_id: number
    company_id: CompanyId
    batch_id: number
    asked: Json<object>
    stored: JsonOrNull<object>
    told: JsonOrNull<object>
    differences: ColumnType<object[], string, string>
    error: string | null
    read_at: Time
  }
  batch_media: {
    batch_id: number
    url: string
    facts: JsonOrNull<object>
    object_key: string | null
    claimed_until: Time
  }
  research_scrapes: {
    id: Id
    company_id: CompanyId
    url: string
    state: Generated<'queued' | 'running' | 'done' | 'failed'>
    progress: Generated<number>
    attempts: Generated<number>
    /** Until then whoever holds it is busy with it, or about to be. */
    held_until: Time
    result: JsonOrNull<object>
    failure: JsonOrNull<{ code: string; message: string }>
    created_at: Time
    started_at: TimeOrNull
    finished_at: TimeOrNull
  }
  media_objects: {
    key: string
    sha256: string
    format: Format
    size: number
    dimensions: Json<Dimensions>
    stored_at: Time
  }
  media_loose: { key: string; since: Time }
  media: {
    id: Id
    company_id: CompanyId
    object_key: string
    filename: string
    original_name: string
    name: string
    tags: Generated<string[]>
    created_at: Time
    updated_at: Time
  }
  boards: {
    id: Id
    company_id: CompanyId
    name: string
    description: string | null
    created_at: Time
    updated_at: Time
  }
  board_media: { board_id: number; media_id: number; added_at: Time }
  ad_copy_templates: {
    id: Id
    company_id: CompanyId
    name: string
    title: string | null
    description: string | null
    cta: string | null
    link: string | null
    variations: ColumnType<object[], string | undefined, string>
    created_at: Time
    updated_at: Time
  }
}

export type BatchState = 'draft' | 'queued' | 'processing' | 'success' | 'error' | 'partial' | 'cancelled'
export type ItemState = 'waiting' | 'running' | 'launched' | 'failed' | 'unsure' | 'cancelled' | 'undone'
