import pMap from 'p-map'
import { growing } from '../../async/growing-pauses.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError, PlatformError } from '../../errors.ts'
import { only } from '../../lookup.ts'
import { isOutage } from '../../outage.ts'
import type { EntityState } from '../../platforms/contract/manage.ts'
import { openAccount } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { keptState } from '../audit/kept.ts'
import { recordAudit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { perform } from '../writes/perform.ts'
import { requireVerb } from '../connections/verbs.ts'
import { keepChanged, asPaused } from '../reports/sync/keep/changed.ts'
import { isWaiting, waitOr } from '../connections/working.ts'
import { close, forgetEnd, letGo, putOff } from './hold.ts'
import type { HeldEnd, HeldEnds } from './hold.ts'
import { spentSince } from './spent.ts'
import type { ReportDeps } from '../reports/sync/ensure/readings.ts'

export type EndDeps = Omit<ReportDeps, 'reportMemory'>

/** What is paused later than this after its end is told as late. */
export const lateAfterMs = 60_000
const pauses = { firstMs: 2_000, maxMs: 120_000 }
/** So soon it is looked again whether somebody has connected again; the platform is not asked for that. */
const reconnectedWithinMs = 10_000
/** More at once for one account, and platforms begin to push back. */
const atOnce = 4

/** Pauses what has come to its end, all of one account. What cannot be paused now is tried again, sooner than later. */
export async function keepEnds(deps: EndDeps, held: HeldEnds, signal: AbortSignal): Promise<void> {
  const { company, ends, accountId } = held
  let opened: OpenAccount | null = null
  let states: (EntityState | null)[]
  try {
    opened = await openAccount(deps, { company }, accountId)
    const refs = ends.map(({ entity_type: type, entity_id: id }) => ({ type, id }))
    states = await requireVerb(opened, 'readEntities')(opened.ref, refs)
  } catch (error) {
    const reason = await whyNot(opened, error)
    for (const end of ends) await noteFailure(deps, held, end, reason)
    return
  }
  const way = opened
  const keep = async (end: HeldEnd, place: number) => {
    if (signal.aborted) return letGo(deps.db, held, end)
    await keepOne(deps, held, end, { opened: way, entity: states[place] ?? null }).catch(async (error: unknown) =>
      noteFailure(deps, held, end, await whyNot(way, error)),
    )
  }
  await pMap(ends, keep, { concurrency: atOnce })
}

/** Where the connection is the reason, that is what it waits for. */
function whyNot(opened: OpenAccount | null, error: unknown): Promise<unknown> {
  return opened && error instanceof PlatformError ? waitOr(opened, error) : Promise.resolve(error)
}

interface Read {
  opened: OpenAccount
  /** null: it is not in the account any more. */
  entity: EntityState | null
}

async function keepOne(deps: EndDeps, held: HeldEnds, end: HeldEnd, { opened, entity }: Read): Promise<void> {
  if (!entity || entity.status === 'deleted' || entity.status === 'archived') return forgetEnd(deps.db, held, end)
  // One that was begun before may have an open intent: the journal tells what became of it.
  const isAsItShould = entity.status === 'paused' && end.tries === 1
  if (!isAsItShould) await pause(deps, held, end, { opened, entity })
  const now = await databaseNow(deps)
  const lateMs = now.getTime() - end.end_at.getTime()
  const isLate = !isAsItShould && lateMs > lateAfterMs
  const spent = isLate ? await spentSince(deps, held.company, opened, { entity, end: end.end_at, now }) : null
  await deps.db.transaction().execute(async (trx) => {
    if (!(await close(trx, held, end)) || isAsItShould) return
    const data = { ...about(end), endedAt: now.toISOString() }
    const late = { ...data, lateSeconds: Math.round(lateMs / 1000), spent, currency: opened.ref.currency }
    await recordEvent(trx, held.company, isLate ? { type: 'end.late', data: late } : { type: 'end.kept', data })
    await recordAudit(trx, held.company, {
      actor: { kind: 'system', name: 'kept ends' },
      action: 'keep_end',
      targets: [`${end.entity_type}:${end.entity_id}`],
      before: keptState({ ...entity, endTime: end.end_at }),
      after: { status: 'paused', endedBy: 'flightdeck' },
      outcome: 'done',
    })
  })
}

/** A write like every other: whoever takes this up after us finds it in the journal. */
async function pause(
  deps: EndDeps,
  { company }: HeldEnds,
  { id, version }: HeldEnd,
  { opened, entity }: { opened: OpenAccount; entity: EntityState },
): Promise<void> {
  const write = requireVerb(opened, 'setStatus')(opened.ref, entity, { status: 'paused' })
  const context = { company, operationKey: `end ${id} ${version}` }
  const result = await perform(deps, context, opened, { kind: 'status', part: `status ${entity.id}`, write })
  await keepChanged(deps.db, context, opened.account, asPaused(entity, result))
}

/** By the database's clock: ours may be wrong, or jump. */
async function databaseNow({ db }: EndDeps): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(everyCompany(db))
  return only(rows).now
}

/** What the events about an end say of it. */
function about({ platform, account_id: accountId, entity_type, entity_id: entityId, name, end_at: end }: HeldEnd) {
  return { platform, accountId, entityType: entity_type, entityId, name, endTime: end.toISOString() }
}

/** What others said no to, or did not answer. What is our own failure is tried again as well, and stands in the log. */
async function noteFailure(deps: EndDeps, held: HeldEnds, end: HeldEnd, error: unknown): Promise<void> {
  if (isOutage(error)) throw error
  const isAnswer = error instanceof PlatformError || error instanceof AppError
  const reason = isAnswer ? error.message : 'Something went wrong on our side.'
  const askedMs = error instanceof PlatformError ? (error.failure.retryAfterMs ?? 0) : 0
  const tryMs = isWaiting(error) ? reconnectedWithinMs : growing(end.tries, pauses)
  const waitMs = Math.min(pauses.maxMs, Math.max(askedMs, tryMs))
  const { company, platform, accountId } = held
  // Why it waits is said once.
  if (end.problem !== reason)
    deps.log.warn(
      { err: error, companyId: company.id, platform, accountId, endId: end.id },
      'an end could not be kept yet',
    )
  const now = await databaseNow(deps)
  const isOverdue = now.getTime() - end.end_at.getTime() > lateAfterMs
  await deps.db.transaction().execute(async (trx) => {
    const isReported = end.is_told || isOverdue
    const next = await putOff(trx, held, { id: end.id, problem: reason, waitMs, isNotified: isReported })
    if (!next || !isOverdue || end.is_told) return
    const data = { ...about(end), reason, nextTryAt: next.toISOString() }
    await recordEvent(trx, company, { type: 'end.overdue', data })
  })
}
