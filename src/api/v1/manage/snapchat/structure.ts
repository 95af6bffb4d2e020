import { z } from 'zod'
import { daysAsked } from '../../../../core/days.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { readPerformance } from '../../../../core/manage/reading.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { openHere } from './own-platform.ts'
import { structureRow } from '../structure-row.ts'
import { daysNote, listFields, listReply, replyOf, section } from './rows.ts'

/** Campaigns and ad squads are listed alike. */
export function structureList(level: 'campaign' | 'adset', path: string, summary: string, tool: string) {
  return defineEndpoint({
    method: 'GET',
    path,
    section,
    summary,
    description: daysNote,
    scope: 'read',
    tool,
    query: z.object({ ...listFields, campaignId: PlatformId.optional() }),
    reply: listReply(structureRow),
    async handle(call) {
      const { accountId, cursor, workspaceId: _workspace, ...query } = call.query
      daysAsked(query)
      const { ref } = await openHere(call, accountId)
      const page = await readPerformance(call, level, ref.id, { ...query, after: cursor })
      return replyOf(page, page.currency)
    },
  })
}
