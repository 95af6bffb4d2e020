/** What is shown of automations. The operations are younger than the typed client may be: nothing else of them is relied on. */
export interface Rule {
  id: number
  name: string
  mode: string
  enabled: boolean
  nextCheckAt: string | null
  offReason: string | null
  /** Absent: the service is older. */
  meets?: Meeting[]
}

/** Another rule that would change some of the same. */
export interface Meeting {
  ruleId: number
  name: string
  /** How many; null: nobody knows yet. */
  entities: number | null
  wins: string
}

export interface Template {
  id: string
  sentence: string
  parameters: { name: string; default: unknown }[]
}

export interface Execution {
  id: number
  automationName: string
  startedAt: string
  state: string
  reason: string | null
  checked: number | null
  matched: number | null
  acted: number | null
  entity?: { outcome: string; reason: string | null }
}

/** An execution with what was decided in it. */
export interface WholeExecution extends Execution {
  decisions: {
    entityId: string
    entityName: string | null
    outcome: string
    reason: string | null
    actions: { action: string }[]
  }[]
}

interface Entity {
  id: string
  name: string | null
}

export interface Preview {
  matched: { entity: Entity; would: { what: string; nothing: string | null }[] }[]
  skipped: { entity: Entity; reason: string }[]
  counts: { checked: number; matched: number; skipped: number; unmatched: number; unknown: number }
  missing: { accountId: string; reason: string }[]
  blocked: string | null
  notApplied: { protection: string; reason: string }[]
  meets?: Meeting[]
}

export interface Backtest {
  from: string
  to: string
  slots: number
  matched: number
  acted: number
  actionsTotal: number
  actions: {
    at: string
    entityId: string
    name: string | null
    action: string
    before: string | number | null
    after: string | number | null
  }[]
  estimates: { action: string; entities: number; currency: string; spend: number; results: number | null }[]
  series: { day: string; acted: number }[]
  notes: string[]
}
