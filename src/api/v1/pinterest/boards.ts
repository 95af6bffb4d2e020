import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'

const PinBoard = z
  .object({
    value: z.string().meta({ description: 'Id of the board, for the boardId of an ad.' }),
    label: z.string().meta({ description: 'Its name.' }),
  })
  .meta({ id: 'PinBoard' })

export const pinBoards = operation({
  name: 'list_pin_boards',
  rest: { method: 'GET', path: '/v1/pinterest/boards' },
  section: 'Other platforms',
  summary: 'Boards that the pins of new ads can go to.',
  description: 'One of them is named as boardId in a launch.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ accountId: AccountIdParam, ...pageFields(500, 500) }),
  example: { accountId: demo.pinAccount },
  reply: pageOf(PinBoard),
  async handle(deps, call, { accountId, ...paged }) {
    const { session, account, platform, platforms } = await openAccount(deps, call, accountId)
    const found = await requireVerb({ session, platform, platforms }, 'listBoards')(account.account_id)
    return sliceOf(found, windowOf(paged), true)
  },
})
