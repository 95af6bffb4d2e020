import { Answer, fieldsAt } from '../../call/operation.ts'
import type { Operation } from '../../call/operation.ts'
import { admit, perform } from '../../call/pipeline.ts'
import type { Asked, Door } from '../../call/pipeline.ts'
import { AppError, badRequest } from '../../errors.ts'
import { usualEntries } from './schema.ts'
import type { Asking } from './tool.ts'

type Fields = Record<string, unknown>

/** One call of an operation, the way of every call: counted once, in the class of its operation. */
export async function callOperation(
  door: Door,
  operation: Operation,
  asking: Asking,
  given: { input: Fields; idempotencyKey?: string },
): Promise<object> {
  await admit(door, operation, asking.caller, () => undefined)
  const outcome = await perform(door, operation, {
    ...askedOf(operation, asking, given.input),
    idempotencyKey: given.idempotencyKey,
  })
  if (!(outcome instanceof Answer)) return outcome.value
  const { method, path } = operation.rest
  throw new AppError('unsupported_operation', `This answers with a file: get it with ${method} ${path}.`)
}

/** A call as the pipeline takes it. */
export function askedOf(operation: Operation, { caller, requestId, signal }: Asking, given: Fields): Asked {
  const input = inputOf(operation, given)
  return {
    caller,
    requestId,
    idempotencyKey: undefined,
    path: operation.rest.path,
    content: input,
    input: () => input,
    signal: () => signal,
    files: null,
  }
}

/** What an agent gave, as a body would bring it; lists are short unless it says otherwise. */
export function inputOf(operation: Operation, given: Fields): Fields {
  const inHeaders = fieldsAt(operation, 'header')
  const own = Object.fromEntries(Object.entries(given).filter(([field]) => !inHeaders.includes(field)))
  const prepared = operation.prepare ? operation.prepare(own) : own
  if (typeof prepared !== 'object' || prepared === null)
    throw badRequest([{ path: '', message: 'must be an object', expected: 'object' }])
  return 'limit' in operation.input.shape && own.limit === undefined
    ? { limit: shortLimit(operation), ...prepared }
    : (prepared as Fields)
}

function shortLimit({ input }: Operation): number {
  const fits = input.shape.limit as { safeParse(value: unknown): { success: boolean } }
  return fits.safeParse(usualEntries).success ? usualEntries : 10
}
