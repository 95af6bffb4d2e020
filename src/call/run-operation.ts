import type { OperationRunner } from '../core/operation-runner.ts'
import { AppError, fromPlatform, PlatformError } from '../errors.ts'
import type { Services } from '../services.ts'
import { Answer } from './operation.ts'
import type { Operation } from './operation.ts'
import { perform } from './pipeline.ts'

interface RunnerDeps {
  services: () => Services
  operations: () => Operation[]
}

/** What rules want done goes the way of every call, under a key that makes a repeat harmless. */
export function createOperationRunner({ services, operations }: RunnerDeps): OperationRunner {
  return {
    async run({ caller, operation: name, input, key, approval }) {
      const operation = operations().find((each) => each.name === name)
      if (!operation) throw new AppError('unsupported_operation', `There is no operation ${name}.`)
      try {
        const outcome = await perform({ services: services() }, operation, {
          caller,
          requestId: key.replaceAll(' ', '_'),
          idempotencyKey: key,
          path: operation.rest.path,
          content: input,
          input: () => input,
          // Whoever waits for it is a row, and never hangs up.
          signal: () => new AbortController().signal,
          files: null,
          approval,
        })
        if (outcome instanceof Answer) return { status: outcome.status, value: {} }
        return { status: outcome.status, value: outcome.value as Record<string, unknown> }
      } catch (error) {
        throw error instanceof PlatformError ? fromPlatform(error) : error
      }
    },
  }
}
