import { z } from 'zod'
import { requireRange } from '../../../../core/days.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { Time, withMoments } from '../../../../core/manage/given-time.ts'
import { open } from '../../../../core/manage/opening.ts'
import { requireVerb } from '../../../../core/verbs.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { AccountIdParam } from '../../../shapes.ts'
import { afterParam, Cursors } from '../paging.ts'

const usualDays = 30

export const changes = defineEndpoint({
  method: 'GET',
  path: '/v1/manage/changes',
  section: 'Primary platform',
  summary: 'Who changed what in an account, newest first.',
  description:
    `The last ${usualDays} days unless since says otherwise. Amounts of money in changes are in minor units. ` +
    'With objectId a page may hold fewer events than asked for; go on with the cursor.',
  scope: 'read',
  tool: 'list_changes',
  query: z.object({
    accountId: AccountIdParam,
    objectId: PlatformId.optional(),
    since: Time.optional(),
    until: Time.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    after: afterParam,
    workspaceId: PlatformId.optional(),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        eventTime: z.number().int(),
        dateTimeInTimezone: z.string(),
        eventType: z.string(),
        translatedEventType: z.string(),
        objectId: z.string(),
        objectName: z.string(),
        objectType: z.string(),
        actorId: z.string(),
        actorName: z.string(),
        changes: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
      }),
    ),
    paging: Cursors,
    metadata: z.object({ businessId: z.string(), objectId: z.string().nullable(), count: z.number().int() }),
  }),
  async handle(call) {
    const { accountId, objectId, since, until, limit, after: cursor } = call.query
    const { session, platform, ref } = await open(call, accountId)
    const asked = withMoments({ since, until }, ref.timeZone)
    const end = asked.until ?? new Date()
    const start = asked.since ?? new Date(end.getTime() - usualDays * 86_400_000)
    requireRange(start, end, { start: 'since', end: 'until' })
    const list = requireVerb(session, platform.name, 'listChanges')
    const query = { objectId, since: start, until: end, limit, after: cursor }
    const { items, before, after } = await list(ref, query)
    return {
      data: items,
      paging: { cursors: { before, after } },
      metadata: { businessId: ref.id, objectId: objectId ?? null, count: items.length },
    }
  },
})
