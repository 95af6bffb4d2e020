import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'

const AdIdentity = z
  .object({
    identityId: z.string().meta({ description: 'Id of the identity, for the identityId of an ad.' }),
    identityType: z.string().meta({ description: "What kind it is, in the platform's own word." }),
    displayName: z.string().meta({ description: 'What viewers see it called.' }),
    avatarUrl: z.string().nullable().meta({ description: 'Where its picture is.' }),
    canShowMedia: z.boolean().meta({ description: 'Whether new media can be shown in its name.' }),
    canShowPosts: z.boolean().meta({ description: 'Whether its own posts can be shown.' }),
  })
  .meta({ id: 'AdIdentity' })

export const identities = operation({
  name: 'list_identities',
  rest: { method: 'GET', path: '/v1/tiktok/identities' },
  section: 'Other platforms',
  summary: 'Who can speak in the ads of an account.',
  description: 'identityId goes into the ads of a launch. Some identities can only show posts, others only new media.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ accountId: AccountIdParam, ...pageFields(500, 500) }),
  example: { accountId: demo.shortVideoAccount },
  reply: pageOf(AdIdentity),
  async handle(deps, call, { accountId, ...paged }) {
    const { session, platform, platforms, ref } = await openAccount(deps, call, accountId)
    const found = await requireVerb({ session, platform, platforms }, 'identities').listIdentities(ref)
    return sliceOf(found, windowOf(paged), true)
  },
})
