import { PlatformError } from '../../../errors.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { ReachQuestion, ReachRow } from '../../contract/report.ts'
import { platformName } from '../name.ts'
import { maxDays } from './question.ts'
import type { Deps, Question } from './question.ts'
import { figureOf, placeOf, readAllRows } from './rows.ts'
import type { ReportRow } from './rows.ts'
import { runReport } from './run.ts'

export async function readReach(deps: Deps, question: ReachQuestion): Promise<ReachRow[]> {
  const { level, range, isDaily } = question
  const asked = { level, range, isDaily, metrics: ['reach', 'frequency', 'impressions'] }
  const rows = await reachFrom(deps, asked)
  return rows.map((row) => {
    const reach = figureOf(row, 'reach')
    const impressions = figureOf(row, 'impressions')
    return { ...placeOf(row, question), reach, frequency: reach && impressions !== null ? impressions / reach : null }
  })
}

/** People of a whole range cannot be pieced together: what is too long to be asked for is made in the background. */
async function reachFrom(deps: Deps, question: Question): Promise<ReportRow[]> {
  if (question.isDaily || daysIn(question.range) <= maxDays.whole) return readAllRows(deps, question)
  const rows = await runReport(deps, question)
  if (rows) return rows
  throw new PlatformError({
    platform: platformName,
    kind: 'transient',
    code: 'REPORT_FAILED',
    message: 'The platform could not make the report. Ask for fewer days.',
  })
}
