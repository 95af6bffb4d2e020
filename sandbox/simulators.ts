import { createMetaSimulator } from './meta/meta-simulator.ts'
import type { SimulatorFactory } from './simulator.ts'

/** Every platform in the box. */
export const simulatorFactories: SimulatorFactory[] = [createMetaSimulator]
