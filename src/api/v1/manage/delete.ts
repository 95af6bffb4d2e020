import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { deleteEntities } from '../../../core/manage/entities.ts'
import { dryRunField, rehearsalReply } from '../../../core/manage/request.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { alsoSpelled } from './also-spelled.ts'
import { entityFields, entityResults, entitySpellings, namedEntities, replyTo } from './entity-list.ts'

export const deleteManaged = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/delete',
  section: 'Primary platform',
  summary: 'Delete ads, or ad sets or campaigns with everything in them.',
  description: 'What is deleted does not come back. Its figures can still be reported.',
  scope: 'manage',
  tool: 'delete_entities',
  body: z.object({
    ...entityFields,
    accountId: PlatformId.optional(),
    workspaceId: PlatformId.optional(),
    ...dryRunField,
  }),
  prepare: alsoSpelled(entitySpellings),
  reply: z.object({ ...entityResults, ...rehearsalReply }),
  async handle(call) {
    const { accountId, dryRun = false } = call.body
    const { ids, type = 'ad' } = namedEntities(call.body)
    return replyTo(await deleteEntities(call, { type, ids, accountId }, dryRun))
  },
})
