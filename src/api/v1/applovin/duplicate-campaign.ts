import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { duplicate, maxCopies } from '../../../core/duplicate/duplicate.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { brokenRules } from '../../../errors.ts'
import { demo } from '../../examples.ts'
import { campaignCopies, campaignCopiesReply } from '../manage/duplicate/duplicate-campaign.ts'
import { appStatusField, copyFields, newNameField } from '../manage/duplicate/fields.ts'
import { guardFailures } from '../../guard-failures.ts'

/** This path belongs to one platform. */
const ours = 'applovin'

export const duplicateAppCampaign = operation({
  name: 'duplicate_app_campaign',
  rest: { method: 'POST', path: '/v1/applovin/duplicate-campaign' },
  section: 'Other platforms',
  summary: `Copy a campaign of the mobile-app network 1 to ${maxCopies} times, with its creative sets.`,
  description:
    'The network copies no campaigns, so each copy is made anew and the creative sets are cloned into it. It also makes every ' +
    'new campaign live: a copy that is to be paused is paused at once, before anything is in it, and warnings say for how ' +
    'long it was live. A copy that fails does not stop the others; creative sets that could not be cloned are under missing.',
  scope: 'manage',
  effect: 'spends',
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    campaignId: PlatformId.meta({ description: 'The campaign to copy.' }),
    ...copyFields,
    ...appStatusField,
    ...newNameField,
  }),
  example: { accountId: demo.appAccount, campaignId: demo.appCampaign, newName: 'Puzzle iOS installs, copy {n}' },
  reply: campaignCopiesReply,
  async handle(deps, call, { accountId, copyCount, campaignId, initialStatus, newName }) {
    const { platform } = await openAccount(deps, call, accountId)
    if (platform.name !== ours) {
      const message = `is an account of ${platform.name}; use the endpoints of that platform`
      throw brokenRules([{ path: 'accountId', message }])
    }
    const source = { level: 'campaign', sourceId: campaignId, isDeep: true } as const
    const asked = { ...source, status: initialStatus, newName, accountId, copyCount }
    return campaignCopies(campaignId, await duplicate(deps, call, asked))
  },
})
