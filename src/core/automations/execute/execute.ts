import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { AppError } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { isOutage } from '../../../outage.ts'
import { checkRules } from '../evaluate/check.ts'
import { decide } from './decisions/decide.ts'
import { fillRoom } from './decisions/fill-room.ts'
import { isWithPeople, readDecisions } from './decisions/decisions.ts'
import { orFailed } from './decisions/or-failed.ts'
import { endExecution } from './end.ts'
import { freshScopes, leftOutWords } from '../evaluate/fresh.ts'
import { whileHeld } from './lease.ts'
import { uncheckedMinutes } from './limits.ts'
import { settle } from './settle.ts'
import { obstacleTo, stopWords } from './switch.ts'
import { NoLongerHeld } from './terms.ts'
import type { HeldExecution, RunDeps } from './terms.ts'

/** Brings executions of one company to their end. Those that were not checked yet are checked together. */
export async function execute(deps: RunDeps, held: HeldExecution[], signal: AbortSignal): Promise<void> {
  const [first] = held
  if (!first) return
  // Whoever comes next goes on from what is written down.
  const work = async () => {
    const decided = [...held.filter(({ isDecided }) => isDecided), ...(await checkTogether(deps, held, signal))]
    for (const execution of decided) await finish(deps, execution, signal)
  }
  await whileHeld(deps.db, { table: 'automation_executions', token: first.token }, work, signal)
}

/** Answers those whose decisions are written down now; the others have come to their end. */
async function checkTogether(deps: RunDeps, held: HeldExecution[], signal: AbortSignal): Promise<HeldExecution[]> {
  const open = held.filter(({ isDecided }) => !isDecided)
  const slots = [...new Set(open.map(({ at }) => at.getTime()))]
  const decided: HeldExecution[] = []
  for (const slot of slots) {
    const group = open.filter(({ at }) => at.getTime() === slot)
    try {
      decided.push(...(await check(deps, group, signal)))
    } catch (error) {
      if (error instanceof NoLongerHeld || isOutage(error) || signal.aborted) throw error
      deps.log.error({ err: error, executions: group.map(({ id }) => id) }, 'rules could not be checked')
      const reason =
        error instanceof AppError ? error.message : 'The check failed for a reason of our own; the log has it.'
      for (const execution of group) await endExecution(deps.db, execution, { state: 'failed', reason })
    }
  }
  return decided
}

async function check(deps: RunDeps, group: HeldExecution[], signal: AbortSignal): Promise<HeldExecution[]> {
  const { company, at } = required(group[0], 'execution of the group')
  const stopped = await stopWords(deps.db, company.id)
  if (stopped !== null) {
    for (const execution of group) await endExecution(deps.db, execution, { state: 'skipped', reason: stopped })
    return []
  }
  if (Date.now() - at.getTime() > uncheckedMinutes * 60_000) {
    for (const execution of group)
      await endExecution(deps.db, execution, { state: 'skipped', reason: leftWords(execution) })
    return []
  }
  const rules = group.map(({ rule }) => rule)
  const scopes = await freshScopes(deps, company, { rules, isAskedFor: group.some(({ kind }) => kind === 'manual') })
  signal.throwIfAborted()
  const ready = group.flatMap((execution, place) => {
    const { rule, leftOut } = required(scopes[place], 'scope')
    return rule ? [{ execution, rule, note: leftOutWords(leftOut) }] : []
  })
  for (const [place, execution] of group.entries()) {
    const { rule, leftOut } = required(scopes[place], 'scope')
    if (rule) continue
    const reason = leftOutWords(leftOut) ?? 'There is no account in its scope.'
    await endExecution(deps.db, execution, { state: 'skipped', reason })
  }
  if (ready.length === 0) return []
  // A check that a kill cut short begins anew.
  const ids = ready.map(({ execution }) => execution.id)
  await sql`DELETE FROM automation_checks WHERE execution_id = ANY(${ids})`.execute(everyCompany(deps.db))
  const toCheck = ready.map(({ execution, rule }) => ({ id: execution.automationId, rule, executionId: execution.id }))
  const checked = await checkRules(deps, { company, signal }, { rules: toCheck, at })
  for (const [place, { execution, note }] of ready.entries())
    await decide(deps.db, execution, required(checked[place], 'check'), note)
  return ready.map(({ execution }) => execution)
}

function leftWords({ kind }: HeldExecution): string {
  const what = kind === 'scheduled' ? 'The slot was missed' : 'It is too late for it'
  return `${what}: whoever began it did not end it, and nobody went on with it within ${uncheckedMinutes} minutes.`
}

async function finish(deps: RunDeps, execution: HeldExecution, signal: AbortSignal): Promise<void> {
  const { company, automationId, kind } = execution
  const needsEnabled = kind === 'scheduled'
  const mayGoOn = async () =>
    (await obstacleTo(deps.db, { companyId: company.id, automationId, needsEnabled })) === null
  do await settleAll(deps, execution, signal)
  while ((await mayGoOn()) && (await fillRoom(deps.db, execution)))
  await endExecution(deps.db, execution, { state: 'done', reason: null })
}

async function settleAll(deps: RunDeps, execution: HeldExecution, signal: AbortSignal): Promise<void> {
  const planned = sql`execution_id = ${execution.id} AND outcome = 'planned' AND NOT ${isWithPeople} ORDER BY decision.id`
  for (const decision of await readDecisions(deps.db, execution.company, planned)) {
    signal.throwIfAborted()
    const work = { decision, token: execution.token, signal }
    await orFailed(deps, work, () => settle(deps, execution, decision, signal))
  }
}
