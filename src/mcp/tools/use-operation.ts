import type { Operation } from '../../call/operation.ts'
import { AppError } from '../../errors.ts'
import { effectWith, exampleNamed, findOperation, objectIn, scopesNamed } from './tool-context.ts'
import type { ToolContext } from './tool-context.ts'
import { callOperation } from './call-operation.ts'
import { changesHints, linkOf } from './operation-tool.ts'
import { answerWith } from './output.ts'
import { planToolFor } from './planned.ts'
import type { Tool } from './tool.ts'

/** Everything that has no tool of its own and needs no plan. */
export function useOperationTool(context: ToolContext): Tool {
  return {
    name: 'use_operation',
    title: 'Use an operation',
    description:
      'Call any other operation that reads, or changes something without cost. search_docs finds them and tells their input. What costs money or destroys goes by plan_operation.',
    scopes: ['read'],
    scopesFor: ({ operation }) => scopesNamed(context, operation),
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', description: 'Its name, such as list_connections.' },
        input: { type: 'object', description: 'What it takes: search_docs with its name tells.' },
        idempotencyKey: { type: 'string', description: 'For changes: the same again does nothing twice.' },
      },
      required: ['operation'],
    },
    // What an operation answers search_docs does not tell, and its own documents do: anything.
    outputSchema: answerWith({}),
    annotations: changesHints,
    example: ({ operation }) => exampleNamed(context, operation, 'list_connections'),
    async run(asking, { operation: name, input, idempotencyKey }) {
      const operation = await findOperation(context, asking, name)
      const value = await callOperation(context.callDeps, operation, asking, {
        input: objectIn(input),
        idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
        check: (whole) => refuseCostly(operation, whole),
      })
      return { value, link: linkOf(context, operation, value) }
    },
  }
}

function refuseCostly(operation: Operation, input: Record<string, unknown>): void {
  const effect = effectWith(operation, input)
  if (effect !== 'spends' && effect !== 'destroys') return
  const why = effect === 'spends' ? 'can cost money' : 'destroys something'
  const tool = planToolFor(operation.name)
  const text = `${operation.name} ${why} with this input: plan it with ${tool}, then run the plan.`
  throw new AppError('conflict', text, { reason: 'needs_plan', tool })
}
