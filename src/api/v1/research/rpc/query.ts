import { z } from 'zod'
import { operation } from '../../../../call/operation.ts'
import type { Operation } from '../../../../call/operation.ts'
import { batchField, batchReplies, forwardBatch, inputField, readInput, resultOf, section } from '../forward.ts'
import { inShape, placesOf, readFields, shapeNotes } from './wrapper.ts'

interface ShapedQuery {
  name: string
  procedure: string
  summary: string
  /** What stands in the query. */
  fields: z.ZodObject
  /** What the tool answers. */
  data: z.ZodType
  example: object
}

const rawFields = z.object({ input: inputField, batch: batchField })

/** A query of the research tool whose fields and answer are documented. */
export function shapedQuery({ name, procedure, summary, fields, data, example }: ShapedQuery): Operation {
  return operation({
    name,
    rest: { method: 'GET', ...placesOf(procedure) },
    section,
    summary,
    description: shapeNotes,
    failures: ['platform_error'],
    scope: 'read',
    effect: 'reads',
    tool: true,
    input: z.object({ ...fields.shape, ...rawFields.shape }),
    // Clients of tRPC bring none of the fields by themselves: all stand in input.
    readsInput: true,
    example,
    reply: resultOf(data.meta({ description: 'What was found.' })),
    otherReplies: batchReplies,
    async handle(deps, call, given) {
      const { input, batch } = readFields(rawFields, given)
      if (batch) return forwardBatch(deps, call, { kind: 'query', procedure, input: readInput(input) })
      if (input !== undefined) return deps.research.ask(call, { kind: 'query', procedure, input: readInput(input) })
      const answer = await deps.research.ask(call, { kind: 'query', procedure, input: readFields(fields, given) })
      return inShape(data, procedure, answer)
    },
  })
}
