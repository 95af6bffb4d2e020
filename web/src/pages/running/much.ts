import type { Entity } from '../../../../client/src/index.ts'
import { money } from '../../ui/words/format.ts'
import { listed } from '../../languages/lists.ts'

/** Above it a person is asked before what spent that much is paused, whatever its currency. */
const asksAbove = 1_000

/** Whether several are meant, or one that spends much: one press does not stop that. */
export function isMuch(entities: Entity[]): boolean {
  return entities.length > 1 || entities.some(({ figures }) => (figures.spend ?? 0) >= asksAbove)
}

/** What they spent in the days that are shown. Currencies are never added up. */
export function spentBy(entities: Entity[]): string {
  const byCurrency = Map.groupBy(entities, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, rows]) =>
    money(
      rows.reduce((sum, { figures }) => sum + (figures.spend ?? 0), 0),
      currency,
    ),
  )
  return listed(sums)
}
