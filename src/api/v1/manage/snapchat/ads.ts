import { z } from 'zod'
import { requestedDays } from '../../../../core/days/range.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { listAdPerformance } from '../../../../core/manage/listing.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { adFields } from '../ad-row.ts'
import { figures } from '../structure-row.ts'
import { openHere } from './own-platform.ts'
import { daysNote, listFields, listReply, replyOf, section } from './rows.ts'

const PhotoMessagingAd = z
  .object({
    ...adFields,
    adSquadId: z.string().meta({ description: 'Id of its ad squad.' }),
    creativeId: z.string().nullable().meta({ description: 'Id of what it shows.' }),
    ...figures,
  })
  .meta({ id: 'PhotoMessagingAd' })

export const photoAds = operation({
  name: 'list_photo_messaging_ads',
  rest: { method: 'GET', path: '/v1/manage/snapchat/ads' },
  section,
  summary: 'Ads of a photo-messaging account or ad squad with figures.',
  description: daysNote,
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    ...listFields,
    adSquadId: PlatformId.optional().meta({ description: 'Only ads of this ad squad.' }),
  }),
  example: { accountId: demo.photoAccount },
  reply: listReply(PhotoMessagingAd),
  async handle(deps, call, { accountId, adSquadId, cursor: after, workspaceId: _workspace, ...query }) {
    requestedDays(query)
    const { ref } = await openHere(deps, call, accountId)
    const page = await listAdPerformance(deps, call, { ...query, accountId: ref.id, adSetId: adSquadId, after })
    const items = page.items.map(({ adSetId, ...ad }) => ({ ...ad, adSquadId: adSetId }))
    return replyOf({ ...page, items }, query.limit)
  },
})
