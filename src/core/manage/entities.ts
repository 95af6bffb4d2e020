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
} from '../../platforms/manage.ts'
import { adSetsIn } from '../../platforms/campaign-end.ts'
import { requireVerb } from '../verbs.ts'
import { withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { entityError, openOwner, perform, words } from './opening.ts'
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
}

export async function changeStatus(
  call: ManageCall,
  request: EntityRequest,
  asked: Timed<StatusChange>,
): Promise<EntityResults> {
  const { opened, found } = await readAll(call, request)
  const change: StatusChange = withMoments(asked, opened.ref.timeZone)
  const setStatus = requireVerb(opened.session, opened.platform.name, 'setStatus')
  return forEach(request.ids, found, request.type, async (entity) => {
    const write = setStatus(opened.ref, entity, change)
    const result = await perform(call, opened, 'status', `status ${entity.id}`, write)
    const { status, endTime } = result
    return {
      status: String(status),
      ...(typeof endTime === 'string' ? { endTime } : {}),
      ...adSetsIn(result),
    }
  })
}

export async function deleteEntities(call: ManageCall, request: EntityRequest, dryRun: boolean): Promise<object> {
  const { opened, found } = await readAll(call, request)
  const deleteEntity = requireVerb(opened.session, opened.platform.name, 'deleteEntity')
  const remove = async (entity: EntityState) => {
    if (dryRun) return { status: entity.status }
    const write: PlannedWrite = deleteEntity(opened.ref, entity)
    await perform(call, opened, deletionOf(request.type), `delete ${entity.id}`, write)
    return { status: 'DELETED' }
  }
  const results = await forEach(request.ids, found, request.type, remove)
  return dryRun ? { ...results, dryRun: true, depth: 'rules' } : results
}

function deletionOf(type: EntityType): string {
  return `delete ${type}`
}

/** What is not in the account is not touched, whatever the connection's token could do. */
async function readAll(call: ManageCall, { type, ids, accountId }: EntityRequest) {
  const first = ids[0]
  if (first === undefined || ids.length > mostEntities) {
    throw brokenRules([{ path: 'entityIds', message: `takes from 1 to ${mostEntities} ids` }])
  }
  const opened = await openOwner(call, { type, id: first }, accountId)
  const readEntities = requireVerb(opened.session, opened.platform.name, 'readEntities')
  const states = await readEntities(
    opened.ref,
    ids.map((id) => ({ type, id })),
  )
  return { opened, found: new Map(ids.map((id, index) => [id, states[index] ?? null])) }
}

async function forEach(
  ids: string[],
  found: Map<string, EntityState | null>,
  type: EntityType,
  act: (entity: EntityState) => Promise<Done>,
): Promise<EntityResults> {
  const queue = [...new Set(ids)]
  const results = new Map<string, EntityResult>()
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      results.set(id, await outcomeOf(id, found.get(id) ?? null, type, act))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const inOrder = [...new Set(ids)].map((id) => results.get(id)!)
  const successCount = inOrder.filter(({ success }) => success).length
  return { results: inOrder, successCount, failCount: inOrder.length - successCount }
}

async function outcomeOf(
  entityId: string,
  entity: EntityState | null,
  type: EntityType,
  act: (entity: EntityState) => Promise<Done>,
): Promise<EntityResult> {
  if (!entity) {
    const message = `There is no ${words[type]} ${entityId} in this account.`
    return { entityId, success: false, status: null, error: { code: 'not_found', message, retryable: false } }
  }
  try {
    return { entityId, success: true, ...(await act(entity)) }
  } catch (thrown) {
    return { entityId, success: false, status: entity.status, error: entityError(thrown) }
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
  { services, caller }: Omit<ManageCall, 'operationKey'>,
  { platform, account }: Opened,
  limit: number,
): Promise<string[]> {
  const rows = await services.db
    .selectFrom('journal')
    .select('platform_id')
    .where('company_id', '=', caller.companyId)
    .where('platform', '=', platform.name)
    .where('account_id', '=', account.account_id)
    .where('kind', '=', deletionOf('ad'))
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return [...new Set(rows.flatMap(({ platform_id: id }) => id ?? []))]
}
