import { z } from 'zod'
import { actOnTokens, consentInput } from '../core/consent/settings.ts'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput, unlistedAdsInput } from '../core/figures/corrections.ts'
import type { SnapSettings, World } from './world.ts'

const settingsInput = z.strictObject({
  ...consentInput,
  tokenSeconds: z.number().min(1).optional(),
  videoSeconds: z.number().min(0).optional(),
  reviewSeconds: z.number().min(0).optional(),
  limits: z.enum(['on', 'off']).optional(),
  rotateRefreshTokens: z.boolean().optional(),
  reportSeconds: z.number().min(0).optional(),
  corrections: correctionsInput.optional(),
  unlistedAds: unlistedAdsInput.optional(),
})

/** The switches of `POST /_control/snapchat`. */
export function changeSettings(world: World, input: Record<string, unknown>): SnapSettings {
  world.changeSettings(actOnTokens(world.grants, parseControl(settingsInput, input)))
  return world.settings()
}
