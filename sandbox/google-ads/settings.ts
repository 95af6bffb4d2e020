import { z } from 'zod'
import { ControlError } from '../core/control/error.ts'
import { actOnTokens, consentInput } from '../core/consent/settings.ts'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput, unlistedAdsInput } from '../core/figures/corrections.ts'
import type { AdsSettings, World } from './world.ts'
import { addCampaigns } from './seed.ts'

const settingsInput = z.strictObject({
  ...consentInput,
  tokenSeconds: z.int().min(1).optional(),
  developerToken: z.enum(['required', 'optional']).optional(),
  tokenErrors: z.enum(['plain', 'failure']).optional(),
  limits: z.enum(['on', 'off']).optional(),
  dailyOperations: z.int().min(0).optional(),
  callsPerSecond: z.number().min(0.01).optional(),
  callBurst: z.int().min(1).optional(),
  pageRows: z.int().min(1).max(10_000).optional(),
  changeDelaySeconds: z.number().min(0).optional(),
  duplicateKeywords: z.enum(['refused', 'returned']).optional(),
  reviewSeconds: z.number().min(0).optional(),
  zeroMetrics: z.enum(['shown', 'omitted']).optional(),
  ignoresDryRun: z.boolean().optional(),
  timedCampaigns: z.array(z.string().max(50)).max(20).optional(),
  corrections: correctionsInput.optional(),
  unlistedAds: unlistedAdsInput.optional(),
  seedCampaigns: z.strictObject({ accountId: z.string(), count: z.int().min(1).max(20_000) }).optional(),
})

/** The switches of `POST /_control/google-ads`; `seedCampaigns` adds small campaigns until the account has so many. */
export function changeSettings(world: World, input: Record<string, unknown>): AdsSettings {
  const { seedCampaigns, ...change } = actOnTokens(world.grants, parseControl(settingsInput, input))
  world.changeSettings(change)
  if (seedCampaigns && addCampaigns(world, seedCampaigns.accountId, seedCampaigns.count) === 0)
    throw new ControlError(
      'seedCampaigns.accountId',
      `There is no account ${seedCampaigns.accountId} that can have campaigns`,
    )
  return world.settings()
}
