import { z } from 'zod'
import { answerOf, answerShape, MethodShape, NamingShape } from '../../../../core/duplicate/answer.ts'
import { copyFields, DeepCopy, duplicateIn, NewName } from '../../../../core/duplicate/request.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { companyOf } from '../../../caller.ts'
import { AccountIdField } from '../../../shapes.ts'
import { replyWith } from './reply.ts'

export const duplicateCampaign = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/duplicate-campaign',
  section: 'Primary platform',
  summary: 'Copy a campaign 1 to 10 times, with its ad sets and ads.',
  description:
    'Large campaigns are copied in the background of the platform, and very large ones piece by piece, while this call waits. A copy that fails does not stop the others.',
  scope: 'manage',
  tool: 'duplicate_campaign',
  body: z.object({
    campaignId: PlatformId,
    accountId: AccountIdField,
    ...copyFields,
    deepCopy: DeepCopy.meta({ description: 'Copy the ad sets and ads too.' }),
    newName: NewName,
  }),
  reply: answerShape('originalCampaignId', 'newCampaignId', { ...NamingShape, method: MethodShape }),
  async handle({ body, caller, services, operationKey }) {
    const { accountId, copyCount, campaignId } = body
    const call = { services, company: companyOf(caller), operationKey, accountId, copyCount }
    const outcomes = await duplicateIn(call, {
      level: 'campaign',
      sourceId: campaignId,
      status: body.initialStatus,
      isDeep: body.deepCopy,
      newName: body.newName,
    })
    const answer = answerOf(['originalCampaignId', campaignId], 'newCampaignId', outcomes, (made) => ({
      renamed: made.renamed,
      newName: made.name,
      method: made.method,
    }))
    return replyWith(answer, outcomes)
  },
})
