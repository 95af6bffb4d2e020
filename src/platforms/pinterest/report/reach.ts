import type { ReachQuestion, ReachRow } from '../../contract/report.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { CallOptions } from '../client.ts'
import type { Deps } from './days.ts'
import { freshMs, idsAt } from './family.ts'
import { isSomething, readRows } from './rows.ts'
import { reportDays, reportDaysBack } from './run.ts'

const reachColumns = ['TOTAL_IMPRESSION_USER', 'TOTAL_IMPRESSION_FREQUENCY']

export async function readReach(
  { api, families, clock }: Deps,
  { level, range, isDaily }: ReachQuestion,
  options: CallOptions,
): Promise<ReachRow[]> {
  const { today, pace } = clock()
  const isTooLong = !isDaily && daysIn(range) > reportDays
  const isTooOld = daysIn({ from: range.from, to: today }) > reportDaysBack
  // People of two stretches do not add up: what cannot be asked for in one piece is not known.
  if (isTooLong || (!isDaily && isTooOld)) return []
  const ids = level === 'account' ? [] : idsAt(level, await families.of(options.accountId, freshMs, options))
  const question = { level, range, isDaily, columns: reachColumns, ids }
  const found: ReachRow[] = []
  for await (const rows of readRows(api, { today, pace }, question, options))
    for (const row of rows.filter(isSomething))
      found.push({
        id: level === 'account' ? null : row.id,
        day: row.day,
        reach: row.figures['TOTAL_IMPRESSION_USER'] ?? null,
        frequency: row.figures['TOTAL_IMPRESSION_FREQUENCY'] ?? null,
      })
  return found
}
