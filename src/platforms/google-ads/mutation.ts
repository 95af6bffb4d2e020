import { PlatformError } from '../../errors.ts'
import type { PlatformFailure } from '../../errors.ts'
import { describe, failuresIn, placeOf } from './errors.ts'
import { platformName } from './name.ts'
import type { MutateAllWire, MutateWire } from './wire.ts'
import type { z } from 'zod'

/** What is written; googleAds: several kinds in one call. */
export type MutateKind = 'campaigns' | 'campaignBudgets' | 'adGroups' | 'adGroupAds' | 'adGroupCriteria' | 'googleAds'

export interface Mutation {
  operations: object[]
  /** Has the platform look at it, and changes nothing. */
  validateOnly?: boolean
  /** What is refused does not hold the others up. */
  partialFailure?: boolean
}

/** What became of each operation: the name of what was written, or why it was not. */
export interface Mutated {
  /** null: refused, or only looked at. */
  names: (string | null)[]
  failures: Map<number, PlatformFailure>
}

type Answer = z.output<typeof MutateWire> | z.output<typeof MutateAllWire>

export function readMutation(answer: Answer, count: number): Mutated {
  const found =
    'results' in answer
      ? answer.results.map(({ resourceName }) => resourceName)
      : answer.mutateOperationResponses.map((response) => Object.values(response)[0]?.resourceName)
  const names = Array.from({ length: count }, (_, index) => found[index] ?? null)
  return { names, failures: failuresOf(answer) }
}

/** The first thing that is wrong with an operation says enough. */
function failuresOf({ partialFailureError }: Answer): Map<number, PlatformFailure> {
  const failures = new Map<number, PlatformFailure>()
  if (!partialFailureError) return failures
  const { errors, requestId } = failuresIn(partialFailureError.details)
  for (const error of errors) {
    const { index } = placeOf(error)
    const failure = describe(error, { status: 400, isWrite: true, traceHeader: undefined }, requestId)
    // What belongs to no single operation is wrong with all of them.
    if (index === null) throw new PlatformError(failure)
    if (!failures.has(index)) failures.set(index, failure)
  }
  if (errors.length === 0) {
    const { message } = partialFailureError
    throw new PlatformError({
      platform: platformName,
      kind: 'unknown',
      code: 200,
      message: message || 'Refused in part.',
    })
  }
  return failures
}
