import { effectOf } from '../../call/operation.ts'
import type { Effect, Operation } from '../../call/operation.ts'
import { parseInput } from '../../call/input/parse.ts'
import { count } from '../../call/counted.ts'
import type { CallDeps } from '../../call/pipeline.ts'
import { AppError, badRequest } from '../../errors.ts'
import { scopeFor } from '../../call/scopes.ts'
import type { Scope } from '../../core/context.ts'
import { lookUp } from '../../lookup.ts'
import { asItRuns } from '../../http/docs/as-it-runs.ts'
import type { Asking } from './tool.ts'

/** What tools are made from. */
export interface ToolContext {
  callDeps: CallDeps
  /** What agents may do, by name. */
  operations: Record<string, Operation>
  /** Names operations as agents know them. */
  words: (text: string) => string
}

/** An operation that agents may use, or an error that says where to look. */
export async function findOperation(
  { callDeps, operations }: ToolContext,
  { caller }: Asking,
  name: unknown,
): Promise<Operation> {
  const found = lookUp(operations, String(name))
  if (found) return found
  await count(callDeps, caller, 'read')
  const text = `There is no operation for agents called ${String(name)}: search_docs finds what there is.`
  throw new AppError('not_found', text, { reason: 'no_operation' })
}

/** What an operation of this name needs; nothing where there is none: calling it says so. */
export function scopesNamed({ operations }: ToolContext, name: unknown): Scope[] {
  const found = lookUp(operations, String(name))
  return found ? [scopeFor({ kind: 'agent' }, found) ?? 'read'] : []
}

/** An operation that the table must have. */
export function operationNamed({ operations }: ToolContext, name: string): Operation {
  const found = lookUp(operations, name)
  if (!found) throw new Error(`The tools name an operation that agents are not offered: ${name}`)
  return found
}

/** What a call with this input can cause; an input of the wrong form is refused. */
export function effectWith(operation: Operation, input: Record<string, unknown>): Effect {
  return effectOf(operation, parseInput(operation, input))
}

/** An example as it works here and today. */
export function exampleOf({ callDeps: { services } }: ToolContext, { example }: Operation): object | undefined {
  if (!example) return undefined
  return JSON.parse(asItRuns(JSON.stringify(example), services.sandboxUrl, new Date())) as object
}

/** How an operation is called by its name: the one that was meant, or one that shows the form. */
export function exampleNamed(context: ToolContext, name: unknown, usual: string): object {
  const operation = lookUp(context.operations, String(name)) ?? operationNamed(context, usual)
  return { operation: operation.name, input: exampleOf(context, operation) ?? {} }
}

export function objectIn(input: unknown): Record<string, unknown> {
  if (input === undefined || input === null) return {}
  if (typeof input === 'object' && !Array.isArray(input)) return input as Record<string, unknown>
  throw badRequest([{ path: 'input', message: 'must be an object', expected: 'object' }])
}
