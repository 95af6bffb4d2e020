import type { Db } from '../../../../db/connect.ts'
import { required } from '../../../../lookup.ts'
import type { Approved, Caller } from '../../../context.ts'
import { recordEvent } from '../../../events/record.ts'
import { outcomeOf, saveDecision } from '../decisions/decisions.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import { overruledBy, rivalWords } from '../decisions/rivals.ts'
import type { Rival } from '../decisions/rivals.ts'
import { notifyAnswered } from './answered.ts'
import { keyOf } from './key.ts'
import { aimOf, changedMeanwhile } from './meanwhile.ts'
import { order, patiently } from './order.ts'
import { obstacleTo } from '../switch.ts'
import type { ActionTaken, RunDeps } from '../terms.ts'
import { messageFor } from './words.ts'

/** For whom a decision is carried out, and by what right. */
export interface Hand {
  caller: Caller
  /** What the rule is called. */
  name: string
  signal: AbortSignal
  /** Of the execution that is held; null: a person's word is behind it. */
  token: string | null
  /** It was the schedule: a rule that is switched off meanwhile does nothing more. */
  needsEnabled: boolean
  /** Of its execution; absent: it has none, or it was long ago. */
  slot?: Date | null
  /** Takes so many of the actions; the others stay as they are. Left out: all. */
  upTo?: number
  /** Somebody began with it and died: what is planned may have been sent, and what it is about may have changed since. */
  isResumed?: boolean
  /** A person has approved all of it: a guard that asks need not ask again. */
  approval?: Approved
}

/**
 * Does what was decided, one action after the other. What was done before is not done again; what was sent before is sent
 * again under the same key, so that it is found. Whatever comes of an action is written down before the next one.
 */
export async function carryOut(deps: RunDeps, given: StoredDecision, hand: Hand): Promise<StoredDecision> {
  let decision = given
  for (const [place, action] of given.actions.slice(0, hand.upTo).entries()) {
    if (action.outcome !== 'planned') continue
    const { companyId, automationId } = decision
    const stopped = await obstacleTo(deps.db, { companyId, automationId, needsEnabled: hand.needsEnabled })
    const rival = stopped === null ? await rivalOf(deps.db, decision, hand) : null
    const obstacle = stopped ?? (rival && rivalWords(null, rival))
    const taken = obstacle === null ? await take(deps, decision, place, hand) : held(action, obstacle)
    decision = withAction(decision, place, taken)
    const stops = taken.outcome === 'failed' || taken.outcome === 'asked' || obstacle !== null
    if (stops) decision = withoutRest(decision, place, obstacle ?? restWords(taken))
    await saveDecision(deps.db, { ...decision, ...(rival ? { met: rival.id } : {}) }, hand.token)
    if (taken.outcome === 'asked')
      await notifyAnswered(deps.db, companyId, required(taken.approvalId, 'approval of what was asked'))
    if (stops) break
  }
  return decision
}

/** Asked right before every write of a rule: what lowers the same may have been decided since. What people accept is theirs. */
async function rivalOf(db: Db, decision: StoredDecision, { caller, slot = null }: Hand): Promise<Rival | null> {
  const { company, actor } = caller
  if (actor.kind !== 'automation') return null
  return overruledBy(db, { company, automationId: decision.automationId, slot }, decision)
}

function held(action: ActionTaken, reason: string): ActionTaken {
  return { ...action, outcome: 'skipped', reason }
}

function restWords({ action, outcome, approvalId }: ActionTaken): string {
  return outcome === 'asked'
    ? `The action before it (${action}) waits for approval ${approvalId}.`
    : `The action before it (${action}) failed.`
}

function withAction(decision: StoredDecision, place: number, taken: ActionTaken): StoredDecision {
  const actions = decision.actions.with(place, taken)
  // As long as something is to be done, it is not over.
  const isOver = actions.every(({ outcome }) => outcome !== 'planned')
  return { ...decision, actions, ...(isOver ? outcomeOf(actions) : {}) }
}

function withoutRest(decision: StoredDecision, place: number, reason: string): StoredDecision {
  const actions = decision.actions.map((action, at) =>
    at > place && action.outcome === 'planned' ? held(action, reason) : action,
  )
  return { ...decision, actions, ...outcomeOf(actions) }
}

async function take(deps: RunDeps, decision: StoredDecision, place: number, hand: Hand): Promise<ActionTaken> {
  const action = required(decision.actions[place], 'action')
  if (action.wanted.action === 'notify') return notify(deps, decision, place, hand)
  if (action.wanted.action === 'label') return label(deps, decision, place, hand)
  const { caller, signal, approval } = hand
  if (hand.isResumed) {
    const between = { from: action.before, to: aimOf(action) }
    const change = await patiently(signal, () => changedMeanwhile(deps, caller.company, decision, between))
    if (change !== null) return held(action, change)
  }
  const key = keyOf({ decisionId: decision.id, at: place })
  return { ...action, ...(await order(deps, action, { caller, signal, approval, key })) }
}

/** The message and that it was sent are one transaction: it is sent once. */
async function notify(
  deps: RunDeps,
  decision: StoredDecision,
  place: number,
  { name, token }: Hand,
): Promise<ActionTaken> {
  const action = required(decision.actions[place], 'action')
  const { automationId, executionId, platform, accountId, entityId } = decision
  const message = messageFor(name, decision, action)
  const taken: ActionTaken = { ...action, outcome: 'done', reason: message }
  const data = { automationId, name, executionId, platform, accountId: accountId ?? '', entityId, message }
  await deps.db.transaction().execute(async (trx) => {
    await recordEvent(trx, { id: decision.companyId }, { type: 'automation.notified', data })
    await saveDecision(trx, withAction(decision, place, taken), token)
  })
  return taken
}

/** The label and that it was given are one transaction, so that it is taken off again by whoever takes that back. */
async function label(
  deps: RunDeps,
  decision: StoredDecision,
  place: number,
  { name, token }: Hand,
): Promise<ActionTaken> {
  return deps.db.transaction().execute(async (trx) => {
    const taken = await labelled(trx, decision, required(decision.actions[place], 'action'), name)
    await saveDecision(trx, withAction(decision, place, taken), token)
    return taken
  })
}

async function labelled(trx: Db, decision: StoredDecision, action: ActionTaken, name: string): Promise<ActionTaken> {
  if (action.wanted.action !== 'label') return action
  const { companyId, accountKey, level, entityId } = decision
  const { label: text } = action.wanted
  const added = await trx
    .insertInto('entity_labels')
    .values({ company_id: companyId, account_key: accountKey, level, entity_id: entityId, label: text, by: name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('label')
    .executeTakeFirst()
  if (!added) return held(action, 'It has this label already.')
  return { ...action, outcome: 'done', after: { label: text } }
}
