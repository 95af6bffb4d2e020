import type { GraphCall } from '../../call.ts'
import type { FieldSelection } from './field-selection.ts'
import { parseFields } from './field-selection.ts'
import type { GraphObject } from '../../campaigns/objects.ts'
import { renderNode } from './render.ts'

/** Newest first, as the platform lists what grows. */
export function newestFirst<T>(items: T[]): T[] {
  return items.reverse()
}

/** Shows a related object, by default with its id only. */
export function related(
  typeName: string,
  object: GraphObject | undefined,
  call: GraphCall,
  selection: FieldSelection,
): unknown {
  return object && renderNode(typeName, object, call, selection.sub ?? parseFields('id'))
}

/** A node that exists only as an answer. */
export function virtualNode(id: string, fields: Record<string, unknown>): GraphObject {
  return { id, tenant: '', created: 0, updated: 0, ...fields }
}
