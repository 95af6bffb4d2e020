import type { FieldSelection } from './read/field-selection.ts'
import type { GraphCall } from '../call.ts'
import type { GraphObject } from '../campaigns/objects.ts'

/** Computes a field that is not stored under its own name; undefined leaves it out, as the platform does with empty fields. */
export type FieldReader = (object: GraphObject, call: GraphCall, selection: FieldSelection) => unknown

export interface Edge {
  /** Name of the type of what is listed. */
  of: string
  list(object: GraphObject, call: GraphCall): GraphObject[]
  /** Shown when no fields are asked for; otherwise only `id`. */
  defaultFields?: string
}

export interface NodeType {
  name: string
  /** Fields that may be asked for; stored ones are answered as they are. */
  fields: ReadonlySet<string>
  computed: Record<string, FieldReader>
  edges: Record<string, Edge>
  defaultFields?: string
}

const types = new Map<string, NodeType>()

interface TypeFields {
  fields: string
  computed?: Record<string, FieldReader>
  edges?: Record<string, Edge>
  defaultFields?: string
}

export function defineType(name: string, { fields, computed = {}, edges = {}, defaultFields }: TypeFields): void {
  const known = new Set([...fields.split(' '), ...Object.keys(computed), 'id'])
  types.set(name, { name, fields: known, computed, edges, defaultFields })
}

export function typeNamed(name: string): NodeType {
  const type = types.get(name)
  if (!type) throw new Error(`No node type ${name}`)
  return type
}
