import { columns } from '../../../../../client/src/sheet/columns.ts'
import { columnNamed } from './columns.ts'
import { defaultOf } from './known.ts'
import type { Finding } from './problems.ts'
import type { Row } from './rows.ts'

/** Whether ads of this platform can have this field at all. Of a platform that is not known, everything may be of use. */
function has(platform: string | undefined, column: string): boolean {
  const { platforms } = columnNamed(column).field
  return platform === undefined || platforms === undefined || platforms.includes(platform)
}

/** The columns that are another word for this one on a platform that does not have them: a headline is the title there. */
function otherWordsFor(platform: string | undefined, column: string): string[] {
  const { name } = columnNamed(column).field
  return columns
    .filter(({ field }) => field.otherwise === name)
    .flatMap((other) => (has(platform, other.name) ? [] : [other.name]))
}

/**
 * What the ad of a row is made with on its platform, and nothing that only stands in the sheet: neither fields of other platforms, nor
 * what the service said that this ad has no use for.
 */
export function storedIn(
  row: Row,
  platform: string | undefined,
  findings: readonly Finding[],
): (column: string) => string {
  const unused = new Set(findings.filter(({ isUnused }) => isUnused).map(({ column }) => column))
  const written = (column: string) => row.cells[column]?.trim() ?? ''
  return (column) => {
    if (!has(platform, column) || unused.has(column)) return ''
    const words = [column, ...otherWordsFor(platform, column)]
    return words.map(written).find(Boolean) ?? defaultOf(row.cells.account, column) ?? ''
  }
}
