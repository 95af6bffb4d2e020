import { z } from 'zod'
import { duplicate, maxCopies } from '../../../../core/duplicate/duplicate.ts'
import type { Copies } from '../../../../core/duplicate/duplicate.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { copyFields, newNameField } from './fields.ts'
import { copiesReply, methodField, namingFields, replyWith, resultFields, resultsOf } from './reply.ts'
import { guardFailures } from '../../../guard-failures.ts'

const CampaignCopy = z
  .object({
    ...resultFields,
    newCampaignId: z.string().optional().meta({ description: 'Id of the copy.' }),
    ...namingFields,
    ...methodField,
  })
  .meta({ id: 'CampaignCopy' })

export const campaignCopiesReply = z.object({
  originalCampaignId: z.string().meta({ description: 'The campaign that was copied.' }),
  ...copiesReply(CampaignCopy),
})

/** What became of the copies of a campaign, on whichever platform it is. */
export function campaignCopies(campaignId: string, copies: Copies) {
  const results = resultsOf(copies, ({ id, renamed, name, method }) => ({
    newCampaignId: id,
    renamed,
    newName: name,
    method,
  }))
  return replyWith({ originalCampaignId: campaignId, ...results }, copies)
}

export const duplicateCampaign = operation({
  name: 'duplicate_campaign',
  rest: { method: 'POST', path: '/v1/manage/duplicate-campaign' },
  section: 'Primary platform',
  summary: `Copy a campaign 1 to ${maxCopies} times, with its ad sets and ads.`,
  description:
    'Large campaigns are copied in the background of the platform, and very large ones piece by piece, while this call waits. A copy that fails does not stop the others.',
  scope: 'manage',
  effect: 'spends',
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  takesLeftovers: true,
  input: z.object({
    campaignId: PlatformId.meta({ description: 'The campaign to copy.' }),
    ...copyFields,
    deepCopy: z.boolean().default(true).meta({ description: 'Copy the ad sets and ads too.' }),
    ...newNameField,
  }),
  example: { accountId: demo.account, campaignId: demo.campaign, newName: 'Newsletter sign-up, copy {n}' },
  reply: campaignCopiesReply,
  async handle(deps, call, { accountId, copyCount, campaignId, initialStatus, deepCopy, newName }) {
    const source = { level: 'campaign', sourceId: campaignId } as const
    const asked = { ...source, status: initialStatus, isDeep: deepCopy, newName, accountId, copyCount }
    return campaignCopies(campaignId, await duplicate(deps, call, asked))
  },
})
