import { z } from 'zod'
import { Day } from '../../../../core/days.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import type { Paged } from '../../../../platforms/contract/manage.ts'
import { AccountIdParam } from '../../../shapes.ts'
import { Cursors } from '../paging.ts'

export const section = 'Photo-messaging platform'

/** What every list of this platform is asked with. */
export const listFields = {
  accountId: AccountIdParam,
  status: z.enum(['ACTIVE', 'PAUSED']).optional(),
  startDate: Day.optional(),
  endDate: Day.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(2000).optional().meta({ description: 'From the page before.' }),
  workspaceId: PlatformId.optional(),
}

export const daysNote = 'Figures are given for the days asked for, both included; without days they are null.'

export function listReply<T extends z.ZodType>(row: T) {
  return z.object({
    data: z.array(row),
    count: z.number().int(),
    paging: Cursors,
    metadata: z.object({ currency: z.string() }),
  })
}

export function replyOf<T>({ items, before, after }: Paged<T>, currency: string) {
  return { data: items, count: items.length, paging: { cursors: { before, after } }, metadata: { currency } }
}
