import pMap from 'p-map'
import { brokenRules, notFound } from '../../errors.ts'
import type {
  AdListing,
  AdQuery,
  AdSetEnd,
  EntityRef,
  EntityState,
  EntityType,
  Paged,
  PlannedWrite,
  StatusChange,
} from '../../platforms/contract/manage.ts'
import { adSetsIn } from '../../platforms/kit/campaign-end.ts'
import { latestIds } from '../journal/past-writes.ts'
import { requireVerb } from '../verbs.ts'
import { withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { entityError, findOwner, open, openOwner, perform, words } from './opening.ts'
import type { EntityError, ManageCall, Opened } from './opening.ts'

export const mostEntities = 50
/** More at once for one account, and platforms begin to push back. */
const atOnce = 4

export interface EntityResult {
  entityId: string
  success: boolean
  status: string | null
  endTime?: string
  adSets?: AdSetEnd[]
  error?: EntityError
}

/** What a change that went well tells of the entity. */
type Done = Pick<EntityResult, 'endTime' | 'adSets'> & { status: string }

export interface EntityResults {
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
}

export async function changeStatus(
  call: ManageCall,
  request: EntityRequest,
  asked: Timed<StatusChange>,
): Promise<EntityResults> {
  const found = await findAll(call, request)
  const planOf = ({ opened, entity }: FoundEntity): PlannedWrite => {
    const change: StatusChange = withMoments(asked, opened.ref.timeZone)
    return requireVerb(opened.session, opened.platform.name, 'setStatus')(opened.ref, entity, change)
  }
  // A rule that one of them breaks is told before any is changed.
  const writes = new Map([...found].map(([id, each]) => [id, planOf(each)]))
  return forEach(request, found, async ({ opened, entity }) => {
    const result = await perform(call, opened, 'status', `status ${entity.id}`, writes.get(entity.id)!)
    const { status, endTime } = result
    return {
      status: String(status),
      ...(typeof endTime === 'string' ? { endTime } : {}),
      ...adSetsIn(result),
    }
  })
}

type Deletions = EntityResults & { dryRun?: true; depth?: 'rules' }

export async function deleteEntities(call: ManageCall, request: EntityRequest, dryRun: boolean): Promise<Deletions> {
  const found = await findAll(call, request)
  const planOf = ({ opened, entity }: FoundEntity): PlannedWrite =>
    requireVerb(opened.session, opened.platform.name, 'deleteEntity')(opened.ref, entity)
  const writes = new Map([...found].map(([id, each]) => [id, planOf(each)]))
  const results = await forEach(request, found, async ({ opened, entity }) => {
    if (dryRun) return { status: entity.platformStatus }
    await perform(call, opened, deletionOf(request.type), `delete ${entity.id}`, writes.get(entity.id)!)
    return { status: 'DELETED' }
  })
  return dryRun ? { ...results, dryRun: true, depth: 'rules' } : results
}

/** The journal's word for a deletion, by which those that were made through us are found again. */
export function deletionOf(type: EntityType): string {
  return `delete ${type}`
}

/** An entity and the account that it is in. */
interface FoundEntity {
  opened: Opened
  entity: EntityState
}

/**
 * What is there, by id. In a named account, what is not in it is not touched, whatever the connection's token could do;
 * without one each is looked for. 404 when none of them is known.
 */
async function findAll(call: ManageCall, request: EntityRequest): Promise<Map<string, FoundEntity>> {
  const { type, ids, accountId, platform } = request
  const [first] = ids
  if (first === undefined || ids.length > mostEntities) {
    throw brokenRules([{ path: 'entityIds', message: `takes from 1 to ${mostEntities} ids` }])
  }
  const found = new Map<string, FoundEntity>()
  if (accountId !== undefined) {
    await readIn(await open(call, accountId), type, ids, found)
    return found
  }
  let missing = [...new Set(ids)]
  for (let id = missing.shift(); id !== undefined; id = missing.shift()) {
    const opened = await findOwner(call, { type, id }, platform)
    if (!opened) continue
    // Its neighbours in the list are most often in the same account.
    await readIn(opened, type, [id, ...missing], found)
    missing = missing.filter((each) => !found.has(each))
  }
  if (found.size === 0) throw notFound(words[type], first)
  return found
}

async function readIn(opened: Opened, type: EntityType, ids: string[], found: Map<string, FoundEntity>): Promise<void> {
  const readEntities = requireVerb(opened.session, opened.platform.name, 'readEntities')
  const states = await readEntities(
    opened.ref,
    ids.map((id) => ({ type, id })),
  )
  states.forEach((entity, index) => entity && found.set(ids[index]!, { opened, entity }))
}

async function forEach(
  { ids, type, accountId }: EntityRequest,
  found: Map<string, FoundEntity>,
  act: (each: FoundEntity) => Promise<Done>,
): Promise<EntityResults> {
  const place = accountId === undefined ? '' : ' in this account'
  const resultOf = (id: string) => {
    const each = found.get(id)
    return each ? outcomeOf(each, act) : notThere(id, `There is no ${words[type]} ${id}${place}.`)
  }
  const results = await pMap(new Set(ids), resultOf, { concurrency: atOnce })
  const successCount = results.filter(({ success }) => success).length
  return { results, successCount, failCount: results.length - successCount }
}

function notThere(entityId: string, message: string): EntityResult {
  return { entityId, success: false, status: null, error: { code: 'not_found', message, retryable: false } }
}

async function outcomeOf(each: FoundEntity, act: (each: FoundEntity) => Promise<Done>): Promise<EntityResult> {
  const { id: entityId, platformStatus: status } = each.entity
  try {
    return { entityId, success: true, ...(await act(each)) }
  } catch (thrown) {
    return { entityId, success: false, status, error: entityError(thrown) }
  }
}

export interface AdListRequest extends AdQuery {
  accountId?: string
}

/** One page of ads. Deleted ones are in no platform's lists: those that were deleted through us are looked up by id. */
export async function listAds(
  call: Omit<ManageCall, 'operationKey'>,
  { accountId, ...query }: AdListRequest,
): Promise<Paged<AdListing>> {
  const { adSetId, status } = query
  if (accountId === undefined && adSetId === undefined) {
    throw brokenRules([{ path: 'adSetId', message: 'give adSetId or accountId' }])
  }
  const adSet: EntityRef = { type: 'adset', id: adSetId ?? '' }
  const opened = await openOwner(call, adSet, accountId)
  const listAds = requireVerb(opened.session, opened.platform.name, 'listAds')
  if (adSetId !== undefined && accountId !== undefined) await requireIn(opened, adSet)
  if (status !== 'DELETED') return listAds(opened.ref, query)
  const ids = await deletedAds(call, opened, query.limit)
  return listAds(opened.ref, { ...query, ids })
}

async function requireIn({ session, ref }: Opened, entity: EntityRef): Promise<void> {
  if (!session.readEntities) return
  const [found] = await session.readEntities(ref, [entity])
  if (!found) throw notFound(words[entity.type], entity.id)
}

async function deletedAds(
  { services, company }: Omit<ManageCall, 'operationKey'>,
  { platform, account }: Opened,
  limit: number,
): Promise<string[]> {
  const lane = { companyId: company.id, platform: platform.name, accountId: account.account_id }
  return latestIds(services.db, lane, deletionOf('ad'), limit)
}
