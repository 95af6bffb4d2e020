import { z } from 'zod'
import { duplicate, maxCopies } from '../../../../core/duplicate/duplicate.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { Location } from '../fields.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { alsoSpelled } from '../also-spelled.ts'
import { copyFields, newNameField } from './fields.ts'
import { copiesReply, methodField, namingFields, replyWith, resultFields, resultsOf } from './reply.ts'
import { guardFailures } from '../../../guard-failures.ts'

const AdSetCopy = z
  .object({
    ...resultFields,
    newAdSetId: z.string().optional().meta({ description: 'Id of the copy.' }),
    ...namingFields,
    locationApplied: z.boolean().optional().meta({ description: 'Whether the copy is shown in the places asked for.' }),
    locationError: z.string().optional().meta({ description: 'Why not; the copy is there all the same.' }),
    ...methodField,
  })
  .meta({ id: 'AdSetCopy' })

export const duplicateAdSet = operation({
  name: 'duplicate_adset',
  rest: { method: 'POST', path: '/v1/manage/duplicate-adset' },
  section: 'Primary platform',
  summary: `Copy an ad set 1 to ${maxCopies} times, with its ads, to other places or into another campaign.`,
  description:
    'Large ad sets are copied in the background of the platform while this call waits. A copy that fails does not stop the others. A location that cannot be applied leaves the copy and says so.',
  scope: 'manage',
  effect: 'spends',
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  takesLeftovers: true,
  input: z.object({
    adsetId: PlatformId.meta({ description: 'The ad set to copy.' }),
    ...copyFields,
    deepCopy: z.boolean().default(true).meta({ description: 'Copy the ads too.' }),
    targetCampaignId: PlatformId.optional().meta({
      description: "The campaign to copy into. Left out: the ad set's own.",
    }),
    ...newNameField,
    location: Location.optional().meta({ description: 'Where the copies are shown instead.' }),
    locationMode: z
      .enum(['replace', 'merge'])
      .default('replace')
      .meta({ description: 'merge keeps the other places. All other targeting stays as it is in both.' }),
  }),
  prepare: alsoSpelled({ adsetId: ['adSetId', 'ad_set_id'] }),
  example: { accountId: demo.account, adsetId: demo.adSet, location: { countries: ['CA'] } },
  reply: z.object({
    originalAdSetId: z.string().meta({ description: 'The ad set that was copied.' }),
    ...copiesReply(AdSetCopy),
  }),
  async handle(deps, call, { adsetId, accountId, copyCount, newName, location, locationMode, ...input }) {
    const copies = await duplicate(deps, call, {
      level: 'adset',
      sourceId: adsetId,
      targetId: input.targetCampaignId,
      status: input.initialStatus,
      isDeep: input.deepCopy,
      ...{ newName, location, locationMode, accountId, copyCount },
    })
    const results = resultsOf(copies, ({ id, renamed, name, locationApplied, locationError, method }) => ({
      newAdSetId: id,
      renamed,
      newName: name,
      locationApplied,
      ...(locationError === undefined ? {} : { locationError }),
      method,
    }))
    return replyWith({ originalAdSetId: adsetId, ...results }, copies)
  },
})
