import type { Operation } from '../../call/operation.ts'
import { readsOnly } from '../../call/operation.ts'
import { badRequest } from '../../errors.ts'
import type { JsonSchema } from '../../http/docs/schema.ts'
import { exampleOf, operationNamed } from './tool-context.ts'
import type { ToolContext } from './tool-context.ts'
import { callOperation } from './call-operation.ts'
import type { Listed } from './listed.ts'
import { toolOutput } from './output.ts'
import { toolInput } from './schema.ts'
import { maxSeconds, waitForBatch } from './wait-for-batch.ts'
import { readsOnlyHints } from './tool.ts'
import type { Annotations, Tool } from './tool.ts'

/** A tool that is one operation, done at once. */
export function operationTool(context: ToolContext, listed: Listed): Tool {
  const operation = operationNamed(context, listed.operation)
  const isRead = readsOnly(operation)
  const schema = toolInput(operation, context.words)
  return {
    name: operation.name,
    title: titleOf(operation),
    description: context.words(
      listed.description ?? [operation.summary, operation.description].filter(Boolean).join(' '),
    ),
    scopes: [operation.scope ?? 'read'],
    inputSchema: inputOf(listed, schema, isRead),
    outputSchema: toolOutput(operation, listed.without),
    card: listed.card,
    annotations: isRead ? readsOnlyHints : changesHints,
    example: () => exampleOf(context, operation),
    async run(asking, { idempotencyKey, ...input }) {
      const key = isRead || typeof idempotencyKey !== 'string' ? undefined : idempotencyKey
      const { waitSeconds, ...own } = listed.waits ? input : { ...input, waitSeconds: undefined }
      if (listed.waits) await waitForBatch(context, asking, String(own.id), secondsOf(waitSeconds))
      const value = await callOperation(context.callDeps, operation, asking, {
        input: listed.waits ? own : input,
        idempotencyKey: key,
      })
      const next = typeof listed.next === 'function' ? listed.next(value) : listed.next
      return { value: listed.brief?.(value) ?? value, next, link: linkOf(context, operation, value) }
    },
  }
}

function inputOf({ loose, waits }: Listed, whole: JsonSchema, isRead: boolean): JsonSchema {
  const schema = loose ?? whole
  if (waits) return { ...schema, properties: { ...schema.properties, waitSeconds } }
  return isRead ? schema : withKey(schema)
}

const waitSeconds: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: maxSeconds,
  description: 'Wait as long for its end before answering; how far it is comes as progress notifications.',
}

function secondsOf(given: unknown): number {
  if (given === undefined || given === null) return 0
  const seconds = Number(given)
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= maxSeconds) return seconds
  const message = `must be a whole number of seconds, at most ${maxSeconds}`
  throw badRequest([{ path: 'waitSeconds', message, expected: 'integer' }])
}

/** What changes something that costs nothing, and can be repeated with a key. */
export const changesHints: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
}

function withKey(schema: JsonSchema): JsonSchema {
  const idempotencyKey = {
    type: 'string',
    description: 'Any text of your own: the same again gives the first answer, and does nothing twice.',
  }
  return { ...schema, properties: { ...schema.properties, idempotencyKey } }
}

function titleOf({ name }: Pick<Operation, 'name'>): string {
  const text = name.replaceAll('_', ' ').replace(/\bi\b/, 'I')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Where what was begun can be followed. */
export function linkOf({ callDeps }: ToolContext, { rest }: Operation, value: object): string | undefined {
  return rest.follow ? `${callDeps.services.publicUrl()}${rest.follow({ ...value })}` : undefined
}
