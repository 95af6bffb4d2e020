import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { accountField, dryRunField, rehearsalReply } from '../../../../core/manage/request.ts'
import { updateZips } from '../../../../core/manage/update.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'

const Zip = z.union([PlatformId, z.looseObject({ key: PlatformId })])

export const updateAdSetZipTargeting = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/update-adset-zip-targeting',
  section: 'Primary platform',
  summary: 'Replace, add or remove the postal codes an ad set is shown in.',
  description:
    'Everything else in the targeting stays, except that a country is taken out when one of its postal codes is in: ' +
    'beside the whole country it would mean nothing. Codes that cannot be read are left out and named in invalid.',
  scope: 'manage',
  tool: 'update_ad_set_zips',
  body: z.object({
    ...accountField,
    adSetId: PlatformId,
    zips: z.array(Zip).max(10_000).meta({ description: 'US:10001, or objects with that as key.' }),
    mode: z.enum(['replace', 'merge', 'remove']).default('replace'),
    ...dryRunField,
  }),
  reply: z.object({
    adSetId: z.string(),
    zips: z.array(z.string()),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    invalid: z.array(z.string()),
    ...rehearsalReply,
  }),
  handle(call) {
    const { accountId, adSetId, zips, mode, dryRun = false } = call.body
    const keys = zips.map((zip) => (typeof zip === 'string' ? zip : zip.key))
    return updateZips(call, accountId, adSetId, { zips: keys, mode }, dryRun)
  },
})
