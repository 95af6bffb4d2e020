import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { listChanges, usualChangeDays } from '../../../../core/manage/listing.ts'
import { Time, timeNote, workspaceField } from '../fields.ts'
import type { Context } from '../../../../core/context.ts'
import type { AccountDeps } from '../../../../core/deps.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../../platform-pages.ts'
import { AccountIdParam } from '../../../shapes.ts'

const Change = z
  .object({
    old: z.unknown().meta({ description: "What it was, in the platform's own form." }),
    new: z.unknown().meta({ description: "What it became, in the platform's own form." }),
  })
  .meta({ id: 'Change' })

const ChangeEvent = z
  .object({
    eventTime: z.number().int().meta({ description: 'When, in Unix seconds.' }),
    dateTimeInTimezone: z.iso
      .datetime({ offset: true })
      .meta({ description: "The same in the account's time zone, with its offset." }),
    eventType: z.string().meta({ description: "What happened, in the platform's own word." }),
    translatedEventType: z.string().meta({ description: 'The same for people, as the platform says it.' }),
    objectId: z.string().meta({ description: 'Id of what was changed.' }),
    objectName: z.string().meta({ description: 'Its name.' }),
    objectType: z.string().meta({ description: "campaign, adset, ad, account, or the platform's own word." }),
    actorId: z.string().meta({ description: 'Id of whoever changed it.' }),
    actorName: z.string().meta({ description: 'Their name.' }),
    changes: z
      .record(z.string(), Change)
      .meta({ description: 'What was changed, by field. Amounts of money are in minor units.' }),
  })
  .meta({ id: 'ChangeEvent' })

const ChangesMetadata = z
  .object({
    businessId: z.string().meta({ description: 'The account.' }),
    objectId: z.string().nullable().meta({ description: 'What was asked about; null: the whole account.' }),
    count: z.number().int().meta({ description: 'How many changes this page has.' }),
  })
  .meta({ id: 'ChangesMetadata' })

/** What the lists of changes are asked with, here and on the paths of single platforms. */
export const changesFields = {
  accountId: AccountIdParam,
  objectId: PlatformId.optional().meta({ description: 'Only changes of this campaign, ad set or ad.' }),
  since: Time.optional().meta({ description: `From when on. ${timeNote}` }),
  until: Time.optional().meta({ description: `Up to when; now unless given. ${timeNote}` }),
  ...cursorFields(100, 50),
  ...workspaceField,
}

const ChangesRequest = z.object(changesFields)

export const changesReply = cursorPageOf(ChangeEvent).extend({
  metadata: ChangesMetadata.meta({ description: 'What was asked.' }),
})

export async function describeChanges(
  deps: AccountDeps,
  context: Pick<Context, 'company' | 'now'>,
  { cursor: after, workspaceId: _workspace, ...query }: z.output<typeof ChangesRequest>,
) {
  const page = await listChanges(deps, context, { ...query, after })
  const { objectId = null } = query
  return {
    ...cursorPage(page, query.limit),
    metadata: { businessId: page.accountId, objectId, count: page.items.length },
  }
}

export const changes = operation({
  name: 'list_changes',
  rest: { method: 'GET', path: '/v1/manage/changes' },
  section: 'Primary platform',
  summary: 'Who changed what in an account, newest first.',
  description:
    `The last ${usualChangeDays} days unless since says otherwise. Amounts of money in changes are in minor units. ` +
    'With objectId a page may hold fewer events than asked for; go on with the cursor.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: ChangesRequest,
  example: { accountId: demo.account },
  reply: changesReply,
  handle: describeChanges,
})
