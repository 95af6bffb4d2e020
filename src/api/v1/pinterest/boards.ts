import { z } from 'zod'
import { openAccount } from '../../../core/accounts.ts'
import { requireVerb } from '../../../core/verbs.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'
import { AccountIdParam, listOf } from '../../shapes.ts'

export const pinBoards = defineEndpoint({
  method: 'GET',
  path: '/v1/pinterest/boards',
  section: 'Other platforms',
  summary: 'Boards that the pins of new ads can go to.',
  description: 'One of them is named as boardId in a launch.',
  scope: 'read',
  tool: 'list_pin_boards',
  query: z.object({ accountId: AccountIdParam }),
  reply: listOf(z.object({ value: z.string(), label: z.string() })),
  async handle({ query, caller, services }) {
    const { session, account, platform } = await openAccount(services, companyOf(caller), query.accountId)
    const data = await requireVerb(session, platform.name, 'listBoards')(account.account_id)
    return { data, count: data.length }
  },
})
