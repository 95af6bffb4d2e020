import type { z } from 'zod'
import { Day } from '../../../../core/days/range.ts'
import { workspaceField } from '../fields.ts'
import type { PricedPage } from '../../../../core/manage/listing.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../../platform-pages.ts'
import { AccountIdParam } from '../../../shapes.ts'
import { CurrencyMetadata } from '../structure-row.ts'
import { stateFilter } from '../status-word.ts'

export const section = 'Photo-messaging platform'

/** What every list of this platform is asked with. */
export const listFields = {
  accountId: AccountIdParam,
  status: stateFilter('ACTIVE', 'PAUSED').meta({ description: 'Only those whose own switch stands so.' }),
  startDate: Day.optional().meta({ description: 'First day of the figures; alone it is the only day.' }),
  endDate: Day.optional().meta({ description: 'Last day of the figures; alone it is the only day.' }),
  ...cursorFields(200, 50),
  ...workspaceField,
}

export const daysNote = 'Figures are given for the days asked for, both included; without days they are null.'

export function listReply<T extends z.ZodType>(row: T) {
  return cursorPageOf(row).extend({ metadata: CurrencyMetadata.meta({ description: 'What holds for all entries.' }) })
}

export function replyOf<T>(page: PricedPage<T>, limit: number) {
  return { ...cursorPage(page, limit), metadata: { currency: page.currency } }
}
