import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { accountField, dryRunField, rehearsalReply } from '../fields.ts'
import { updateZips } from '../../../../core/manage/update.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'

const maxZips = 10_000
const ZipKey = z
  .looseObject({ key: PlatformId.meta({ description: 'US:10001, for example.' }) })
  .meta({ id: 'ZipKey', description: 'A postal code as the platform tells it; only its key is read.' })
const codes = (description: string) => z.array(z.string()).meta({ description })

export const updateAdSetZipTargeting = operation({
  name: 'update_ad_set_zips',
  rest: { method: 'POST', path: '/v1/manage/update-adset-zip-targeting' },
  section: 'Primary platform',
  summary: 'Replace, add or remove the postal codes an ad set is shown in.',
  description:
    'Everything else in the targeting stays, except that a country is taken out when one of its postal codes is in: ' +
    'beside the whole country it would mean nothing. Codes that cannot be read are left out and named in invalid.',
  scope: 'manage',
  // More places reach more people, but the budget stays what it is.
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'changes'),
  tool: true,
  failures: ['unsupported_operation'],
  takesLeftovers: true,
  input: z.object({
    ...accountField,
    adSetId: PlatformId.meta({ description: 'Id of the ad set.' }),
    zips: z
      .array(z.union([PlatformId, ZipKey]))
      .max(maxZips)
      .meta({ description: `US:10001, or objects with that as key; at most ${maxZips.toLocaleString('en')}.` }),
    mode: z
      .enum(['replace', 'merge', 'remove'])
      .default('replace')
      .meta({ description: 'Whether the codes replace those that are there, are added, or are taken out.' }),
    ...dryRunField,
  }),
  example: { accountId: demo.account, adSetId: demo.adSet, zips: ['US:10001', 'US:94107'], mode: 'replace' },
  reply: z.object({
    adSetId: z.string().meta({ description: 'Id of the ad set.' }),
    zips: codes('The postal codes it is shown in now, or would be.'),
    added: codes('Those that are new.'),
    removed: codes('Those that are gone.'),
    invalid: codes('Those that cannot be read, as they were given.'),
    ...rehearsalReply,
  }),
  handle(deps, call, { accountId, adSetId, zips, mode, dryRun }) {
    const keys = zips.map((zip) => (typeof zip === 'string' ? zip : zip.key))
    return updateZips(deps, call, { accountId, adSetId, change: { zips: keys, mode }, dryRun })
  },
})
