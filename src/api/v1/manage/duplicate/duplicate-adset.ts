import { z } from 'zod'
import { answerOf, answerShape, MethodShape, NamingShape } from '../../../../core/duplicate/answer.ts'
import { copyFields, DeepCopy, duplicateIn, Location, NewName } from '../../../../core/duplicate/request.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { companyOf } from '../../../caller.ts'
import { AccountIdField } from '../../../shapes.ts'
import { replyWith } from './reply.ts'
import { alsoSpelled } from '../also-spelled.ts'

export const duplicateAdSet = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/duplicate-adset',
  section: 'Primary platform',
  summary: 'Copy an ad set 1 to 10 times, with its ads, to other places or into another campaign.',
  description:
    'Large ad sets are copied in the background of the platform while this call waits. A copy that fails does not stop the others. A location that cannot be applied leaves the copy and says so.',
  scope: 'manage',
  tool: 'duplicate_adset',
  body: z.object({
    adsetId: PlatformId,
    accountId: AccountIdField,
    ...copyFields,
    deepCopy: DeepCopy.meta({ description: 'Copy the ads too.' }),
    targetCampaignId: PlatformId.optional(),
    newName: NewName,
    location: Location.optional(),
    locationMode: z
      .enum(['replace', 'merge'])
      .default('replace')
      .meta({ description: 'merge keeps the other places. All other targeting stays as it is in both.' }),
  }),
  prepare: alsoSpelled({ adsetId: ['adSetId', 'ad_set_id'] }),
  reply: answerShape('originalAdSetId', 'newAdSetId', {
    ...NamingShape,
    locationApplied: z.boolean().optional(),
    locationError: z.string().optional(),
    method: MethodShape,
  }),
  async handle({ body, caller, services, operationKey }) {
    const { accountId, copyCount, adsetId } = body
    const call = { services, company: companyOf(caller), operationKey, accountId, copyCount }
    const outcomes = await duplicateIn(call, {
      level: 'adset',
      sourceId: adsetId,
      targetId: body.targetCampaignId,
      status: body.initialStatus,
      isDeep: body.deepCopy,
      newName: body.newName,
      location: body.location,
      locationMode: body.locationMode,
    })
    const answer = answerOf(['originalAdSetId', adsetId], 'newAdSetId', outcomes, (made) => ({
      renamed: made.renamed,
      newName: made.name,
      locationApplied: made.locationApplied,
      ...(made.locationError === undefined ? {} : { locationError: made.locationError }),
      method: made.method,
    }))
    return replyWith(answer, outcomes)
  },
})
