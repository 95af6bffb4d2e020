import { z } from 'zod'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput } from '../core/figures/corrections.ts'
import type { SnapSettings, World } from './world.ts'

const settingsInput = z.strictObject({
  tokenSeconds: z.number().min(1).optional(),
  videoSeconds: z.number().min(0).optional(),
  reviewSeconds: z.number().min(0).optional(),
  limits: z.enum(['on', 'off']).optional(),
  rotateRefreshTokens: z.boolean().optional(),
  reportSeconds: z.number().min(0).optional(),
  corrections: correctionsInput.optional(),
  expireTokens: z.literal(true).optional(),
})

/** The switches of `POST /_control/snapchat`; `expireTokens` ends every access token issued so far. */
export function changeSettings(world: World, input: Record<string, unknown>): SnapSettings {
  const { expireTokens, ...change } = parseControl(settingsInput, input)
  world.changeSettings(change)
  if (expireTokens)
    for (const [token, issued] of [...world.tokens.entries()]) world.tokens.put(token, { ...issued, isRevoked: true })
  return world.settings()
}
