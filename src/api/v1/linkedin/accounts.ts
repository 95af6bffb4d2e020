import { z } from 'zod'
import { listSponsoredAccounts } from '../../../core/network/network.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { CurrencyCode } from '../../shapes.ts'
import { platformWord, section, wordOrNull } from './fields.ts'

const SponsoredAccount = z
  .object({
    id: z.string().meta({ description: 'Id of the account.' }),
    name: z.string().meta({ description: 'Its name.' }),
    currency: CurrencyCode,
    status: platformWord('Whether it is open'),
    type: wordOrNull('Which kind of account it is'),
    role: wordOrNull('What the connection may do in it'),
    organizationId: z
      .string()
      .nullable()
      .meta({ description: 'The organization that it belongs to; null where it belongs to a person.' }),
    holds: z.array(z.string()).meta({ description: 'Why its ads are not shown, in the words of the platform.' }),
    isTest: z.boolean().meta({ description: 'Whether it is for tests: its ads are never shown.' }),
  })
  .meta({ id: 'SponsoredAccount' })

export const networkAccounts = operation({
  name: 'list_network_accounts',
  rest: { method: 'GET', path: '/v1/linkedin/accounts' },
  section,
  summary: 'Ad accounts of the professional network, with their organizations and what the connection may do.',
  description: 'Accounts that are closed are listed too. They are also in GET /v1/adaccounts.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ ...pageFields(1000, 200) }),
  example: {},
  reply: pageOf(SponsoredAccount),
  async handle(deps, call, paged) {
    return sliceOf(await listSponsoredAccounts(deps, call), windowOf(paged), true)
  },
})
