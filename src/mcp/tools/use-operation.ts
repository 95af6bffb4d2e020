import type { Operation } from '../../call/operation.ts'
import { AppError, badRequest } from '../../errors.ts'
import { effectWith, findOperation } from './bench.ts'
import type { Bench } from './bench.ts'
import { callOperation } from './call-operation.ts'
import { changesHints, linkOf } from './operation-tool.ts'
import type { Tool } from './tool.ts'

/** Everything that has no tool of its own and needs no plan. */
export function useOperationTool(bench: Bench): Tool {
  return {
    name: 'use_operation',
    title: 'Use an operation',
    description:
      'Call any other operation that reads, or changes something without cost. search_docs finds them and tells their input. What costs money or destroys goes by plan_operation.',
    scopes: ['read'],
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', description: 'Its name, such as list_connections.' },
        input: { type: 'object', description: 'What it takes: search_docs with its name tells.' },
        idempotencyKey: { type: 'string', description: 'For changes: the same again does nothing twice.' },
      },
      required: ['operation'],
    },
    annotations: changesHints,
    example: { operation: 'list_connections', input: {} },
    async run(asking, { operation: name, input, idempotencyKey }) {
      const operation = await findOperation(bench, asking, name)
      const value = await callOperation(bench.door, operation, asking, {
        input: objectIn(input),
        idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
        check: (whole) => refuseCostly(operation, whole),
      })
      return { value, link: linkOf(bench, operation, value) }
    },
  }
}

export function objectIn(input: unknown): Record<string, unknown> {
  if (input === undefined || input === null) return {}
  if (typeof input === 'object' && !Array.isArray(input)) return input as Record<string, unknown>
  throw badRequest([{ path: 'input', message: 'must be an object', expected: 'object' }])
}

function refuseCostly(operation: Operation, input: Record<string, unknown>): void {
  const effect = effectWith(operation, input)
  if (effect !== 'spends' && effect !== 'destroys') return
  const why = effect === 'spends' ? 'can cost money' : 'destroys something'
  const text = `${operation.name} ${why} with this input: plan it with plan_operation, then run the plan.`
  throw new AppError('conflict', text, { reason: 'needs_plan' })
}
