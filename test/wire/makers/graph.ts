import type { MadeCall, MadeField } from './maker.ts'

/** A type of the graph, as code is generated from it. */
interface GraphFile {
  apis: { method: string; endpoint?: string; params?: { name: string; required?: boolean; type?: string }[] }[]
}

export interface GraphFiles {
  types: Map<string, GraphFile>
  /** Words by the name of their enum. */
  words: Map<string, string[]>
}

export function isGraphFile(value: unknown): value is GraphFile {
  return typeof value === 'object' && value !== null && Array.isArray((value as Partial<GraphFile>).apis)
}

export function isWordsFile(name: string, value: unknown): value is { name: string; values: string[] }[] {
  return name === 'enum_types.json' && Array.isArray(value)
}

/** `AdAccount POST adsets`, and `AdSet POST` of the object itself. */
export function graphFrom({ types, words }: GraphFiles): Map<string, MadeCall> {
  const calls = new Map<string, MadeCall>()
  for (const [type, { apis }] of types)
    for (const { method, endpoint, params = [] } of apis) {
      const edge = endpoint?.replace(/^\//, '') ?? ''
      const fields = params.map(({ name, required = false, type: kind = '' }): [string, MadeField] => {
        const known = words.get(kind)
        return [name, { isRequired: required, words: known ? new Set(known) : null }]
      })
      // What a list is asked for stands in no description: fields, limits, cursors, filters.
      calls.set(`${type} ${method}${edge ? ` ${edge}` : ''}`, { fields: new Map(fields), isOpen: method === 'GET' })
    }
  return calls
}
