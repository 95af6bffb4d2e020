import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/request.ts'
import { changeStatus } from '../../../../core/manage/entities.ts'
import { EntityTypeWord } from '../../../../core/manage/request.ts'
import { brokenRules } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../http/endpoint.ts'
import { entityResults } from '../entity-list.ts'
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
    entityType: EntityTypeWord.meta({ description: 'campaign, adsquad or ad.' }),
    entityIds: z.array(PlatformId).min(1).meta({ description: '1 to 50 ids.' }),
    status: z.enum(['ACTIVE', 'PAUSED']),
    accountId: PlatformId.optional(),
    workspaceId: PlatformId.optional(),
  }),
  reply: z.object(entityResults),
  async handle(call) {
    const { entityType: type, entityIds: ids, status, accountId } = call.body
    if (ids.length > 50) throw brokenRules([{ path: 'entityIds', message: 'takes from 1 to 50 ids' }])
    if (accountId !== undefined) await openHere(call, accountId)
    return changeStatus(call, { type, ids, accountId, platform: ours }, { status })
  },
})
