import type { Operation } from '../call/operation.ts'
import { inWordsOf } from '../call/references.ts'
import { hasPlanTool, planToolFor } from './tools/planned.ts'

/** Documents and failures name operations by method and path; agents know them as tools. */
export function wordsFor(operations: Operation[], listed: Set<string>): (text: string) => string {
  const addresses = operations.flatMap(({ name, rest: { method, path, alsoAt = [] } }) =>
    [path, ...alsoAt].map((each) => ({ name, method, path: each })),
  )
  const offered = new Map(operations.filter(({ tool }) => tool).map((operation) => [operation.name, operation]))
  return inWordsOf(addresses, ({ name = '', values }) => {
    const operation = offered.get(name)
    if (!operation) return 'the dashboard'
    const of = values.filter((value) => !value.startsWith('{'))
    return `${toolFor(operation, listed)}${of.length > 0 ? ` of ${of.join(', ')}` : ''}`
  })
}

function toolFor({ name, effect }: Operation, listed: Set<string>): string {
  if (listed.has(name)) return name
  if (hasPlanTool(name)) return planToolFor(name)
  return `${effect === 'spends' || effect === 'destroys' ? 'plan_operation' : 'use_operation'} ${name}`
}
