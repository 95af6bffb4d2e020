import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { maxBatch } from '../../../core/research/research.ts'
import { batchField, batchReplies, forwardBatch, inputField, maxInputBytes, olderPath } from './forward.ts'
import { path, readInput, resultOf, section } from './forward.ts'

const procedureField = z.string().meta({
  description: `Name of the procedure, such as ads.list; in a batch up to ${maxBatch} of them, by comma. Another than those that the configuration allows is 404, with the list of those there are.`,
})

const Result = resultOf(z.unknown().meta({ description: 'Whatever the procedure answers.' }))

const notes =
  'What the research tool answers is passed on as it comes. What it refuses is 502, with its own code in details.code. ' +
  "The caller's key never goes there. Clients of tRPC work with this address: links that batch, and links that do not."

export const queryResearch = operation({
  name: 'query_research',
  rest: { method: 'GET', path: `${path}/{procedure}`, unlistedAt: [`${olderPath}/{procedure}`] },
  section,
  summary: 'Ask any query of the research tool.',
  description: notes,
  failures: ['platform_error'],
  scope: 'read',
  effect: 'reads',
  input: z.object({ procedure: procedureField, input: inputField, batch: batchField }),
  example: { procedure: 'brand.search', input: '{"search":"kitchen"}' },
  reply: Result,
  otherReplies: batchReplies,
  async handle(deps, call, { procedure, input, batch }) {
    const question = { kind: 'query' as const, procedure, input: readInput(input) }
    return batch ? forwardBatch(deps, call, question) : deps.research.ask(call, question)
  },
})

export const mutateResearch = operation({
  name: 'mutate_research',
  rest: {
    method: 'POST',
    path: `${path}/{procedure}`,
    unlistedAt: [`${olderPath}/{procedure}`],
    inQuery: ['batch'],
    maxBodyBytes: maxInputBytes,
  },
  section,
  summary: 'Have any mutation of the research tool done.',
  description:
    `The body is the input itself, or an object with the field json that holds it; at most ${maxInputBytes} bytes. ${notes} ` +
    'A mutation without an answer may have happened: details.mayHaveHappened says so.',
  failures: ['platform_error'],
  scope: 'launch',
  effect: 'changes',
  takesLeftovers: true,
  input: z.object({
    procedure: procedureField,
    batch: batchField,
    json: z.unknown().optional().meta({ description: 'The input. It may also be the body itself.' }),
  }),
  prepare: (body) => (body === undefined ? undefined : { json: body }),
  example: { procedure: 'companies.follow', json: { brandId: 'brand_02' } },
  reply: Result,
  otherReplies: batchReplies,
  async handle(deps, call, { procedure, batch, json: input }) {
    const question = { kind: 'mutation' as const, procedure, input }
    call.touched({ before: { unknown: 'Nobody but the research tool knows what a mutation of it changes.' } })
    return batch ? forwardBatch(deps, call, question) : deps.research.ask(call, question)
  },
})
