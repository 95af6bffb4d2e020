import { differentPeople } from './delivery.ts'
import type { Cell, Counts } from './delivery.ts'
import { noPlays } from '../../core/figures/creative-days.ts'
import { required } from '../../core/required.ts'

export type Stats = Record<string, number>

/** How the fields come from what ads did in all. */
const values: Record<string, (sums: Counts, cells: Cell[]) => number> = {
  spend: ({ spend }) => spend,
  impressions: ({ impressions }) => impressions,
  swipes: ({ swipes }) => swipes,
  video_views: ({ plays3s }) => plays3s,
  video_views_15s: ({ thruplays }) => thruplays,
  uniques: ({ impressions }, cells) => differentPeople(cells, impressions),
  frequency: ({ impressions }, cells) => {
    const people = differentPeople(cells, impressions)
    return people > 0 ? impressions / people : 0
  },
  conversion_purchases: ({ purchases }) => purchases,
  conversion_purchases_value: ({ value }) => value,
  conversion_sign_ups: ({ purchases }) => purchases * 2,
  conversion_add_cart: ({ purchases }) => purchases * 3,
  conversion_page_views: ({ pageViews }) => pageViews,
  total_installs: ({ purchases }) => purchases,
  native_leads: ({ purchases }) => purchases,
}

export const fieldNames = Object.keys(values)

export function statsOf(cells: Cell[], fields: string[]): Stats {
  const sums = {
    impressions: 0,
    swipes: 0,
    pageViews: 0,
    ...noPlays,
    purchases: 0,
    spend: 0,
    value: 0,
  }
  for (const { counts } of cells) for (const name of Object.keys(sums) as (keyof Counts)[]) sums[name] += counts[name]
  return Object.fromEntries(fields.map((field) => [field, required(values[field], 'value of the field')(sums, cells)]))
}
