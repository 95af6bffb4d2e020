import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { changeStatus } from '../../../../core/manage/entities.ts'
import { Time } from '../../../../core/manage/request.ts'
import { badRequest } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { alsoSpelled } from '../also-spelled.ts'
import { entityFields, entityResults, entitySpellings, namedEntities, replyTo } from '../entity-list.ts'
import { statusMeant } from '../status-word.ts'

export const updateStatus = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/update-status',
  section: 'Primary platform',
  summary: 'Pause, resume or end ads, ad sets or campaigns.',
  description:
    'Leave endTime out to pause or resume. With an endTime in the future the entity goes on until then; with one in ' +
    'the past it ends at once. Where a campaign ends through its ad sets, one that ends earlier goes on ending then: ' +
    'adSets tells which were changed. Each entity has its own result: one that fails does not hold the others up.',
  scope: 'manage',
  tool: 'update_status',
  body: z.object({
    ...entityFields,
    accountId: PlatformId.optional(),
    workspaceId: PlatformId.optional(),
    newStatus: z
      .string()
      .max(50)
      .optional()
      .meta({ description: 'PAUSED or ACTIVE (DISABLE and ENABLE are understood); status means the same.' }),
    endTime: Time.optional(),
  }),
  prepare: alsoSpelled({ ...entitySpellings, newStatus: ['new_status', 'status'] }),
  example: { businessId: 'act_...', entityType: 'ad', entityIds: ['...'], newStatus: 'PAUSED' },
  reply: z.object(entityResults),
  async handle(call) {
    const { accountId, newStatus, endTime } = call.body
    const { ids, type } = namedEntities(call.body)
    if (!type) throw badRequest([{ path: 'entityType', message: 'is required', expected: 'ad, adset or campaign' }])
    if (newStatus === undefined && endTime === undefined) {
      throw badRequest([{ path: 'newStatus', message: 'is required', expected: 'PAUSED or ACTIVE' }])
    }
    const status = newStatus === undefined ? undefined : statusMeant(newStatus, 'newStatus')
    return replyTo(await changeStatus(call, { type, ids, accountId }, { status, endTime }))
  },
})
