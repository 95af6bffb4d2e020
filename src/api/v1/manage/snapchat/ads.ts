import { z } from 'zod'
import { daysAsked } from '../../../../core/days.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { readEntity } from '../../../../core/manage/opening.ts'
import { requireVerb } from '../../../../core/verbs.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { openHere } from './own-platform.ts'
import { figures } from '../structure-row.ts'
import { daysNote, listFields, listReply, replyOf, section } from './rows.ts'

export const photoAds = defineEndpoint({
  method: 'GET',
  path: '/v1/manage/snapchat/ads',
  section,
  summary: 'Ads of a photo-messaging account or ad squad with figures.',
  description: daysNote,
  scope: 'read',
  tool: 'list_photo_messaging_ads',
  query: z.object({ ...listFields, adSquadId: PlatformId.optional() }),
  reply: listReply(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      effectiveStatus: z.string(),
      createdTime: z.string(),
      thumbnailUrl: z.string().nullable(),
      adSquadId: z.string(),
      creativeId: z.string().nullable(),
      ...figures,
    }),
  ),
  async handle(call) {
    const { accountId, adSquadId, cursor, workspaceId: _workspace, ...query } = call.query
    daysAsked(query)
    const opened = await openHere(call, accountId)
    if (adSquadId !== undefined) await readEntity(opened, { type: 'adset', id: adSquadId })
    const list = requireVerb(opened.session, opened.platform.name, 'listAdPerformance')
    const page = await list(opened.ref, { ...query, adSetId: adSquadId, after: cursor })
    const items = page.items.map(({ adSetId, ...ad }) => ({ ...ad, adSquadId: adSetId }))
    return replyOf({ ...page, items }, opened.ref.currency)
  },
})
