import { createAppLovinSimulator } from './applovin/simulator.ts'
import { createGoogleAdsSimulator } from './google-ads/simulator.ts'
import { createLinkedInSimulator } from './linkedin/simulator.ts'
import { createMetaSimulator } from './meta/simulator.ts'
import { createPinterestSimulator } from './pinterest/simulator.ts'
import { createResearchSimulator } from './research/simulator.ts'
import { createSnapchatSimulator } from './snapchat/simulator.ts'
import type { SimulatorFactory } from './core/simulator.ts'
import { createTikTokSimulator } from './tiktok/simulator.ts'

/** Every platform in the box, and the research tool. */
export const simulatorFactories: SimulatorFactory[] = [
  createMetaSimulator,
  createAppLovinSimulator,
  createGoogleAdsSimulator,
  createLinkedInSimulator,
  createPinterestSimulator,
  createSnapchatSimulator,
  createTikTokSimulator,
  createResearchSimulator,
]
