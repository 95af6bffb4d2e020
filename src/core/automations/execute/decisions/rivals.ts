import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import type { RuleLevel } from '../../../../db/tables/automations.ts'
import { fightMinutes, leaseSeconds } from '../limits.ts'
import type { ActionTaken, HeldExecution } from '../terms.ts'
import type { SpendEffect } from '../../rule/effect.ts'
import { courseOf } from '../../rule/effect.ts'
import { standing } from '../terms.ts'
import { isWithPeople } from './decisions.ts'
import type { StoredDecision } from './decisions.ts'
import { nameOf } from '../../evaluate/checked.ts'

/** Another rule that changes something at the same time. */
export interface Rival {
  id: number
  name: string
  course: SpendEffect
}

interface Row {
  account_key: number
  level: RuleLevel
  entity_id: string
  automation_id: number
  name: string
  actions: ActionTaken[]
}

type Seeking = Pick<HeldExecution, 'company' | 'automationId' | 'slot'>

/**
 * Who else changes one of these within the time of a fight, or in the same slot; by the entity's name. What a rule only suggests
 * changes nothing, what people did not want changes nothing either. Of several the one that lowers is told.
 */
export async function rivalsOn(
  db: Db,
  { company, automationId, slot }: Seeking,
  ids: string[],
): Promise<Map<string, Rival>> {
  const { rows } = await sql<Row>`
    SELECT account_key, level, entity_id, decision.automation_id, automations.name, actions FROM automation_decisions AS decision
    JOIN automation_executions AS execution ON execution.id = execution_id
    JOIN automations ON automations.id = decision.automation_id
    JOIN automation_versions AS kept ON kept.automation_id = execution.automation_id AND kept.version = execution.version
    WHERE decision.company_id = ${company.id} AND decision.automation_id <> ${automationId} AND entity_id = ANY(${ids})
      AND (decision.outcome IN ('acted', 'asked')
        OR decision.outcome = 'planned' AND (kept.rule->>'mode' <> 'suggest' OR ${isWithPeople}))
      AND (decision.created_at > clock_timestamp() - make_interval(mins => ${fightMinutes}) OR slot = ${slot}::timestamptz)
      AND NOT EXISTS (
        SELECT FROM jsonb_array_elements(actions) AS one JOIN approvals ON approvals.id = (one->>'approvalId')::bigint
        WHERE approvals.company_id = decision.company_id AND approvals.state IN ('refused', 'expired', 'outdated', 'failed'))
    ORDER BY decision.id`.execute(db)
  const rivals = new Map<string, Rival>()
  for (const row of rows) {
    const actions = standing(row.actions)
    const name = nameOf({ accountKey: row.account_key, level: row.level, id: row.entity_id })
    const rival = { id: row.automation_id, name: row.name, course: courseOf(actions) }
    const reported = rivals.get(name)
    const isReported = reported && (reported.course === 'lowers' || rival.course !== 'lowers')
    if (actions.length > 0 && !isReported) rivals.set(name, rival)
  }
  return rivals
}

/** Whether another rule keeps one from acting: what lowers gives way to what lowers alone, everything else to whoever was first. */
export function yieldsTo(course: SpendEffect, rival: Rival | undefined): rival is Rival {
  return rival !== undefined && (course !== 'lowers' || rival.course === 'lowers')
}

export function rivalWords(course: SpendEffect, rival: Rival): string {
  return rival.course === 'lowers' && course !== 'lowers'
    ? `The rule "${rival.name}" lowers what it may spend at the same time: what lowers wins.`
    : `The rule "${rival.name}" changes it at the same time: one rule alone acts on it.`
}

/** The rule that lowers what this decision would not: it may have been decided after it. null: there is none. */
export async function overruledBy(db: Db, seeking: Seeking, decision: StoredDecision): Promise<Rival | null> {
  const open = standing(decision.actions)
  if (open.length === 0 || courseOf(open) === 'lowers') return null
  const { accountKey, level, entityId: id } = decision
  const rival = (await rivalsOn(db, seeking, [id])).get(nameOf({ accountKey, level, id }))
  return rival?.course === 'lowers' ? rival : null
}

/** Longer than a process can be dead without another going on with its work. */
const maxWaitMs = 1.5 * leaseSeconds * 1000
const askEveryMs = 200

/**
 * What lowers begins when whatever another rule has begun to send about the same entity is over: otherwise that could come last. Whoever
 * is about to send something has written that down before it looked for us, so that one of the two sees the other.
 */
export async function othersEnded(
  db: Db,
  decision: StoredDecision,
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<void> {
  const { companyId, automationId, accountKey, level, entityId } = decision
  const end = Date.now() + maxWaitMs
  for (;;) {
    const { rows } = await sql`
      SELECT FROM automation_decisions AS decision JOIN automation_executions AS execution ON execution.id = execution_id
      WHERE decision.company_id = ${companyId} AND decision.automation_id <> ${automationId} AND outcome = 'planned'
        AND account_key = ${accountKey} AND level = ${level} AND entity_id = ${entityId}
        AND execution.state = 'running' AND lease_until > clock_timestamp() AND run_token <> ${token}
        AND actions @? '$[*] ? (@.outcome == "planned" && @.operation != null && !(@.effect == "lowers"))' LIMIT 1`.execute(
      db,
    )
    if (rows.length === 0 || Date.now() > end) return
    await delay(askEveryMs, undefined, { signal })
  }
}
