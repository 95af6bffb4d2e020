import type { Operation } from '../../call/operation.ts'
import type { Section } from '../../call/sections.ts'

/** A path that ends in "/..." takes the rest of the address, slashes and all; documents call it {path}. */
export function documentedPath(path: string): string {
  return path.replace(/\/\.\.\.$/, '/{path}')
}

export function parametersOfPath(path: string): string[] {
  return [...documentedPath(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** update_budget becomes UpdateBudget: the beginning of the names of its schemas. */
export function pascalName({ name }: Operation): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** update_budget becomes updateBudget: the function of a generated client. */
export function operationId(operation: Operation): string {
  const name = pascalName(operation)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** The sections in the order of the table, each with its operations. */
export function bySection(operations: Operation[]): [Section, Operation[]][] {
  return [...Map.groupBy(operations, (operation) => operation.section)]
}
