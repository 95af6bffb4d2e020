import pMap from 'p-map'
import { notFound } from '../../errors.ts'
import { entryOf, required } from '../../lookup.ts'
import type {
  AdSetEnd,
  EntityState,
  EntityStatus,
  EntityType,
  PlannedWrite,
  StatusChange,
} from '../../platforms/contract/manage.ts'
import { adSetsIn } from '../../platforms/kit/time/campaign-end.ts'
import { openAccount } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { keptById, keptState } from '../audit/kept.ts'
import { endingOf, endsLost, withEnding, withKeptEnds } from '../ends/change.ts'
import type { EndChange, WithEnd } from '../ends/change.ts'
import type { EndedBy } from '../ends/listed.ts'
import type { NamedEnd } from '../ends/store.ts'
import { lowering } from '../guards/changes/budgets.ts'
import { statusChanges } from '../guards/changes/entities.ts'
import { passGuards } from '../guards/gate.ts'
import type { Spending } from '../guards/terms.ts'
import { requireVerb } from '../connections/verbs.ts'
import { withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { entityError } from './opening.ts'
import { keepChanged, keepDeleted } from '../reports/sync/keep/changed.ts'
import { perform, writeKeyOf } from '../writes/perform.ts'
import { findOwned, entityWords, readStates } from '../connections/owner.ts'
import type { EntityError, InSandbox, Rehearsable } from './opening.ts'
import type { Writing } from '../writes/perform.ts'
import type { FoundEntity, Reading } from '../connections/owner.ts'
import type { AccountDeps } from '../deps.ts'

export const maxEntities = 50
/** More at once for one account, and platforms begin to push back. */
const atOnce = 4

export interface EntityResult {
  entityId: string
  success: boolean
  status: string | null
  endTime?: string
  /** Who ends it then. */
  endedBy?: EndedBy
  /** What was done otherwise than asked, and why. */
  note?: string
  adSets?: AdSetEnd[]
  /** Ends that are no longer kept, because what they were about is deleted. */
  endsDropped?: NamedEnd[]
  error?: EntityError
}

/** What a change that went well tells of the entity. */
type Done = Pick<EntityResult, 'endTime' | 'endedBy' | 'note' | 'adSets' | 'endsDropped'> & { status: string }

export interface EntityResults extends InSandbox {
  results: EntityResult[]
  successCount: number
  failCount: number
}

export interface EntityRequest {
  type: EntityType
  ids: string[]
  accountId?: string
  /** Looked for on this platform alone where no account is named. */
  platform?: string
  /** What callers call one of them, where that is not our word. */
  word?: string
}

export async function changeStatus(
  deps: AccountDeps,
  context: Spending,
  request: EntityRequest & { change: Timed<StatusChange> },
): Promise<EntityResults> {
  const found = await withKeptEnds(deps.db, context, request.type, await findAll(deps, context, request))
  noteBefore(context, found)
  const changeIn = ({ ref }: OpenAccount): StatusChange => withMoments(request.change, ref.timeZone)
  const planOf = (each: WithEnd) => plannedStatus(each, changeIn(each.opened), context.now)
  // A rule that one of them breaks is told before any is changed.
  const writes = new Map([...found].map(([id, each]) => [id, planOf(each)]))
  await passGuards(deps, context, () => {
    const each = [...found.values()]
    const changes = statusChanges(each, (opened) => ({ ...changeIn(opened), now: context.now }))
    const stops = request.change.status !== 'active'
    const lowers = stops ? each.flatMap((one) => lowering(one.opened, one.entity, keyOf(context, 'status', one))) : []
    return { changes, lowers, state: each.map(({ entity }) => entity) }
  })
  const results = await forEach(request, found, (each) => {
    const planned = entryOf(writes, each.entity.id, 'write')
    return withEnding(deps, context, { ...each, ending: planned.ending }, () => switchOne(deps, context, each, planned))
  })
  noteAfter(context, results)
  return results
}

/** What is done about one: a write, and what becomes of the end that we keep. */
interface PlannedStatus {
  change: StatusChange
  ending: EndChange
  /** null: the platform need not be told. */
  write: PlannedWrite | null
}

/** An end that the platform cannot keep is kept by us: it is only told whether to go on until then. */
function plannedStatus(each: WithEnd, change: StatusChange, now: Date): PlannedStatus {
  const { opened, entity } = each
  const setStatus = requireVerb(opened, 'setStatus')
  const ending = endingOf(each, change, now)
  if (ending.does !== 'set') return { change, ending, write: setStatus(opened.ref, entity, change) }
  return {
    change,
    ending,
    write: change.status === 'active' ? setStatus(opened.ref, entity, { status: 'active' }) : null,
  }
}

async function switchOne(
  deps: AccountDeps,
  context: Spending,
  { opened, entity }: WithEnd,
  { change, ending, write }: PlannedStatus,
): Promise<Done> {
  const named = write && { kind: 'status', part: partOf('status', entity), write }
  const result = named && (await perform(deps, context, opened, named))
  const status = String(result?.status ?? entity.platformStatus)
  const state = status === entity.platformStatus ? entity.status : switchedTo(change, context.now)
  await keepChanged(deps.db, context, opened.account, { type: entity.type, id: entity.id, state, status })
  if (ending.does === 'set') return { status, endTime: ending.end.toISOString(), endedBy: 'flightdeck' }
  const answer = required(result, 'result of the write')
  const { endTime, note } = answer
  return {
    status,
    ...(typeof endTime === 'string' ? { endTime, endedBy: 'platform' } : {}),
    ...(typeof note === 'string' ? { note } : {}),
    ...adSetsIn(answer),
  }
}

/** What is to have ended by now is switched off. */
function switchedTo({ status, endTime }: StatusChange, now: Date): EntityStatus {
  return status === 'active' && (!endTime || endTime > now) ? 'active' : 'paused'
}

function partOf(verb: 'status' | 'delete', { id }: EntityState): string {
  return `${verb} ${id}`
}

function keyOf(context: Writing, verb: 'status' | 'delete', { entity }: FoundEntity): string {
  return writeKeyOf(context, partOf(verb, entity))
}

/** What each of them was. */
function noteBefore({ touched }: Writing, found: Map<string, FoundEntity>): void {
  const entities = [...found.values()].map(({ entity }) => entity)
  touched?.({ before: keptById(entities, ({ id }) => id, keptState) })
}

/** What each of them is now. */
export function noteAfter({ touched }: Writing, { results }: EntityResults): void {
  const keep = ({ entityId: _id, ...result }: EntityResult) => result
  touched?.({ after: keptById(results, ({ entityId }) => entityId, keep) })
}

export async function deleteEntities(
  deps: AccountDeps,
  context: Spending,
  request: EntityRequest & { dryRun?: boolean },
): Promise<EntityResults & Rehearsable<'rules'>> {
  const { type, dryRun = false } = request
  const found = await findAll(deps, context, request)
  noteBefore(context, found)
  const planOf = ({ opened, entity }: FoundEntity): PlannedWrite =>
    requireVerb(opened, 'deleteEntity')(opened.ref, entity)
  const writes = new Map([...found].map(([id, each]) => [id, planOf(each)]))
  const plan = () => {
    const each = [...found.values()]
    const lowers = each.flatMap((one) => lowering(one.opened, one.entity, keyOf(context, 'delete', one)))
    return { changes: [], lowers, state: each.map(({ entity }) => entity) }
  }
  await passGuards(deps, context, plan, { dryRun })
  const results = await forEach(request, found, async ({ opened, entity }) => {
    const write = entryOf(writes, entity.id, 'write')
    if (!dryRun) {
      const named = { kind: deletionOf(type), part: partOf('delete', entity), write }
      const told = await perform(deps, context, opened, named)
      await keepDeleted(deps.db, context, opened, { type, id: entity.id, told })
    }
    const endsDropped = await endsLost(deps, context, { opened, entity }, { isRehearsal: dryRun })
    return {
      status: dryRun ? entity.platformStatus : (opened.session.deletedBecomes ?? 'deleted').toUpperCase(),
      ...(endsDropped.length > 0 ? { endsDropped } : {}),
    }
  })
  noteAfter(context, results)
  return dryRun ? { ...results, dryRun: true, depth: 'rules' } : results
}

/** The journal's word for a deletion, by which those that were made through us are found again. */
export function deletionOf(type: EntityType): string {
  return `delete ${type}`
}

/**
 * What is there, by id. In a named account, what is not in it is not touched, whatever the connection's token could do;
 * without one each is looked for. 404 when none of them is known.
 */
async function findAll(deps: AccountDeps, context: Reading, request: EntityRequest): Promise<Map<string, FoundEntity>> {
  const { type, ids, accountId, platform } = request
  if (accountId !== undefined) {
    const opened = await openAccount(deps, context, accountId)
    const states = await readStates(opened, type, ids)
    return new Map([...states].map(([id, entity]) => [id, { opened, entity }]))
  }
  const found = await findOwned(deps, context, { type, ids, platform })
  if (found.size === 0) throw notFound(entityWords[type], ids.join(', '))
  return found
}

async function forEach<Each extends FoundEntity>(
  { ids, type, accountId, word = entityWords[type] }: EntityRequest,
  found: Map<string, Each>,
  act: (each: Each) => Promise<Done>,
): Promise<EntityResults> {
  const place = accountId === undefined ? '' : ' in this account'
  const resultOf = (id: string) => {
    const each = found.get(id)
    return each ? outcomeOf(each, act) : notThere(id, `There is no ${word} ${id}${place}.`)
  }
  const results = await pMap(new Set(ids), resultOf, { concurrency: atOnce })
  const successCount = results.filter(({ success }) => success).length
  const sandbox = [...found.values()].every(({ opened }) => opened.isSandbox)
  return { results, successCount, failCount: results.length - successCount, sandbox }
}

function notThere(entityId: string, message: string): EntityResult {
  return { entityId, success: false, status: null, error: { code: 'not_found', message, retryable: false } }
}

async function outcomeOf<Each extends FoundEntity>(
  each: Each,
  act: (each: Each) => Promise<Done>,
): Promise<EntityResult> {
  const { id: entityId, platformStatus: status } = each.entity
  try {
    return { entityId, success: true, ...(await act(each)) }
  } catch (thrown) {
    return { entityId, success: false, status, error: entityError(thrown) }
  }
}
