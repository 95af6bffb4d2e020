import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { Actor } from '../context.ts'
import { splitEntry } from './personal.ts'
import { withoutSecrets } from './without-secrets.ts'

/** How something ended. refused: nothing was changed; failed: something may have been; unknown: the service died in it. */
export const auditOutcomes = ['done', 'refused', 'failed', 'unknown'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** What is written down of one change. */
export interface AuditEntry {
  actor:
    | Actor
    | Pick<Extract<Actor, { kind: 'system' }>, 'kind' | 'name'>
    | Pick<Extract<Actor, { kind: 'user' }>, 'kind' | 'id' | 'name'>
  /** The operation by its name, or the command. */
  action: string
  /** What it was about, as in "batch:12". */
  targets?: string[]
  requestId?: string
  /** What was asked for. */
  asked?: unknown
  /** What was there before and after, where it is known. */
  before?: unknown
  after?: unknown
  outcome: AuditOutcome
  /** Why it was refused or failed. */
  error?: { code: string; message: string }
}

/** An entry is little: what is larger is named, not kept. */
const maxEntryLetters = 16_000

/**
 * Adds to the company's audit log, in the transaction that makes the change: both are kept, or neither. Locks the end of the chain until
 * that commits, so it comes last in a transaction, and never before a call to a platform.
 */
export async function recordAudit(trx: Db, company: Pick<CompanyRef, 'id'>, entry: AuditEntry): Promise<void> {
  await appendEntries(trx, company, [textOf(entry)])
}

/** Entries whole: what tells who somebody is goes beside what is hashed. Those that were open are so no more. */
export async function appendEntries(
  trx: Db,
  company: Pick<CompanyRef, 'id'>,
  texts: string[],
  openIds: string[] = [],
): Promise<void> {
  const split = texts.map(splitEntry)
  const beside = split.map((each) => each.beside && JSON.stringify(each.beside))
  await sql`
    WITH ended AS (DELETE FROM audit_open WHERE id = ANY(${openIds}::uuid[]))
    SELECT append_audit(${company.id}, ${split.map(({ text }) => text)}::json[], ${beside}::jsonb[])`.execute(trx)
}

/** The text that is kept: the same fields in the same order, whoever writes it. */
export function textOf({
  actor,
  action,
  targets,
  requestId,
  asked,
  before,
  after,
  outcome,
  error,
}: AuditEntry): string {
  const who = { kind: actor.kind, ...idOf(actor), name: actor.name }
  const head = { actor: who, action, targets: [...new Set(targets)], requestId: requestId ?? null, outcome }
  const values = { asked: asked ?? null, before: before ?? null, after: after ?? null, error: error ?? null }
  const text = JSON.stringify(withoutSecrets({ ...head, ...values }))
  return text.length <= maxEntryLetters ? text : cutDown(head, values)
}

/** The largest is cut first: what was there before is kept as long as there is room for it. */
function cutDown(head: object, values: Record<'asked' | 'before' | 'after' | 'error', unknown>): string {
  const sizeOf = (value: unknown) => JSON.stringify(withoutSecrets(value) ?? null).length
  const largestFirst = (['asked', 'after', 'before'] as const)
    .map((field) => ({ field, size: sizeOf(values[field]) }))
    .sort((a, b) => b.size - a.size)
  const cut = { ...values }
  let text = ''
  for (const { field } of largestFirst) {
    cut[field] = cutOf(values[field])
    text = JSON.stringify(withoutSecrets({ ...head, ...cut }))
    if (text.length <= maxEntryLetters) break
  }
  return text
}

function idOf(actor: AuditEntry['actor']): { id?: number } {
  if ('id' in actor) return { id: actor.id }
  return 'keyId' in actor ? { id: actor.keyId } : {}
}

function cutOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null
  return { tooLargeToKeep: true, fields: Object.keys(value).slice(0, 40) }
}
