import type { EntityKind, SnapCall } from '../call.ts'
import { requireEntity, singular } from '../call.ts'
import { badRequest, ItemError, newRequestId, SnapError } from '../errors.ts'
import { isObject } from './fields.ts'
import { checkPlacement, rules } from './rules.ts'
import { show } from './show.ts'
import type { Entity, Fields } from '../world.ts'

/** `PATCH` changes single fields of one entity, after RFC 6902; lists have no positions here. */
export function patchEntity(call: SnapCall, kind: EntityKind, id: string): object {
  const before = requireEntity(call, kind, id)
  const type = (call.request.headers['content-type'] ?? '').split(';')[0]
  if (type !== 'application/json-patch+json')
    throw new SnapError({ status: 415, code: 'E1006', message: 'Unsupported media type' })
  const operations = call.request.body.json
  if (!Array.isArray(operations) || operations.length === 0) throw wrongPatch('The patch must be a list of operations')
  const fields = structuredClone(before.fields)
  for (const operation of operations) apply(fields, operation)
  checkRules(call, kind, before, fields)
  if (kind === 'adsquads' && operations.some(saysPlaces)) refusing(() => checkPlacement(fields))
  const entity = call.world[kind].put(id, { ...before, fields, updated: call.world.now() })
  return {
    request_status: 'SUCCESS',
    request_id: newRequestId(),
    [kind]: [{ sub_request_status: 'SUCCESS', [singular[kind]]: show(call.world, kind, entity, call.request.query) }],
  }
}

function checkRules(call: SnapCall, kind: EntityKind, before: Entity, fields: Fields): void {
  const { ad_squad_id: squadId, campaign_id: campaignId } = before.fields as Record<string, string | undefined>
  const parentId = squadId ?? campaignId ?? before.account_id
  refusing(() => rules[kind](call, fields, { id: parentId, account_id: before.account_id }, before))
}

/** What a rule says of an element, a patch is refused with. */
function refusing(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    throw badRequest(error.reason, error.code)
  }
}

function saysPlaces(operation: unknown): boolean {
  return isObject(operation) && /^\/(placement_v2|optimization_goal)(\/|$)/.test(String(operation['path']))
}

function apply(fields: Fields, operation: unknown): void {
  const { op, path, value } = isObject(operation) ? operation : {}
  if (typeof path !== 'string' || !path.startsWith('/')) throw wrongPatch('path must start with /')
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = names.pop() ?? ''
  if (last === 'id' && names.length === 0) throw wrongPatch('The id can not be changed')
  let target = fields
  for (const name of names) {
    const next = target[name]
    if (!isObject(next)) throw wrongPatch(`There is nothing at ${path}`)
    target = next
  }
  if (op === 'add') target[last] = value
  else if (target[last] === undefined) throw wrongPatch(`There is nothing at ${path}`)
  else if (op === 'replace') target[last] = value
  else if (op === 'remove') target[last] = undefined
  else if (op !== 'test') throw wrongPatch('op must be add, remove, replace or test')
  else if (JSON.stringify(target[last]) !== JSON.stringify(value))
    throw badRequest(`The value at ${path} is another one`, 'E1166')
}

function wrongPatch(message: string): SnapError {
  return badRequest(message, 'E1165')
}
