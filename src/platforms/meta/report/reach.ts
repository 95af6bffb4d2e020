import type { ReachQuestion, ReachRow } from '../../contract/report.ts'
import { numberOf } from './map-insights.ts'
import { idFields, isLong, ofLevel } from './question.ts'
import type { Deps } from './question.ts'
import { placeOf, readRows } from './rows.ts'

export async function readReach(deps: Deps, { level, range, isDaily }: ReachQuestion): Promise<ReachRow[]> {
  const params = { fields: `${idFields(level)}reach,frequency,impressions`, ...ofLevel(level) }
  const question = { range, params, isLarge: isLong(range, level, isDaily), isDaily }
  const found: ReachRow[] = []
  for await (const rows of readRows(deps, question)) {
    for (const row of rows) {
      const reach = numberOf(row.reach)
      const perPerson = reach ? (numberOf(row.impressions) ?? 0) / reach : null
      found.push({ ...placeOf(row, level, isDaily), reach, frequency: numberOf(row.frequency) ?? perPerson })
    }
  }
  return found
}
