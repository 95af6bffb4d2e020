import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { StepResult } from '../../contract/launch.ts'
import type { AccountRef } from '../../contract/manage.ts'
import type { Fate, ManyWrite } from '../../contract/search-ads.ts'
import type { Api } from '../client.ts'
import { idIn } from '../map.ts'
import type { Mutated, MutateKind } from '../mutation.ts'
import { platformName } from '../name.ts'

interface Plan {
  kind: MutateKind
  asks: unknown
  operations: object[]
  /** What the platform did with those that it took. */
  done: 'added' | 'removed'
  /** Looks for each on the platform: its id where it is there, or null. */
  look(): Promise<(string | null)[]>
  /** Whether a look like this means that all of it was done. */
  isDone(found: (string | null)[]): boolean
}

const existsCode = 'mutateError.RESOURCE_ALREADY_EXISTS'
const goneCodes = [
  'mutateError.RESOURCE_NOT_FOUND',
  'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
]

const Fates = z.array(
  z.object({
    id: z.string().nullable(),
    outcome: z.enum(['added', 'exists', 'removed', 'missing', 'valid', 'refused']),
    failure: z
      .object({
        platform: z.string(),
        kind: z.enum(['rejected', 'auth', 'throttled', 'transient', 'unknown']),
        message: z.string(),
        code: z.union([z.string(), z.number()]).optional(),
        traceId: z.string().optional(),
        field: z.string().optional(),
        hint: z.string().optional(),
      })
      .optional(),
  }),
)

/** Many operations in one call, of which each has its own fate; an answer that was lost is looked for. */
export function manyWrite(api: Api, account: AccountRef, plan: Plan): ManyWrite {
  const { kind, operations, done } = plan
  const options = { accountId: account.id }
  const fatesOf = ({ names, failures }: Mutated, good: Fate['outcome']) =>
    operations.map((_, index): Fate => {
      const failure = failures.get(index)
      if (!failure) return { id: names[index] ? idIn(names[index]) : null, outcome: good }
      if (failure.code === existsCode) return { id: null, outcome: 'exists' }
      if (done === 'removed' && goneCodes.includes(String(failure.code))) return { id: null, outcome: 'missing' }
      return { id: null, outcome: 'refused', failure }
    })

  /** Those that are there already have ids as well. A look that fails takes nothing from what was written. */
  async function withIds(fates: Fate[]): Promise<Fate[]> {
    if (!fates.some(({ outcome }) => outcome === 'exists')) return fates
    const found = await plan.look().catch(nothingIfPlatform)
    return fates.map((fate, index) => (fate.outcome === 'exists' ? { ...fate, id: found?.[index] ?? null } : fate))
  }

  return {
    asks: plan.asks,
    async send(sendBefore) {
      if (operations.length === 0) return resultOf([])
      const mutated = await api.mutate(kind, { operations, partialFailure: true }, { ...options, sendBefore })
      return resultOf(await withIds(fatesOf(mutated, done)))
    },
    readBack: {
      kind: 'find',
      async find() {
        const found = await plan.look()
        if (!plan.isDone(found)) return 'absent'
        return { found: resultOf(found.map((id) => ({ id, outcome: done }))) }
      },
    },
    fatesIn: (result) => Fates.parse(JSON.parse(String(result.fates))),
    async rehearse() {
      if (operations.length === 0) return []
      const mutation = { operations, partialFailure: true, validateOnly: true }
      return withIds(fatesOf(await api.mutate(kind, mutation, options), 'valid'))
    },
  }
}

function resultOf(fates: Fate[]): StepResult {
  return { id: fates.find(({ id }) => id !== null)?.id ?? platformName, fates: JSON.stringify(fates) }
}

function nothingIfPlatform(error: unknown): null {
  if (error instanceof PlatformError) return null
  throw error
}
