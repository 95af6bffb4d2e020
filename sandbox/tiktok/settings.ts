import { z } from 'zod'
import { actOnTokens, consentInput } from '../core/consent/settings.ts'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput, unlistedAdsInput } from '../core/figures/corrections.ts'
import type { TikTokSettings, World } from './world.ts'

const settingsInput = z.strictObject({
  ...consentInput,
  videoSeconds: z.number().min(0).optional(),
  readLagSeconds: z.number().min(0).optional(),
  tokenEndsAt: z.int().min(0).optional(),
  limits: z.enum(['on', 'off']).optional(),
  enhancesByItself: z.boolean().optional(),
  adsPerAdGroup: z.int().min(1).optional(),
  reviewSeconds: z.number().min(0).optional(),
  reportSeconds: z.number().min(0).optional(),
  reportsFail: z.boolean().optional(),
  corrections: correctionsInput.optional(),
  unlistedAds: unlistedAdsInput.optional(),
  automations: z.record(z.string().regex(/^\d{1,20}$/), z.string().max(100)).optional(),
})

/** The switches of `POST /_control/tiktok`. */
export function changeSettings(world: World, input: Record<string, unknown>): TikTokSettings {
  world.changeSettings(actOnTokens(world.grants, parseControl(settingsInput, input)))
  return world.settings()
}
