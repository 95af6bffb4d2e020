import { createMetaSimulator } from './meta/meta-simulator.ts'
import { createPinterestSimulator } from './pinterest/pinterest-simulator.ts'
import { createSnapchatSimulator } from './snapchat/snapchat-simulator.ts'
import type { SimulatorFactory } from './simulator.ts'
import { createTikTokSimulator } from './tiktok/tiktok-simulator.ts'

/** Every platform in the box. */
export const simulatorFactories: SimulatorFactory[] = [
  createMetaSimulator,
  createPinterestSimulator,
  createSnapchatSimulator,
  createTikTokSimulator,
]
