import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { changeStatus } from '../../../../core/manage/entities.ts'
import { badRequest } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { alsoSpelled } from '../also-spelled.ts'
import { entityFields, entityResults, entitySpellings, namedEntities, replyTo } from '../entity-list.ts'
import { statusMeant } from '../status-word.ts'
import { openHere, ours } from './own-platform.ts'
import { section } from './rows.ts'

export const updatePhotoStatus = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/snapchat/update-status',
  section,
  summary: 'Pause or resume campaigns, ad squads or ads of the photo-messaging platform.',
  description: 'Each entity has its own result: one that fails does not hold the others up.',
  scope: 'manage',
  tool: 'update_photo_messaging_status',
  body: z.object({
    ...entityFields,
    status: z
      .string()
      .max(50)
      .meta({ description: 'PAUSED or ACTIVE (DISABLE and ENABLE are understood); newStatus means the same.' }),
    accountId: PlatformId.optional(),
    workspaceId: PlatformId.optional(),
  }),
  prepare: alsoSpelled({ ...entitySpellings, status: ['newStatus', 'new_status'] }),
  reply: z.object(entityResults),
  async handle(call) {
    const { accountId } = call.body
    const { ids, type } = namedEntities(call.body)
    if (!type) throw badRequest([{ path: 'entityType', message: 'is required', expected: 'ad, adsquad or campaign' }])
    const status = statusMeant(call.body.status, 'status')
    if (accountId !== undefined) await openHere(call, accountId)
    return replyTo(await changeStatus(call, { type, ids, accountId, platform: ours }, { status }))
  },
})
