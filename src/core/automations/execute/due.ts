import { randomUUID } from 'node:crypto'
import { dayMs } from '../../../days.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { only } from '../../../lookup.ts'
import type { Rule } from '../rule/rule.ts'
import { readHeld } from './claim.ts'
import { leaseFromNow } from './lease.ts'
import { countedDays, lateAfterMinutes, maxLateRecorded } from './limits.ts'
import { slotsOf } from '../rule/slots.ts'
import { stopWords } from './switch.ts'
import type { HeldExecution } from './terms.ts'

/** Takes everything that is due for one company. Empty: nothing is due for anybody, or others are about to take it. */
export async function takeDue(db: Db): Promise<HeldExecution[]> {
  const { rows } = await sql<{ company_id: CompanyId }>`
    SELECT company_id FROM automations WHERE enabled AND next_slot_at <= clock_timestamp()
    GROUP BY company_id ORDER BY min(next_slot_at)`.execute(everyCompany(db))
  for (const { company_id: companyId } of rows) {
    const token = randomUUID()
    const ids = await db.transaction().execute((trx) => takeSlots(trx, companyId, token))
    if (ids.length > 0) return readHeld(db, token, ids)
  }
  return []
}

interface DueRule {
  id: number
  version: number
  rule: Rule
  next_slot_at: Date
  now: Date
}

/** In one transaction with the rules' next slots: whoever comes later finds nothing due. */
async function takeSlots(trx: Db, companyId: CompanyId, token: string): Promise<number[]> {
  const lock = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext(${`automation slots ${companyId}`})) AS mine`.execute(everyCompany(trx))
  if (!only(lock.rows).mine) return []
  const { rows: due } = await sql<DueRule>`
    SELECT id, version, rule, next_slot_at, clock_timestamp() AS now FROM automations
    WHERE company_id = ${companyId} AND enabled AND next_slot_at <= clock_timestamp() ORDER BY id FOR UPDATE`.execute(
    trx,
  )
  const stopped = await stopWords(trx, companyId)
  const begun: number[] = []
  for (const rule of due) {
    const { slot, missed, next } = dueSlots(rule)
    for (const { at, reason } of missed) await record(trx, { companyId, rule, at, reason })
    if (slot && stopped) await record(trx, { companyId, rule, at: slot, reason: stopped })
    const id = slot && !stopped ? await begin(trx, { companyId, rule, at: slot, token }) : null
    if (id !== null) begun.push(id)
    await trx
      .updateTable('automations')
      .where('company_id', '=', companyId)
      .set({ next_slot_at: next })
      .where('id', '=', rule.id)
      .execute()
  }
  return begun
}

interface Slots {
  /** The one that is to be checked; null: all of them are too late. */
  slot: Date | null
  missed: { at: Date; reason: string }[]
  next: Date | null
}

function dueSlots({ rule, next_slot_at: first, now }: DueRule): Slots {
  const after = slotsOf(rule.schedule)
  const last: Date[] = []
  let count = 0
  // Of a service that was away for years, nobody wants to know every slot.
  const earliest = new Date(now.getTime() - countedDays * dayMs)
  let next: Date | null = first < earliest ? after(earliest) : first
  for (; next && next <= now; next = after(next)) {
    count++
    last.push(next)
    if (last.length > maxLateRecorded) last.shift()
  }
  const newest = last.at(-1)
  if (!newest) return { slot: null, missed: [{ at: first, reason: lateWords(0) }], next }
  const isLate = now.getTime() - newest.getTime() > lateAfterMinutes * 60_000
  const missed = isLate ? last : last.slice(0, -1)
  const uncounted = count - last.length
  return {
    slot: isLate ? null : newest,
    missed: missed.map((at, place) => ({ at, reason: lateWords(place === 0 ? uncounted : 0) })),
    next,
  }
}

function lateWords(uncounted: number): string {
  const others = uncounted > 0 ? ` So were ${uncounted} slots before it.` : ''
  return `The slot was missed: nobody came to it within ${lateAfterMinutes} minutes.${others}`
}

interface OfSlot {
  companyId: CompanyId
  rule: DueRule
  at: Date
}

async function record(trx: Db, { companyId, rule, at, reason }: OfSlot & { reason: string }): Promise<void> {
  await sql`
    INSERT INTO automation_executions (company_id, automation_id, version, slot, kind, state, reason, finished_at)
    VALUES (${companyId}, ${rule.id}, ${rule.version}, ${at}, 'scheduled', 'skipped', ${reason}, clock_timestamp())
    ON CONFLICT (automation_id, slot) WHERE slot IS NOT NULL DO NOTHING`.execute(trx)
}

/** null: there is an execution of this slot already. */
async function begin(trx: Db, { companyId, rule, at, token }: OfSlot & { token: string }): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO automation_executions (company_id, automation_id, version, slot, kind, state, run_token, lease_until)
    VALUES (${companyId}, ${rule.id}, ${rule.version}, ${at}, 'scheduled', 'running', ${token}, ${leaseFromNow})
    ON CONFLICT (automation_id, slot) WHERE slot IS NOT NULL DO NOTHING RETURNING id`.execute(trx)
  return rows[0]?.id ?? null
}
