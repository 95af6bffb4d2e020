import { z } from 'zod'
import { requestedDays } from '../../../../core/days/range.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { listPerformance } from '../../../../core/manage/listing.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { openHere } from './own-platform.ts'
import { StructureRow } from '../structure-row.ts'
import { daysNote, listFields, listReply, replyOf, section } from './rows.ts'

interface List {
  name: string
  level: 'campaign' | 'adset'
  path: string
  summary: string
}

/** Campaigns and ad squads are listed alike. */
export function structureList({ name, level, path, summary }: List) {
  return operation({
    name,
    rest: { method: 'GET', path },
    section,
    summary,
    description: daysNote,
    scope: 'read',
    effect: 'reads',
    tool: true,
    input: z.object({
      ...listFields,
      campaignId: PlatformId.optional().meta({ description: 'Only this campaign, or what is in it.' }),
    }),
    example: { accountId: demo.photoAccount },
    reply: listReply(StructureRow),
    async handle(deps, call, { accountId, cursor: after, workspaceId: _workspace, ...query }) {
      requestedDays(query)
      const { ref } = await openHere(deps, call, accountId)
      return replyOf(await listPerformance(deps, call, { ...query, accountId: ref.id, level, after }), query.limit)
    },
  })
}
