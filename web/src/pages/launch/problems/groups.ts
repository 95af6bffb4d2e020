import { required } from '../../../../../client/src/required.ts'
import { titleOf } from '../../../data/platforms.ts'
import type { LaunchPageState } from '../page-state.ts'
import type { Finding } from '../sheet/problems.ts'
import { proposalsFor } from './proposals.ts'
import type { Proposal } from './proposals.ts'
import { t } from '../../../languages/t.ts'

/** What is wrong with some rows in the same way, or better known of them. */
export interface Group extends Finding {
  key: string
  /** Where they stand, counted from 0. */
  places: number[]
  ids: ReadonlySet<number>
  /** What would mend them all. */
  proposal: Proposal | null
}

/** The platform of an account, by its id. */
export type PlatformOf = (account: string) => string | undefined

/**
 * What stands against the rows, each thing once however many rows have it; behind it what is better known. Before both stand columns that
 * ads are made without. What the sheet asks about a name is no problem besides.
 */
export function groupsIn(pageState: LaunchPageState, platformOf: PlatformOf): Group[] {
  const { rows } = pageState.sheet.content()
  const asked = new Set(
    pageState.names.questions().flatMap(({ column, rows: ids }) => ids.map((id) => `${id} ${column}`)),
  )
  const groups = new Map<string, { finding: Finding; places: number[] }>()
  for (const [place, row] of rows.entries()) {
    for (const finding of pageState.problems.ofRow(row)) {
      if (finding.column !== null && asked.has(`${row.id} ${finding.column}`)) continue
      const said = finding.isUnused ? unusedOn(platformOf(row.cells.account ?? '')) : finding.message
      const key = `${finding.tone} ${finding.column} ${said}`
      const same = groups.get(key)
      if (same) same.places.push(place)
      else groups.set(key, { finding: { ...finding, message: said }, places: [place] })
    }
  }
  const propose = proposalsFor(pageState, rows)
  const all = [...groups].map(([key, { finding, places }]): Group => {
    const own = places.map((place) => required(rows[place], 'row'))
    const ids = new Set(own.map(({ id }) => id))
    return { ...finding, key, places, ids, proposal: propose(finding, own) }
  })
  return all.toSorted((one, other) => rank(one) - rank(other))
}

const rank = ({ isUnused, tone }: Group) => (isUnused ? 0 : tone === 'bad' ? 1 : 2)

function unusedOn(platform: string | undefined): string {
  const who = platform === undefined ? t('The platform') : titleOf(platform)
  return t('{who} has no use for what stands in this column: ads are made without it.', { who })
}

/** What the sheet still asks or has against its rows: as many things, however many rows. */
export const openIn = (groups: readonly Group[]) => groups.filter(({ tone }) => tone === 'bad').length
