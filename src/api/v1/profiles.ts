import { z } from 'zod'
import { openAccount } from '../../core/connections/accounts.ts'
import { requireVerb } from '../../core/connections/verbs.ts'
import { operation } from '../../call/operation.ts'
import { demo } from '../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../pages.ts'
import { AccountIdParam } from '../shapes.ts'

const Profile = z
  .object({
    page: z.string().meta({ description: 'Id of the page, for the page of an ad.' }),
    primaryName: z.string().meta({ description: 'What the page is called.' }),
    secondary: z.string().nullable().meta({
      description: 'Id of its profile on the secondary network, for the secondary of an ad; null: it has none.',
    }),
    secondaryName: z.string().nullable().meta({ description: 'What that profile is called.' }),
    pictureUrl: z.string().nullable().meta({ description: 'Where its picture is.' }),
  })
  .meta({ id: 'Profile' })

export const profiles = operation({
  name: 'list_profiles',
  rest: { method: 'GET', path: '/v1/profiles' },
  section: 'Accounts and people',
  summary: 'Pages that an ad account may speak for, with their profiles on the secondary network.',
  description:
    'On the photo-messaging platform those that speak in creatives of the account, on the pin platform its owner. 501 ' +
    'where there are no profiles, as on the short-video platform: GET /v1/tiktok/identities tells who can speak there.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ accountId: AccountIdParam, ...pageFields(500, 500) }),
  example: { accountId: demo.account },
  reply: pageOf(Profile),
  async handle(deps, call, { accountId, ...paged }) {
    const { session, account, platform, platforms } = await openAccount(deps, call, accountId)
    const found = await requireVerb({ session, platform, platforms }, 'listProfiles')(account.account_id)
    return sliceOf(found, windowOf(paged), true)
  },
})
