import type { ReachQuestion, ReachRow } from '../../contract/report.ts'
import type { CallOptions, Snap } from '../client.ts'
import type { Families } from './family.ts'
import { readRows } from './rows.ts'

export async function readReach(
  snap: Snap,
  families: Families,
  { level, range, isDaily }: ReachQuestion,
  options: CallOptions,
): Promise<ReachRow[]> {
  // Of a whole account the platform tells nothing but its spend, and people of several campaigns do not add up.
  if (level === 'account') return []
  const { accountId } = options
  const timeZone = await families.timeZoneOf(accountId, options)
  const question = { accountId, level, ...range, timeZone, isDaily, fields: ['uniques', 'frequency'] }
  const found: ReachRow[] = []
  for await (const rows of readRows(snap, question, options))
    for (const { id, day, stats } of rows)
      found.push({ id, day, reach: stats.uniques ?? null, frequency: stats.frequency ?? null })
  return found
}
