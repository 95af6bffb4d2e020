import type { z } from 'zod'
import { Answer, fieldsAt } from '../../call/operation.ts'
import type { Operation } from '../../call/operation.ts'
import { admit, perform } from '../../call/pipeline.ts'
import type { CallRequest, CallDeps } from '../../call/pipeline.ts'
import { AppError } from '../../errors.ts'
import { remembered } from '../../remembered.ts'
import { usualEntries } from './schema.ts'
import type { Asking } from './tool.ts'

type Fields = Record<string, unknown>

/** One call of an operation, the way of every call: counted once, in the class of its operation. */
export async function callOperation(
  callDeps: CallDeps,
  operation: Operation,
  asking: Asking,
  given: { input: Fields; idempotencyKey?: string; check?: (input: Fields) => void },
): Promise<object> {
  asking.onOperation?.(operation)
  await admit(callDeps, operation, asking.caller, () => undefined)
  given.check?.(inputOf(operation, given.input))
  const outcome = await perform(callDeps, operation, {
    ...askedOf(operation, asking, given.input),
    idempotencyKey: given.idempotencyKey,
  })
  if (!(outcome instanceof Answer)) return outcome.value
  throw new AppError('unsupported_operation', 'This answers with a file, and no tool hands out files.', {
    reason: 'file',
  })
}

/** A call as the pipeline takes it. */
export function askedOf(
  operation: Operation,
  { caller, requestId, signal, isLarge, afterRestore, onIgnored }: Asking,
  given: Fields,
): CallRequest {
  const input = inputOf(operation, given)
  return {
    caller,
    requestId,
    idempotencyKey: undefined,
    path: operation.rest.path,
    content: given,
    isLarge,
    input: () => input,
    signal,
    files: null,
    afterRestore,
    onIgnored,
  }
}

/** What an agent gave, as a request would bring it; lists are short unless it says otherwise. */
function inputOf(operation: Operation, given: Fields): Fields {
  const { inHeaders, inAddress, limit } = placesOf(operation)
  const pairs = Object.entries(given)
    .filter(([field]) => !inHeaders.has(field))
    .map(([field, value]) => [field, inAddress.has(field) ? asInAddress(value) : value])
  const own = Object.fromEntries(pairs) as Fields
  const prepared = (operation.prepare ? operation.prepare(own) : own) as Fields
  return limit !== null && own.limit === undefined ? { limit, ...prepared } : prepared
}

/** What of an operation does not depend on a call. */
interface Places {
  inHeaders: Set<string>
  inAddress: Set<string>
  /** How many entries are asked for where nobody says; null: it is no list. */
  limit: number | null
}

const placesOf = remembered((operation: Operation): Places => ({
  inHeaders: new Set(fieldsAt(operation, 'header')),
  inAddress: new Set([...fieldsAt(operation, 'path'), ...fieldsAt(operation, 'query')]),
  limit: 'limit' in operation.input.shape ? shortLimit(operation) : null,
}))

/** In an address everything is text. */
function asInAddress(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

function shortLimit({ input }: Operation): number {
  const field = input.shape.limit as z.ZodType
  return field.safeParse(usualEntries).success ? usualEntries : fewEntries
}

/** Where a platform hands out fewer at once. */
const fewEntries = 10
