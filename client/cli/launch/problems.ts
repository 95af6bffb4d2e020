import { listed } from '../../src/sheet/words.ts'
import { asCommands } from '../as-commands.ts'
import { refusalIn } from '../refusal.ts'
import type { Sheet, SheetAd } from '../sheet/ads.ts'
import { SheetError } from '../sheet/problem.ts'
import type { RowProblem } from '../../src/sheet/row-problem.ts'

interface Issue {
  path: string
  message: string
  expected?: string
}

/** What the service says about `ads.3.media.0.url`, in the rows and columns of the sheet. */
export function inRows(issues: readonly Issue[], part: readonly SheetAd[], sheet: Sheet): RowProblem[] {
  return issues.map(({ path, message, expected }) => {
    const [, place, , field] = /^ads\.(\d+)(\.(.+))?$/.exec(path) ?? []
    const text = inWordsOfSheets(`${message}${expected ? ` (expected: ${expected})` : ''}`)
    if (place === undefined) return { row: null, column: path || null, message: text }
    return { row: part[Number(place)]?.row ?? null, column: field ? sheet.titleOf(field) : null, message: text }
  })
}

const longList = /(?:[A-Z][A-Z0-9_]*, ){12,}[A-Z][A-Z0-9_]*/g

/** The service speaks of its own addresses; here they are commands. Of a long list of words the first are told. */
function inWordsOfSheets(text: string): string {
  return asCommands(text).replace(longList, (list) => listed(list.split(', ')))
}

/** A launch that was refused for what stands in the sheet says so in its rows; anything else stays what it is. */
export function asSheetError(error: unknown, part: readonly SheetAd[], sheet: Sheet): unknown {
  const refusal = refusalIn(error)
  if (refusal === null || refusal.issues.length === 0) return error
  const problems = inRows(refusal.issues, part, sheet)
  const { moreIssues } = refusal.details as { moreIssues?: number }
  if (moreIssues) problems.push({ row: null, column: null, message: `And ${moreIssues} more problems.` })
  return new SheetError(sheet.file, problems)
}
