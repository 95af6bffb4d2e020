import { badRequest } from '../../../errors.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { MaterialRow, MaterialsQuery } from '../../../platforms/contract/materials.ts'
import { openAccount } from '../../connections/accounts.ts'
import type { Reading } from '../../connections/owner.ts'
import { requireVerb } from '../../connections/verbs.ts'
import type { Context } from '../../context.ts'
import { lastDays, requestedDays } from '../../days/range.ts'
import type { DaysQuery } from '../../days/range.ts'
import type { AccountDeps } from '../../deps.ts'

export interface MaterialsRequest extends Omit<MaterialsQuery, 'range'>, DaysQuery {
  accountId: string
}

interface MaterialsReport {
  rows: MaterialRow[]
  range: DayRange
  currency: string
}

/** What ads are made of, and what each of it did; the most expensive first. */
export async function readMaterials(
  deps: AccountDeps,
  context: Reading & Pick<Context, 'now'>,
  { accountId, startDate, endDate, ...query }: MaterialsRequest,
): Promise<MaterialsReport> {
  if (query.entityIds?.length === 0) throw badRequest([{ path: 'entityIds', message: 'must name something' }])
  const days = requestedDays({ startDate, endDate })
  const opened = await openAccount(deps, context, accountId)
  const range = days ?? lastDays(opened.ref, context.now)
  const rows = await requireVerb(opened, 'readMaterials')(opened.ref, { ...query, range })
  const sorted = rows.toSorted(
    (one, other) => (one.day ?? '').localeCompare(other.day ?? '') || other.spend - one.spend,
  )
  return { rows: sorted, range, currency: opened.ref.currency }
}
