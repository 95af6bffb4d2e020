import { AppError, notFound } from '../../../../errors.ts'
import { askPerson } from '../../../guards/asking/ask.ts'
import type { Caller, Context } from '../../../context.ts'
import { digestOf } from '../../../guards/asking/digest.ts'
import type { Forecast } from '../../../guards/forecast/shape.ts'
import { forecastsTogether } from '../../../guards/forecast/sum.ts'
import { carryOut } from '../actions/carry-out.ts'
import type { Hand } from '../actions/carry-out.ts'
import { findDecision, saveDecision } from '../decisions/decisions.ts'
import { accountName } from '../../../reach.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { changedSince } from '../actions/stale.ts'
import { stopWords } from '../switch.ts'
import { actorOf } from '../terms.ts'
import type { HeldExecution, RunDeps } from '../terms.ts'
import { plansOf } from '../actions/words.ts'

/** The operation that does what was approved. No face offers it: only an approval leads to it. */
export const carryOutName = 'carry_out_decision'

/** What a person is to approve: the writes exactly as they will be made, what is there now, and the numbers behind it. */
export async function askForDecision(
  deps: RunDeps,
  { id: executionId, company, automationId, name, token }: HeldExecution,
  decision: StoredDecision,
): Promise<void> {
  const context = {
    company,
    actor: actorOf({ id: automationId, name }),
    operationKey: `automation decision ${decision.id}`,
  }
  const asked = { operation: carryOutName, input: { decisionId: decision.id }, repeat: null }
  const { platform, accountId, level, entityId, entityName, numbers } = decision
  const about = {
    ...(await forecastOf(deps, context, decision)),
    ...{ automationId, automationName: name, executionId, decisionId: decision.id, message: plansOf(decision) },
    ...{ platform, accountId, level, entityId, entityName, numbers },
    actions: openOf(decision).map(({ action, operation, input, before }) => ({
      ...{ action, operation, input },
      before: before && { ...before },
    })),
  }
  const accounts = accountId === null ? [] : [accountName({ platform, account_id: accountId })]
  await deps.db.transaction().execute(async (trx) => {
    const waiting = await askPerson(trx, context, asked, {
      digest: digestOf(planOf(decision)),
      why: [],
      about,
      accounts,
    })
    const actions = decision.actions.map((action) =>
      action.outcome === 'planned' ? { ...action, approvalId: waiting.approvalId } : action,
    )
    const reason = `It waits for approval ${waiting.approvalId}.`
    await saveDecision(trx, { ...decision, actions, outcome: 'asked', reason }, token)
  })
}

/** What its writes would cost, for whoever approves them; where nobody can tell now, the wish stands by itself. */
async function forecastOf(
  { operations }: RunDeps,
  caller: Caller,
  decision: StoredDecision,
): Promise<Partial<Forecast>> {
  const forecasts: Forecast[] = []
  for (const { operation, input } of openOf(decision)) {
    const forecast = operation && input ? await operations.forecast({ caller, operation, input }) : null
    if (forecast) forecasts.push(forecast)
  }
  return forecasts.length === 0 ? {} : forecastsTogether(forecasts)
}

function openOf({ actions }: StoredDecision) {
  return actions.filter(({ outcome }) => outcome === 'planned')
}

/** What is done and what it depends on. */
function planOf(decision: StoredDecision): object {
  const { id, entityId } = decision
  return {
    id,
    entityId,
    actions: openOf(decision).map(({ operation, input, before }) => ({ operation, input, before })),
  }
}

/**
 * What a person has approved is done, if everything is as it was. Whoever takes it up after a kill finds it planned, and
 * goes on under the same keys.
 */
export async function carryOutApproved(
  deps: RunDeps,
  { company, actor, signal, approval }: Context,
  decisionId: number,
): Promise<StoredDecision> {
  const decision = await findDecision(deps.db, company, decisionId)
  if (!decision || !approval) throw notFound('decision', decisionId)
  const hand: Hand = {
    ...{ caller: { company, actor }, name: actor.name, signal, token: null, needsEnabled: false },
    approval: { ...approval, isPart: true },
  }
  if (decision.outcome === 'planned') return carryOut(deps, decision, { ...hand, isResumed: true })
  if (decision.outcome !== 'asked' || approval.digest !== digestOf(planOf(decision))) {
    throw changed('What was to be done is not what was approved.')
  }
  const stopped = await stopWords(deps.db, company.id)
  if (stopped !== null) throw new AppError('conflict', stopped, { reason: 'stopped' })
  const change = await changedSince(deps, company, decision)
  if (change !== null) throw changed(change)
  const begun = { ...decision, outcome: 'planned' as const }
  await saveDecision(deps.db, begun, null)
  return carryOut(deps, begun, hand)
}

function changed(what: string): AppError {
  return new AppError('conflict', `${what} Nothing was done.`, { reason: 'changed' })
}
