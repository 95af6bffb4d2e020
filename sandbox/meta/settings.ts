import { z } from 'zod'
import { actOnTokens, consentInput } from '../core/consent/settings.ts'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput } from '../core/figures/corrections.ts'
import type { MetaSettings, World } from './world.ts'
import { allScopes } from './graph/access/scopes.ts'

const settingsInput = z.strictObject({
  ...consentInput,
  shortSeconds: z.int().min(1).optional(),
  longSeconds: z.int().min(1).optional(),
  requireAppsecretProof: z.boolean().optional(),
  tier: z.enum(['standard_access', 'development_access']).optional(),
  declinedScopes: z.array(z.enum(allScopes)).optional(),
  reviewSeconds: z.number().min(0).optional(),
  videoSeconds: z.number().min(0).optional(),
  tokenEndsAt: z.int().min(0).optional(),
  asyncSeconds: z.number().min(0).optional(),
  reportSeconds: z.number().min(0).optional(),
  largestReport: z.int().min(0).optional(),
  largestPage: z.int().min(1).max(500).optional(),
  limits: z.enum(['on', 'off']).optional(),
  rejectNamesWith: z.string().max(100).optional(),
  disclosureFeature: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .optional(),
  unknownFeatures: z.array(z.string().max(100)).max(100).optional(),
  callDestination: z.boolean().optional(),
  ignoresDryRun: z.boolean().optional(),
  ownsShop: z.boolean().optional(),
  copiesKeepLabels: z.boolean().optional(),
  historyIgnoresObject: z.boolean().optional(),
  corrections: correctionsInput.optional(),
  newAccounts: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        currency: z.string().regex(/^[A-Z]{3}$/),
        timezone: z.string().refine(isTimeZone, 'is no time zone'),
      }),
    )
    .max(99)
    .optional(),
})

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name)
}

/** The switches of `POST /_control/meta`. */
export function changeSettings(world: World, input: Record<string, unknown>): MetaSettings {
  world.changeSettings(actOnTokens(world.grants, parseControl(settingsInput, input)))
  return world.settings()
}
