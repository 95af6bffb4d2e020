import type { ColumnType, Generated } from 'kysely'
import type { CompanyId } from '../company-id.ts'
import type { Id, Json, JsonOrNull, Time, TimeOrNull } from './columns.ts'

/** What rules look at. */
export type RuleLevel = 'ad' | 'adset' | 'campaign' | 'account' | 'searchTerm'
export type AutomationMode = 'suggest' | 'ask' | 'act'
export type ExecutionState = 'running' | 'done' | 'skipped' | 'failed'
export type DecisionOutcome = 'planned' | 'acted' | 'suggested' | 'asked' | 'skipped' | 'failed'
export type SuggestionState = 'open' | 'accepted' | 'dismissed' | 'expired'

export interface AutomationTables {
  automations: {
    id: Id
    company_id: CompanyId
    name: string
    enabled: boolean
    mode: AutomationMode
    rule: Json<object>
    version: Generated<number>
    created_by: string
    made_by: number | null
    /** null: all that its maker has. */
    workspace_ids: number[] | null
    created_at: Time
    updated_at: Time
    next_slot_at: TimeOrNull
    errors_in_row: Generated<number>
    off_reason: string | null
    /** The key that asks and made or changed it: its mode is at most ask. */
    held_to_ask: string | null
  }
  automation_versions: { automation_id: number; version: number; rule: Json<object>; since: Time }
  automation_executions: {
    id: Id
    company_id: CompanyId
    automation_id: number
    version: number
    slot: TimeOrNull
    kind: 'scheduled' | 'manual'
    state: ExecutionState
    reason: string | null
    figures_at: TimeOrNull
    conversion: JsonOrNull<object>
    checked: number | null
    matched: number | null
    unknown: number | null
    started_at: Time
    finished_at: TimeOrNull
    lease_until: TimeOrNull
    run_token: string | null
    asked_by: string | null
    asked_key: string | null
    /** Whoever had it checked asks before they spend. */
    asks: Generated<boolean>
    undone_at: TimeOrNull
  }
  automation_checks: {
    execution_id: number
    chunk: number
    labels: string[]
    entity_keys: number[]
    /** null: entity_keys name them. */
    entity_ids: ColumnType<string[] | null, string[] | null | undefined, never>
    /** 0: not matched, 2: unknown. */
    outcomes: number[]
    /** NaN: unknown. */
    numbers: number[]
  }
  automation_decisions: {
    id: Id
    company_id: CompanyId
    execution_id: number
    automation_id: number
    platform: string
    account_key: number
    level: RuleLevel
    entity_key: number | null
    entity_id: string
    entity_name: string | null
    case_index: number
    numbers: Json<Record<string, number | null>>
    outcome: DecisionOutcome
    reason: string | null
    actions: Json<object[]>
    waiting: JsonOrNull<object[]>
    /** The rule that acts on it instead. */
    met: number | null
    undone_at: TimeOrNull
    created_at: Time
  }
  automation_suggestions: {
    id: Id
    company_id: CompanyId
    decision_id: number
    automation_id: number
    state: SuggestionState
    made_at: Time
    decided_at: TimeOrNull
    decided_by: string | null
    expires_at: Time
  }
  automation_requests: {
    id: Id
    company_id: CompanyId
    kind: 'accept' | 'undo'
    execution_id: number
    suggestion_id: number | null
    actor: Json<object>
    workspaces: number[] | null
    asked_key: string
    asked_at: Time
    ended_at: TimeOrNull
    lease_until: TimeOrNull
    run_token: string | null
  }
  automation_switches: { company_id: CompanyId; stopped_at: Time; stopped_by: string; reason: string | null }
  entity_labels: {
    company_id: CompanyId
    account_key: number
    level: RuleLevel
    entity_id: string
    label: string
    since: Time
    by: string
  }
}
