import { basename } from 'node:path'
import type { RowProblem } from '../../src/sheet/row-problem.ts'
import type { Context } from '../context.ts'
import type { Session } from '../session.ts'
import type { Sheet } from '../sheet/ads.ts'
import { findFiles } from './files.ts'
import { checkParts } from './launch.ts'
import { splitAds } from './split.ts'
import { withAddresses } from './upload.ts'

/**
 * All that is wrong with a sheet, before any of its files is uploaded: titles, cells, files, the rules and, where something is wrong,
 * what the platforms say.
 */
export async function problemsOf(context: Context, sheet: Sheet): Promise<RowProblem[]> {
  const { problems: inFiles } = await findFiles(sheet, context.signal)
  const own = [...sheet.problems, ...inFiles]
  try {
    const session = await context.open()
    const broken = await asked(context, session, sheet, own.length > 0 ? 'platform' : 'rules')
    // Whoever has to mend it is told everything at once.
    const all = own.length === 0 && broken.length > 0 ? await asked(context, session, sheet, 'platform') : broken
    return inOrder([...own, ...all.filter((problem) => !isReportedBy(own, problem))])
  } catch (error) {
    // What is wrong with the sheet alone is worth telling without a service.
    if (own.length > 0 && !context.signal.aborted) return inOrder(own)
    throw error
  }
}

/** Files have no address yet: what is said about that is left out. */
async function asked(context: Context, session: Session, sheet: Sheet, depth: 'rules' | 'platform') {
  const standIn = withAddresses(sheet, (path) => `https://not-uploaded.invalid/${encodeURIComponent(basename(path))}`)
  const media = ['url', 'thumbnail'].map((field) => sheet.titleOf(`media.0.${field}`))
  const { problems } = await checkParts(context, session, { sheet: standIn, parts: splitAds(standIn) }, depth)
  return problems.filter(({ column, message }) => !(media.includes(column ?? '') && message.includes('.invalid')))
}

/** A cell that could not be read, or a column that is missing, is missed by the service too. */
function isReportedBy(own: readonly RowProblem[], { row, column }: RowProblem): boolean {
  const missing = own.filter((each) => each.message.endsWith('is missing.')).map((each) => each.column)
  if (missing.includes('name') && column === 'adName') return true
  if (missing.includes('account') && column === 'adAccountId') return true
  return own.some((each) => each.row === row && each.column === column)
}

/** As they stand in the sheet. */
function inOrder(problems: RowProblem[]): RowProblem[] {
  return problems.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0))
}
