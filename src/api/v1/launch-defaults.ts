import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { requireScope } from '../../call/scopes.ts'
import { changeDefaults, readDefaults } from '../../core/launch-defaults/launch-defaults.ts'
import { LaunchDefaultFields } from '../../core/launch-defaults/fields.ts'
import type { DefaultsOf } from '../../core/launch-defaults/fields.ts'
import { RequestedEnhancements } from '../../platforms/contract/enhancements.ts'
import { demo } from '../examples.ts'
import { AccountIdField, AccountIdParam } from '../shapes.ts'

const shown = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}; null: there is none.` })

const LaunchDefaults = z
  .object({
    page: shown('Id of the page that speaks'),
    primaryName: shown('What the page is called'),
    secondary: shown('Profile on the secondary network, or none where the page speaks alone'),
    secondaryName: shown('What that profile is called'),
    identityId: shown('Id of the identity that speaks, where the platform has one'),
    profileId: shown('Id of the public profile that speaks, where the platform has one'),
    organizationId: shown('Id of the organization that speaks, where the platform has one'),
    boardId: shown('Id of the board of pins, where the platform has one'),
    title: shown('The headline'),
    description: shown('The text of the ad'),
    cta: shown('The call to action'),
    link: shown('Where a click leads'),
    urlTags: shown('What is added to the link'),
    enhancements: RequestedEnhancements.nullable().meta({
      description: 'What platforms may change in ads by themselves; null: nothing is said, which is off.',
    }),
    requireAiDisclosure: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether every new ad must say aiDisclosure; null: nothing is said.' }),
  })
  .meta({ id: 'LaunchDefaults' })

// At the top level too, because clients in the wild read it there.
const LaunchDefaultsReply = LaunchDefaults.extend({
  accountId: z.string().nullable().meta({ description: 'The ad account they are for; null: the whole company.' }),
  defaults: LaunchDefaults.meta({ description: 'What a launch fills in; the fields beside it say the same.' }),
  utmTags: shown('The same as urlTags, by the name that older clients read'),
})

export const getLaunchDefaults = operation({
  name: 'get_launch_defaults',
  rest: { method: 'GET', path: '/v1/launch-defaults' },
  section: 'Accounts and people',
  summary: 'What a launch fills in when an ad leaves it out.',
  description: 'primaryName and secondaryName are read from the platform where they were not given.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    accountId: AccountIdParam.optional().meta({
      description: 'An ad account, for what holds in it. Left out: what holds for the whole company.',
    }),
  }),
  example: { accountId: demo.account },
  reply: LaunchDefaultsReply,
  handle: async (deps, call, input) => present(await readDefaults(deps, call, input)),
})

export const patchLaunchDefaults = operation({
  name: 'update_launch_defaults',
  rest: { method: 'PATCH', path: '/v1/launch-defaults' },
  section: 'Accounts and people',
  summary: 'Change launch defaults, for the company or for one account. A field set to null is removed.',
  description:
    'An ad takes of identityId, profileId, organizationId and boardId what its platform has. For one account with the ' +
    'scope launch; for the whole company with manage.',
  scope: 'launch',
  effect: 'changes',
  input: LaunchDefaultFields.extend({
    accountId: AccountIdField.optional().meta({
      description: 'The ad account to change them for. Left out: for the whole company.',
    }),
  }),
  example: { accountId: demo.account, link: 'https://example.com/sale', urlTags: 'utm_source=ads' },
  reply: LaunchDefaultsReply,
  async handle(deps, call, input) {
    const { accountId } = input
    if (accountId === undefined) requireScope(call.actor, 'manage')
    call.touched({ before: present(await readDefaults(deps, call, { accountId })).defaults })
    return present(await changeDefaults(deps, call, input))
  },
})

function present({ accountId, fields }: DefaultsOf): z.output<typeof LaunchDefaultsReply> {
  const defaults = {
    page: fields.page ?? null,
    primaryName: fields.primaryName ?? null,
    secondary: fields.secondary ?? null,
    secondaryName: fields.secondaryName ?? null,
    identityId: fields.identityId ?? null,
    profileId: fields.profileId ?? null,
    organizationId: fields.organizationId ?? null,
    boardId: fields.boardId ?? null,
    title: fields.title ?? null,
    description: fields.description ?? null,
    cta: fields.cta ?? null,
    link: fields.link ?? null,
    urlTags: fields.urlTags ?? null,
    enhancements: fields.enhancements ?? null,
    requireAiDisclosure: fields.requireAiDisclosure ?? null,
  }
  return { accountId, defaults, ...defaults, utmTags: defaults.urlTags }
}
