import { z } from 'zod'
import { actOnTokens, consentInput } from '../core/consent/settings.ts'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput, unlistedAdsInput } from '../core/figures/corrections.ts'
import type { PinterestSettings, World } from './world.ts'

const settingsInput = z.strictObject({
  ...consentInput,
  tokenEndsAt: z.int().min(0).optional(),
  accessSeconds: z.int().min(1).optional(),
  reviewSeconds: z.number().min(0).optional(),
  videoSeconds: z.number().min(0).optional(),
  noticeSeconds: z.number().min(0).optional(),
  failVideos: z.boolean().optional(),
  reportSeconds: z.number().min(0).optional(),
  corrections: correctionsInput.optional(),
  unlistedAds: unlistedAdsInput.optional(),
  limits: z.enum(['on', 'off']).optional(),
  disclosureField: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional(),
  adExceptions: z.enum(['object', 'array']).optional(),
})

/** The switches of `POST /_control/pinterest`. */
export function changeSettings(world: World, input: Record<string, unknown>): PinterestSettings {
  world.changeSettings(actOnTokens(world.grants, parseControl(settingsInput, input)))
  return world.settings()
}
