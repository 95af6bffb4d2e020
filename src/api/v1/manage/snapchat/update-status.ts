import { z } from 'zod'
import { changeStatus } from '../../../../core/manage/entities.ts'
import { EntityTypeWord, ownerField } from '../fields.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { alsoSpelled } from '../also-spelled.ts'
import { entityIdsField, entityResults, replyTo, withEntities } from '../entity-list.ts'
import { StatusWord } from '../status-word.ts'
import { openHere, ours } from './own-platform.ts'
import { section } from './rows.ts'
import { guardFailures } from '../../../guard-failures.ts'

const spelled = alsoSpelled({ status: ['newStatus', 'new_status'] })

export const updatePhotoStatus = operation({
  name: 'update_photo_messaging_status',
  rest: { method: 'POST', path: '/v1/manage/snapchat/update-status' },
  section,
  summary: 'Pause or resume campaigns, ad squads or ads of the photo-messaging platform.',
  description: 'Each entity has its own result: one that fails does not hold the others up.',
  scope: 'manage',
  effect: ({ status }) => (status === 'paused' ? 'changes' : 'spends'),
  plannable: true,
  failures: [...guardFailures],
  tool: true,
  input: z.object({
    ...entityIdsField,
    entityType: EntityTypeWord,
    ...ownerField,
    status: StatusWord,
  }),
  prepare: (body) => withEntities(spelled(body)),
  example: {
    accountId: demo.photoAccount,
    entityType: 'campaign',
    entityIds: [demo.photoCampaign],
    status: 'PAUSED',
  },
  reply: z.object(entityResults),
  async handle(deps, call, { entityIds: ids, entityType: type, accountId, status }) {
    if (accountId !== undefined) await openHere(deps, call, accountId)
    return replyTo(await changeStatus(deps, call, { type, ids, accountId, platform: ours, change: { status } }))
  },
})
