import { z } from 'zod'
import { TextId } from '../../../core/launch/plan/request.ts'
import { operation } from '../../../call/operation.ts'
import { inTransaction } from '../../../db/connect.ts'
import { beginRehearsal, maxAccounts } from '../../../core/rehearsals/store.ts'
import { ConnectionId, section } from './connection-view.ts'
import { Rehearsed, rehearsalView } from './rehearsal-view.ts'

export const rehearseConnection = operation({
  name: 'rehearse_connection',
  rest: { method: 'POST', path: '/v1/connections/{id}/rehearse' },
  section,
  summary: 'Try what launching through a connection needs, without making anything.',
  description:
    'Reads what a launch would read, and asks about creates by the platform’s own dry run, where it has one. It is done behind this call: the list of connections tells how far it is, and the checklist. One that runs is answered instead of a second one.',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: 'flightdeck connection rehearse',
  input: z.object({
    id: ConnectionId,
    accountIds: z
      .array(TextId)
      .min(1)
      .max(maxAccounts)
      .optional()
      .meta({
        description: `Into which ad accounts; left out: all that are reached through it, at most ${maxAccounts}.`,
      }),
  }),
  reply: Rehearsed,
  async handle(deps, call, { id, accountIds }) {
    const begun = await inTransaction(deps.db, (trx) =>
      beginRehearsal({ db: trx, tasks: deps.tasks }, call, { connectionId: id, accountIds }),
    )
    call.touched({ after: { rehearsal: begun.id, accounts: begun.account_ids } })
    return rehearsalView(begun)
  },
})
