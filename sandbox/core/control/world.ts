import type { Pipeline } from '../pipeline.ts'
import type { Simulator } from '../simulator.ts'

/** The whole sandbox, for those who steer it and look at it. */
export interface World extends Pipeline {
  simulators: Simulator[]
  /** Empties everything and seeds it again. */
  reset(seed?: number, size?: number): void
  settings(): { seed: number; size: number }
  setClock(offsetSeconds: number): void
}
