import type { Caller } from '../core/context.ts'
import type { OperationRunner } from '../core/automations/execute/operation-runner.ts'
import { AppError, fromPlatform, PlatformError } from '../errors.ts'
import type { Services } from '../services.ts'
import { Answer } from './operation.ts'
import type { Operation } from './operation.ts'
import { perform } from './pipeline.ts'
import type { CallRequest } from './pipeline.ts'
import { preview } from './plans/make.ts'

interface RunnerDeps {
  services: () => Services
  operations: () => Operation[]
}

/** What rules want done goes the way of every call, under a key that makes a repeat harmless. */
export function createOperationRunner({ services, operations }: RunnerDeps): OperationRunner {
  const named = (name: string) => {
    const operation = operations().find((each) => each.name === name)
    if (!operation) throw new AppError('unsupported_operation', `There is no operation ${name}.`)
    return operation
  }
  return {
    async run({ caller, operation: name, input, key, approval }) {
      const operation = named(name)
      const asked = { ...requestedCall(operation, { caller, input }), requestId: key.replaceAll(' ', '_') }
      try {
        const outcome = await perform({ services: services() }, operation, { ...asked, idempotencyKey: key, approval })
        if (outcome instanceof Answer) return { status: outcome.status, value: {} }
        return { status: outcome.status, value: outcome.value as Record<string, unknown> }
      } catch (error) {
        throw error instanceof PlatformError ? fromPlatform(error) : error
      }
    },
    async forecast({ caller, operation: name, input }) {
      const operation = named(name)
      if (!operation.plannable) return null
      try {
        return (await preview(services(), operation, requestedCall(operation, { caller, input }))).forecast
      } catch (error) {
        if (error instanceof AppError || error instanceof PlatformError) return null
        throw error
      }
    },
  }
}

function requestedCall(
  { name, rest }: Operation,
  { caller, input }: { caller: Caller; input: Record<string, unknown> },
): CallRequest & { caller: Caller } {
  return {
    ...{ caller, requestId: name, idempotencyKey: undefined, path: rest.path, content: input, files: null },
    input: () => input,
    // Whoever waits for it is a row, and never hangs up.
    signal: () => new AbortController().signal,
  }
}
