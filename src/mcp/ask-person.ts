import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { isObject, lookUp } from '../lookup.ts'
import type { JsonSchema } from '../http/docs/schema.ts'
import { resultOf } from './answer.ts'
import type { Toolbox } from './toolbox.ts'
import type { Asking, Tool } from './tools/tool.ts'

type Fields = Record<string, unknown>

/** What clients that can ask their person a question say of themselves. Older ones have no way to bring the answer here. */
export function canAskPerson(capabilities: unknown): boolean {
  const { elicitation } = isObject(capabilities) ? capabilities : {}
  return isObject(elicitation) && (elicitation.form !== undefined || Object.keys(elicitation).length === 0)
}

const planKey = 'plan'
const valuesKey = 'values'

const approvesNothing =
  'Yes lets the assistant run it. It is no approval: what a spend guard or this key asks for still waits for a person in the dashboard.'

/**
 * A call of a tool, with questions to the person where their client can ask: whether a plan is to be run, and what was left out. Both are
 * answers of a client, worth as much as its arguments: they go the way of every call, and pass nothing that would stop that.
 */
export async function callWithPerson(
  toolbox: Toolbox,
  asking: Asking,
  { tool, given }: { tool: Tool; given: Fields },
  { inputResponses, envelope }: Pick<ServerContext['mcpReq'], 'inputResponses' | 'envelope'>,
) {
  const canAsk = canAskPerson((envelope as Fields | undefined)?.[CLIENT_CAPABILITIES_META_KEY])
  if (canAsk && tool.shows) {
    const view = inputResponse(inputResponses, planKey)
    const text = view.kind === 'missing' ? await toolbox.show(asking, tool, given) : null
    if (text !== null) return inputRequired({ inputRequests: { [planKey]: confirmation(text) } })
    if (view.kind !== 'missing' && !(view.kind === 'elicit' && view.action === 'accept')) return resultOf(notRun)
  }
  const said = await toolbox.call(asking, tool, { ...valuesIn(tool, inputResponses), ...given })
  const asks = (said.missing ?? []).filter((field) => plainField(tool, field) !== null)
  if (!canAsk || asks.length === 0 || inputResponse(inputResponses, valuesKey).kind !== 'missing') return resultOf(said)
  return askFor(tool, asks)
}

/** Nothing is asked for but yes or no: what a form would bring besides is not looked at. */
function confirmation(text: string) {
  return inputRequired.elicit({
    message: `${text}\n\n${approvesNothing}`,
    requestedSchema: { type: 'object', properties: {} },
  })
}

const notRun = {
  json: JSON.stringify({
    outcome: 'not run',
    next: 'The person did not agree: nothing was done. Ask them what they want instead; do not run this plan again unless they say so.',
  }),
  isError: false,
}

function askFor(tool: Tool, fields: string[]): InputRequiredResult {
  const properties = Object.fromEntries(
    fields.flatMap((field): [string, PlainField][] => {
      const plain = plainField(tool, field)
      return plain ? [[field, plain]] : []
    }),
  )
  const message = `${tool.title} needs ${fields.join(', ')}.`
  return inputRequired({
    inputRequests: {
      [valuesKey]: inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: fields } }),
    },
  })
}

interface AboutField {
  title: string
  description?: string
}

type PlainField =
  | ({ type: 'string' } & AboutField)
  | ({ type: 'number' } & AboutField)
  | ({ type: 'boolean' } & AboutField)

/** A field that a form can ask for; null: it is no plain value. */
function plainField({ inputSchema }: Tool, field: string): PlainField | null {
  const schema = lookUp(inputSchema.properties ?? {}, field)
  const type = [schema?.type].flat().find((each) => each !== 'null')
  const about = { title: field, ...aboutOf(schema) }
  if (type === 'integer' || type === 'number') return { type: 'number', ...about }
  if (type === 'boolean') return { type, ...about }
  return type === 'string' ? { type, ...about } : null
}

function aboutOf(schema: JsonSchema | undefined): { description?: string } {
  const words = schema?.enum ? `One of ${schema.enum.join(', ')}. ` : ''
  const description = `${words}${schema?.description ?? ''}`.trim()
  return description ? { description } : {}
}

/** What the person filled in, of the fields that the tool has. */
function valuesIn(tool: Tool, responses: Fields | undefined): Fields {
  const view = inputResponse(responses, valuesKey)
  if (view.kind !== 'elicit' || view.action !== 'accept' || !view.content) return {}
  return Object.fromEntries(Object.entries(view.content).filter(([field]) => plainField(tool, field) !== null))
}
