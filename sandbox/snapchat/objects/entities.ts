import { downgraded } from '../../core/downgrade.ts'
import { requireEntity, singular, wantsDeleted } from '../call.ts'
import type { EntityKind, SnapCall } from '../call.ts'
import { badRequest, invalid, ItemError, newRequestId, notFound } from '../errors.ts'
import { isObject } from './fields.ts'
import { pageOf } from '../paging.ts'
import { checkPlacement, rules } from './rules.ts'
import type { Parent } from './rules.ts'
import { ignoredFields, readOnlyFields, show } from './show.ts'
import type { Entity, Fields } from '../world.ts'

/** How many elements one call may hold. */
const maxElements: Record<EntityKind, number> = {
  campaigns: 30,
  adsquads: 30,
  ads: 30,
  creatives: 10,
  media: 10,
  segments: 30,
}

type Element = { sub_request_status: 'SUCCESS' | 'ERROR'; [field: string]: unknown }

function envelope(kind: EntityKind, elements: Element[]): object {
  const someWorked = elements.length === 0 || elements.some((element) => element.sub_request_status === 'SUCCESS')
  return {
    request_status: someWorked ? 'SUCCESS' : 'ERROR',
    request_id: newRequestId(),
    [kind]: elements,
  }
}

export function createEntities(call: SnapCall, kind: EntityKind, parent: Parent): object {
  const elements = readElements(call, kind)
  if (kind === 'ads')
    for (const creativeId of new Set(elements.map((element) => String(element['creative_id']))))
      call.limiter.chargeCreative(creativeId)
  return envelope(
    kind,
    elements.map((fields) => attempt(call, kind, () => createOne(call, kind, parent, fields))),
  )
}

function createOne(call: SnapCall, kind: EntityKind, parent: Parent, given: Fields): Entity {
  const { world } = call
  const fields = writableIn(given)
  rules[kind](call, fields, parent, undefined)
  if (kind === 'adsquads') checkPlacement(filled(kind, fields))
  const now = world.now()
  const id = world.newId()
  const owner = { tenant: call.tenant, account_id: parent.account_id }
  const stored = downgraded(filled(kind, fields), call.request.effects.downgradeFields)
  const entity: Entity = { id, ...owner, created: now, updated: now, deleted: false, fields: stored }
  world[kind].put(id, entity)
  if (kind === 'ads') fixChildType(call, parent.id, fields['type'])
  return entity
}

function filled(kind: EntityKind, fields: Fields): Fields {
  if (kind === 'adsquads') return { placement_v2: { config: 'AUTOMATIC' }, ...fields }
  if (kind === 'creatives') return { shareable: true, top_snap_crop_position: 'OPTIMIZED', ...fields }
  return kind === 'campaigns' ? { objective: 'BRAND_AWARENESS', buy_model: 'AUCTION', ...fields } : fields
}

function fixChildType(call: SnapCall, squadId: string, type: unknown): void {
  const squad = call.world.adsquads.get(squadId)
  if (!squad || squad.fields['child_ad_type'] !== undefined) return
  call.world.adsquads.put(squadId, { ...squad, fields: { ...squad.fields, child_ad_type: type } })
}

/** The whole entity is written anew: what the caller leaves out is gone. */
export function updateEntities(call: SnapCall, kind: EntityKind, parent: Parent): object {
  if (kind === 'media') throw notFound('media')
  return envelope(
    kind,
    readElements(call, kind).map((given) => attempt(call, kind, () => updateOne(call, kind, parent, given))),
  )
}

function updateOne(call: SnapCall, kind: EntityKind, parent: Parent, given: Fields): Entity {
  const before = call.world[kind].get(String(given['id']))
  if (before?.tenant !== call.tenant || before.deleted || before.account_id !== parent.account_id)
    throw new ItemError('E3003', `Resource can not be found: ${singular[kind]}`, String(given['id']))
  const written = filled(kind, writableIn(given))
  rules[kind](call, written, parent, before)
  if (kind === 'adsquads') checkPlacement(written)
  const child = before.fields['child_ad_type']
  const fields = child === undefined ? written : { ...written, child_ad_type: child }
  return call.world[kind].put(before.id, { ...before, fields, updated: call.world.now() })
}

export function deleteEntity(call: SnapCall, kind: EntityKind, id: string): object {
  const entity = requireEntity(call, kind, id)
  call.world[kind].put(id, { ...entity, deleted: true, updated: call.world.now() })
  return { request_status: 'SUCCESS', request_id: newRequestId() }
}

export function readEntity(call: SnapCall, kind: EntityKind, id: string): object {
  const entity = requireEntity(call, kind, id, wantsDeleted(call))
  return { ...envelope(kind, [element(call, kind, entity)]), request_status: 'success' }
}

export function listEntities(call: SnapCall, kind: EntityKind, entities: Entity[]): object {
  const visible = wantsDeleted(call) ? entities : entities.filter(({ deleted }) => !deleted)
  const { items, nextLink } = pageOf(call.request, visible)
  return {
    ...(nextLink ? { paging: { next_link: nextLink } } : {}),
    ...envelope(
      kind,
      items.map((entity) => element(call, kind, entity)),
    ),
  }
}

function attempt(call: SnapCall, kind: EntityKind, make: () => Entity): Element {
  try {
    return element(call, kind, make())
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    return { sub_request_status: 'ERROR', sub_request_error_reason: error.reason }
  }
}

function element(call: SnapCall, kind: EntityKind, entity: Entity): Element {
  return { sub_request_status: 'SUCCESS', [singular[kind]]: show(call.world, kind, entity, call.request.query) }
}

function readElements(call: SnapCall, kind: EntityKind): Fields[] {
  const { body } = call.request
  if (body.kind !== 'json' || body.malformed) throw badRequest('The body must be JSON', 'E1006')
  const elements = body.fields[kind]
  if (!Array.isArray(elements) || elements.length === 0) throw badRequest(`${kind} must be a list`)
  if (elements.length > maxElements[kind]) throw badRequest(`At most ${maxElements[kind]} ${kind} go in one call`)
  if (!elements.every(isObject)) throw badRequest(`${kind} must be a list of objects`)
  return elements
}

function writableIn(fields: Fields): Fields {
  const given = Object.entries(fields).filter(([name, value]) => !ignoredFields.includes(name) && value !== null)
  const refused = given.find(([name]) => readOnlyFields.includes(name))
  if (refused) throw invalid(refused[0], 'is read-only')
  return Object.fromEntries(given)
}
