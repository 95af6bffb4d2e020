import { z } from 'zod'
import { ControlError } from '../core/control/error.ts'
import { actOnTokens, consentInput } from '../core/consent/settings.ts'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput, unlistedAdsInput } from '../core/figures/corrections.ts'
import { roles, scopes } from './world.ts'
import type { LinkedInSettings, World } from './world.ts'
import { addCampaigns } from './seed.ts'

const seconds = z.number().min(0)

const settingsInput = z.strictObject({
  ...consentInput,
  skipsGranted: z.boolean().optional(),
  tokenSeconds: z.int().min(1).optional(),
  refreshSeconds: z.int().min(1).optional(),
  scopes: z.array(z.enum(scopes)).optional(),
  roles: z.record(z.string(), z.enum(roles)).optional(),
  dmaConsent: z.enum(['given', 'lacking']).optional(),
  limits: z.enum(['on', 'off']).optional(),
  dailyCalls: z.int().min(0).optional(),
  resourceCalls: z.record(z.string(), z.int().min(0)).optional(),
  metricValues: z.int().min(0).optional(),
  reportRows: z.int().min(1).optional(),
  reviewSeconds: seconds.optional(),
  review: z.enum(['approves', 'rejects']).optional(),
  imageSeconds: seconds.optional(),
  videoSeconds: seconds.optional(),
  documentSeconds: seconds.optional(),
  failMedia: z.boolean().optional(),
  partBytes: z.int().min(1024).optional(),
  duplicatePosts: z.enum(['refused', 'accepted']).optional(),
  bareSigns: z.enum(['refused', 'cut']).optional(),
  inlineAnswer: z.enum(['body', 'header']).optional(),
  corrections: correctionsInput.optional(),
  unlistedAds: unlistedAdsInput.optional(),
  seedCampaigns: z.strictObject({ accountId: z.string(), count: z.int().min(1).max(20_000) }).optional(),
})

/** The switches of `POST /_control/linkedin`; `seedCampaigns` adds small campaigns until the account has so many. */
export function changeSettings(world: World, input: Record<string, unknown>): LinkedInSettings {
  const { seedCampaigns, ...change } = actOnTokens(world.grants, parseControl(settingsInput, input))
  world.changeSettings(change)
  if (seedCampaigns && addCampaigns(world, seedCampaigns.accountId, seedCampaigns.count) === 0)
    throw new ControlError('seedCampaigns.accountId', `There is no account ${seedCampaigns.accountId}`)
  return world.settings()
}
