import { z } from 'zod'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput, unlistedAdsInput } from '../core/figures/corrections.ts'
import type { AppLovinSettings } from './world.ts'

const settingsInput = z.strictObject({
  assetSeconds: z.number().min(0).optional(),
  failAssets: z.boolean().optional(),
  rejectAssets: z.boolean().optional(),
  reportRows: z.int().min(1).optional(),
  corrections: correctionsInput.optional(),
  unlistedAds: unlistedAdsInput.optional(),
  limits: z.enum(['on', 'off']).optional(),
})

/** The switches of `POST /_control/applovin`. */
export function readSettings(input: Record<string, unknown>): Partial<AppLovinSettings> {
  return parseControl(settingsInput, input)
}
