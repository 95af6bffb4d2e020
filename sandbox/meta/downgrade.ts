import { isObject } from './params.ts'

/** Stores something else than was asked for, as the platform sometimes silently does. */
export function downgraded<T extends object>(object: T, fields: string[] | undefined): T {
  if (!fields) return object
  const changed = structuredClone(object) as Record<string, unknown>
  for (const field of fields) {
    if (field === 'status') changed['status'] = 'PAUSED'
    else if (field === 'name') changed['name'] = `${String(changed['name'])} (changed)`
    else if (field === 'call_to_action') weakenCallToAction(changed)
    else drop(changed, field.split('.'))
  }
  return changed as T
}

function drop(object: Record<string, unknown>, path: string[]): void {
  const [head = '', ...rest] = path
  const child = object[head]
  if (rest.length === 0) delete object[head]
  else if (isObject(child)) drop(child, rest)
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
