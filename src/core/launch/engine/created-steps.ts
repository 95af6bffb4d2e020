import type { StepResult } from '../../../platforms/contract/launch.ts'

/** Media and creatives that this owner of the lane knows to exist: the journal is not asked about them again. */
export interface CreatedSteps {
  get(key: string): StepResult | undefined
  remember(key: string, result: StepResult): void
  forget(key: string): void
  /** One at a time per write: items that share a creative or an image wait for the one that makes it. */
  once(key: string, make: () => Promise<StepResult>): Promise<StepResult>
}

const maxRemembered = 1_000

export function createCreatedSteps(): CreatedSteps {
  const known = new Map<string, StepResult>()
  const making = new Map<string, Promise<StepResult>>()
  return {
    get: (key) => known.get(key),
    remember(key, result) {
      if (known.size >= maxRemembered) known.clear()
      known.set(key, result)
    },
    forget: (key) => void known.delete(key),
    once(key, make) {
      const found = making.get(key)
      if (found) return found
      const created = make().finally(() => making.delete(key))
      making.set(key, created)
      return created
    },
  }
}
