import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'

const Creator = z
  .object({
    creatorId: z.string().meta({ description: "Id of the creator's profile, for partnershipAd.creatorId." }),
    creatorPageId: z.string().nullable().meta({ description: "Id of the creator's page; null: there is none." }),
    name: z.string().meta({ description: 'What the creator is called.' }),
  })
  .meta({ id: 'Creator' })

export const partnershipCreators = operation({
  name: 'list_partnership_creators',
  rest: { method: 'GET', path: '/v1/primary/partnership-creators' },
  section: 'Primary platform',
  summary: 'Creators who let this account advertise with their posts.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ accountId: AccountIdParam, ...pageFields(500, 500) }),
  example: { accountId: demo.account },
  reply: pageOf(Creator),
  async handle(deps, call, { accountId, ...paged }) {
    const { session, platform, platforms, ref } = await openAccount(deps, call, accountId)
    const found = await requireVerb({ session, platform, platforms }, 'discovery').listPartnershipCreators(ref)
    return sliceOf(found, windowOf(paged), true)
  },
})
