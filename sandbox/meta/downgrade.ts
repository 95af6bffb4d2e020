import { downgraded as without } from '../core/downgrade.ts'
import { isObject } from './graph/params.ts'

/** Fields that the platform changes silently; any other is left out. */
const changes: Record<string, (object: Record<string, unknown>) => void> = {
  status: (object) => void (object['status'] = 'PAUSED'),
  name: (object) => void (object['name'] = `${String(object['name'])} (changed)`),
  call_to_action: weakenCallToAction,
}

/** Stores something else than was asked for, as the platform sometimes silently does. */
export function downgraded<T extends object>(object: T, fields: string[] | undefined): T {
  if (!fields) return object
  const changed = without(
    object,
    fields.filter((field) => !changes[field]),
  )
  for (const field of fields) changes[field]?.(changed as Record<string, unknown>)
  return changed
}

function weakenCallToAction(value: unknown): void {
  if (Array.isArray(value)) value.forEach(weakenCallToAction)
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (name === 'call_to_action' && isObject(member)) member['type'] = otherType(member['type'])
    else if (name === 'call_to_action_types' && Array.isArray(member)) value[name] = member.map(otherType)
    else weakenCallToAction(member)
  }
}

function otherType(type: unknown): string {
  return type === 'LEARN_MORE' ? 'SEE_MORE' : 'LEARN_MORE'
}
