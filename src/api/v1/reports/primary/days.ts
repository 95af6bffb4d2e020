import { Day } from '../../../../core/days/range.ts'
import { demo, exampleDays } from '../../../examples.ts'
import { AccountIdParam } from '../../../shapes.ts'

/** What every report of this group asks for. */
export const reportFields = {
  accountId: AccountIdParam,
  startDate: Day.meta({ description: "The first day, in the account's time zone." }),
  endDate: Day.meta({ description: "The last day, in the account's time zone; it belongs to the range." }),
}

export const reportExample = { accountId: demo.account, ...exampleDays }
