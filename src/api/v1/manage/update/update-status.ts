import { z } from 'zod'
import { changeStatus } from '../../../../core/manage/entities.ts'
import { settleKind } from '../../../../core/manage/kinds.ts'
import { EntityTypeWord, kindNote, ownerField, Time, timeNote } from '../fields.ts'
import { operation } from '../../../../call/operation.ts'
import { badRequest } from '../../../../errors.ts'
import { demo } from '../../../examples.ts'
import { alsoSpelled } from '../also-spelled.ts'
import { entityIdsField, entityResults, replyTo, withEntities } from '../entity-list.ts'
import { StatusWord } from '../status-word.ts'
import { guardFailures } from '../../../guard-failures.ts'

const spelled = alsoSpelled({ newStatus: ['new_status', 'status'] })

export const updateStatus = operation({
  name: 'update_status',
  rest: { method: 'POST', path: '/v1/manage/update-status' },
  section: 'Primary platform',
  summary: 'Pause, resume or end ads, ad sets or campaigns.',
  description:
    'Leave endTime out to pause or resume. With an endTime in the future the entity goes on until then; with one in ' +
    'the past it ends at once. What its platform cannot end is paused then (GET /v1/ends). Where a campaign ends through its ad sets, one that ends earlier goes on ending then: ' +
    'adSets tells which were changed. Each entity has its own result: one that fails does not hold the others up.',
  scope: 'manage',
  // A new end may be later than the one before.
  effect: ({ newStatus, endTime }) => (newStatus === 'paused' && endTime === undefined ? 'changes' : 'spends'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  takesLeftovers: true,
  input: z.object({
    ...entityIdsField,
    entityType: EntityTypeWord.optional().meta({ description: kindNote }),
    ...ownerField,
    newStatus: StatusWord.optional(),
    endTime: Time.optional().meta({ description: `When it is to end. ${timeNote}` }),
  }),
  prepare: (body) => withEntities(spelled(body)),
  example: { accountId: demo.account, entityType: 'ad', entityIds: [demo.ad], newStatus: 'PAUSED' },
  reply: z.object(entityResults),
  async handle(deps, call, { entityIds: ids, entityType: type, accountId, newStatus: status, endTime }) {
    if (status === undefined && endTime === undefined) {
      throw badRequest([{ path: 'newStatus', message: 'is required', expected: 'PAUSED or ACTIVE' }])
    }
    const kind = await settleKind(deps, call, { ids, type, accountId })
    return replyTo(await changeStatus(deps, call, { ids, ...kind, change: { status, endTime } }))
  },
})
