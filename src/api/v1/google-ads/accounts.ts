import { z } from 'zod'
import { listCustomers } from '../../../core/search-ads/lists.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { TimeZone } from '../../shapes.ts'
import { platformWord, section } from './fields.ts'

const SearchAccount = z
  .object({
    id: z.string().meta({ description: 'Id of the account: ten digits.' }),
    name: z.string().meta({ description: 'Its name.' }),
    currency: z.string().meta({ description: 'What its money is in, by the ISO 4217 code.' }),
    timeZone: TimeZone,
    manager: z.boolean().meta({ description: 'Whether it manages other accounts; then it has no campaigns itself.' }),
    level: z.number().int().meta({ description: 'How many managers stand above it on the way that leads to it.' }),
    status: platformWord('Whether it is open'),
  })
  .meta({ id: 'SearchAccount' })

export const searchAccounts = operation({
  name: 'list_search_accounts',
  rest: { method: 'GET', path: '/v1/google-ads/accounts' },
  section,
  summary: 'Accounts of the search-ads platform, with managers and everything under them.',
  description: 'Accounts that are closed are listed too. Those that ads can be in are also in GET /v1/adaccounts.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({ ...pageFields(1000, 200) }),
  example: {},
  reply: pageOf(SearchAccount),
  async handle(deps, call, paged) {
    return sliceOf(await listCustomers(deps, call), windowOf(paged), true)
  },
})
