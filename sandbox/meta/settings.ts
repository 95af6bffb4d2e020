import { z } from 'zod'
import { actOnTokens, consentInput } from '../core/consent/settings.ts'
import { ControlError } from '../core/control/error.ts'
import { parseControl } from '../core/control/input.ts'
import { correctionsInput, unlistedAdsInput } from '../core/figures/corrections.ts'
import type { MetaSettings, World } from './world.ts'
import { allScopes } from './graph/access/scopes.ts'

const accountChange = z.strictObject({
  accountId: z.string().regex(/^act_\d+$/),
  /** The platform's own numbers. */
  status: z.int().min(1).optional(),
  disableReason: z.int().min(0).optional(),
  /** In minor units; 0 = no limit. */
  spendCap: z.int().min(0).optional(),
  amountSpent: z.int().min(0).optional(),
})

type AccountChange = z.output<typeof accountChange>

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
  unlistedAds: unlistedAdsInput.optional(),
  accounts: z.array(accountChange).max(1000).optional(),
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

/** The switches of `POST /_control/meta`, and what is done to accounts at once. */
export function changeSettings(world: World, input: Record<string, unknown>): MetaSettings {
  const { accounts = [], ...settings } = parseControl(settingsInput, input)
  changeAccounts(world, accounts)
  world.changeSettings(actOnTokens(world.grants, settings))
  return world.settings()
}

/** All of them, or none where one is not there. */
function changeAccounts({ accounts }: World, changes: AccountChange[]): void {
  const changed = changes.map(({ accountId, status, disableReason, spendCap, amountSpent }, index) => {
    const account = accounts.get(accountId)
    if (!account) throw new ControlError(`accounts.${index}.accountId`, `There is no account ${accountId}`)
    return {
      ...account,
      ...(status === undefined ? {} : { account_status: status }),
      ...(disableReason === undefined ? {} : { disable_reason: disableReason }),
      ...(spendCap === undefined ? {} : { spend_cap: String(spendCap) }),
      ...(amountSpent === undefined ? {} : { amount_spent: String(amountSpent) }),
    }
  })
  for (const account of changed) accounts.put(account.id, account)
}
