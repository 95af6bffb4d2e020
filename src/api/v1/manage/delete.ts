import { z } from 'zod'
import { deleteEntities } from '../../../core/manage/entities.ts'
import { dryRunField, EntityTypeWord, ownerField, rehearsalReply } from './fields.ts'
import { settleKind } from '../../../core/manage/kinds.ts'
import { badRequest } from '../../../errors.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { entityIdsField, entityResults, replyTo, withEntities } from './entity-list.ts'

export const deleteManaged = operation({
  name: 'delete_entities',
  rest: { method: 'POST', path: '/v1/manage/delete' },
  section: 'Primary platform',
  summary: 'Delete ads, or ad sets or campaigns with everything in them.',
  description: 'What is deleted does not come back. Its figures can still be reported.',
  scope: 'manage',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'destroys'),
  plannable: true,
  tool: true,
  failures: ['unsupported_operation'],
  takesLeftovers: true,
  input: z.object({
    ...entityIdsField,
    entityType: EntityTypeWord.optional().meta({
      description: 'ad unless given; an adset or a campaign goes with everything in it, and has to be named.',
    }),
    ...ownerField,
    ...dryRunField,
  }),
  prepare: withEntities,
  example: { accountId: demo.account, entityType: 'ad', entityIds: [demo.adToDelete] },
  reply: z.object({ ...entityResults, ...rehearsalReply }),
  async handle(deps, call, { entityIds: ids, entityType: type, accountId, dryRun }) {
    const kind = await settleKind(deps, call, { ids, type, accountId, usual: 'ad' })
    // What takes everything in it along is never meant by accident.
    if (type === undefined && kind.type !== 'ad') {
      const message = `is required: ${ids.join(', ')} is of the kind ${kind.type}, which goes with everything in it`
      throw badRequest([{ path: 'entityType', message }])
    }
    return replyTo(await deleteEntities(deps, call, { ids, ...kind, dryRun }))
  },
})
