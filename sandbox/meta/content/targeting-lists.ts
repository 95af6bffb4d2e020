import type { GraphCall } from '../call.ts'
import { integerParam, requiredText } from '../graph/params.ts'
import { interests } from './interests.ts'

const groups = [
  { type: 'behaviors', id: '6002714895372', name: 'Frequent travellers', path: ['Behaviors', 'Travel'] },
  { type: 'behaviors', id: '6071631541183', name: 'Engaged shoppers', path: ['Behaviors', 'Purchase behavior'] },
  { type: 'life_events', id: '6003054185372', name: 'Recently moved', path: ['Demographics', 'Life events'] },
]

function rows(): object[] {
  const own = interests
    .filter(({ is_deprecated: isOver }) => !isOver)
    .map(({ id, name, path, audience }) => ({ id, name, type: 'interests', path, size: audience }))
  const others = groups.map((group, index) => ({ ...group, size: 4_000_000 * (index + 1) }))
  return [...own, ...others].map(({ size, ...row }) => ({
    ...row,
    ...{ audience_size_lower_bound: size, audience_size_upper_bound: Math.round(size * 1.18) },
  }))
}

/** GET act_<id>/targetingbrowse: everything that people can be aimed at by. */
export function browseTargeting(): object {
  return { data: rows() }
}

/** GET act_<id>/targetingsearch: the same by name. */
export function searchTargeting({ params }: GraphCall): object {
  const words = requiredText(params, 'q').toLowerCase()
  const found = rows().filter((row) => (row as { name: string }).name.toLowerCase().includes(words))
  return { data: found.slice(0, integerParam(params, 'limit') ?? 25) }
}
