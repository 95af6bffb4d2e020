import { badRequest } from '../../errors.ts'
import { lookUp } from '../../lookup.ts'
import { effectOf } from '../../call/operation.ts'
import type { Effect, Operation } from '../../call/operation.ts'
import { parseInput } from '../../call/input/parse.ts'
import { count } from '../../call/counted.ts'
import { rank, sectionsOf } from '../docs.ts'
import type { DocsPage } from '../docs.ts'
import { exampleOf } from './tool-context.ts'
import type { ToolContext } from './tool-context.ts'
import { planToolFor } from './planned.ts'
import { answerWith } from './output.ts'
import { toolInput } from './schema.ts'
import { readsOnlyHints } from './tool.ts'
import type { Tool } from './tool.ts'

const maxOperations = 8
const maxSections = 4
const sectionChars = 700
const maxQueryLength = 500

/** Finds what has no tool of its own, and what the documents say. */
export function searchDocsTool(
  context: ToolContext,
  { pages, own }: { pages: () => Promise<DocsPage[]>; own: Set<string> },
): Tool {
  const operations = Object.values(context.operations)
  return {
    name: 'search_docs',
    title: 'Search docs',
    description:
      'Search the documents and all operations. The exact name of an operation as query answers with its input and an example, and how it is called.',
    scopes: ['read'],
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words, or the name of an operation.' } },
      required: ['query'],
    },
    outputSchema: answerWith({ operation: { type: 'object' }, operations: { type: 'array' }, docs: { type: 'array' } }),
    annotations: { ...readsOnlyHints, openWorldHint: false },
    example: () => ({ query: 'add negative keywords' }),
    async run({ caller }, { query }) {
      if (typeof query !== 'string' || query.trim() === '' || query.length > maxQueryLength)
        throw badRequest([
          { path: 'query', message: `must be text of 1 to ${maxQueryLength} characters`, expected: 'string' },
        ])
      await count(context.callDeps, caller, 'read')
      const exact = lookUp(context.operations, query.trim())
      if (exact) return { value: { operation: whole(context, exact, own) }, next: howTo(exact, own), isOurs: true }
      const found = rank(operations, query, ({ name, summary, description = '', section }) => ({
        head: `${name.replaceAll('_', ' ')} ${summary}`,
        body: `${description} ${section}`,
      }))
      const sections = rank((await pages()).flatMap(sectionsOf), query, ({ heading, text }) => ({
        head: heading,
        body: text,
      }))
      return {
        value: {
          operations: found.slice(0, maxOperations).map((each) => lineOf(each, own)),
          docs: sections
            .slice(0, maxSections)
            .map(({ page, heading, text }) => ({ page, heading, text: text.slice(0, sectionChars) })),
        },
        next: 'search_docs with the name of an operation answers with its input. The pages are resources.',
        isOurs: true,
      }
    },
  }
}

function lineOf(operation: Operation, own: Set<string>) {
  return { name: operation.name, summary: operation.summary, scope: operation.scope, how: howTo(operation, own) }
}

function whole(context: ToolContext, operation: Operation, own: Set<string>) {
  const { name, summary, description } = operation
  return {
    ...{ name, summary, description: description && context.words(description) },
    ...{ scope: operation.scope, how: howTo(operation, own) },
    input: toolInput(operation, context.words),
    example: exampleOf(context, operation),
  }
}

function howTo(operation: Operation, own: Set<string>): string {
  if (own.has(operation.name)) return `the tool ${operation.name}`
  const plan = planToolFor(operation.name)
  const effect = usualEffect(operation)
  if (effect === 'spends' || effect === 'destroys')
    return operation.plannable ? plan : 'not open to agents: a person does it'
  const depends = typeof operation.effect === 'function'
  return depends ? `use_operation, or ${plan} where it can cost money or destroy` : 'use_operation'
}

/** What it can cause; where that follows from the input, what its example would. */
function usualEffect(operation: Operation): Effect {
  return effectOf(operation, operation.example ? parseInput(operation, { ...operation.example }) : {})
}
