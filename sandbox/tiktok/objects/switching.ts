import type { Collection } from '../../core/collection.ts'
import { advertiserOf, oneOf, requiredList } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import type { OperationStatus, StatusChange, Switched } from './objects.ts'
import { refuseSmartPlus } from './smart-plus.ts'

const maxAtOnce = 20

/** All or nothing: one id that cannot be changed refuses the whole call. */
export function switchAll<T extends Switched & { campaign?: string }>(
  call: Call,
  objects: Collection<T>,
  field: string,
  isOfKind = refuseSmartPlus,
): object {
  const advertiser = advertiserOf(call)
  const ids = requiredList(call.params, field, maxAtOnce)
  const status = oneOf(call.params, 'operation_status', ['ENABLE', 'DISABLE', 'DELETE'], '')
  const found = ids.map((id) => requireOwn(objects, advertiser.id, id, field))
  for (const { id, campaign } of found) isOfKind(call.world, campaign ?? id)
  const now = call.world.now()
  for (const object of found) {
    const change = status === 'DELETE' ? { isDeleted: true } : { status: status as OperationStatus }
    const past = object.history ?? [{ at: object.created, status: object.status }]
    const history = [...past, { at: now, status: status as StatusChange['status'] }]
    objects.put(object.id, { ...object, ...change, history, updated: now })
  }
  return { [field]: ids, status }
}

/** Something of this ad account that is still there. */
export function requireOwn<T extends Switched>(
  objects: Collection<T>,
  advertiser: string,
  id: string,
  field: string,
): T {
  const found = objects.get(id)
  if (!found || found.advertiser !== advertiser) throw invalid(`${field}: ${id.slice(0, 30)} does not exist.`)
  if (found.isDeleted) throw invalid(`${field}: ${id} has been deleted and cannot be changed.`)
  return found
}
