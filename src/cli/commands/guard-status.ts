import { readConfig } from '../../config.ts'
import { guardStatuses } from '../../core/guards/status.ts'
import type { GuardStatus } from '../../core/guards/status.ts'
import type { FigureOrUnknown } from '../../core/guards/figure.ts'
import type { CapStatus } from '../../core/guards/terms.ts'
import { decimalsOf } from '../../core/currency/codes.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { withPlatforms } from '../platforms.ts'
import { explain, formatTable, formatTime, print } from '../print.ts'

const heads = ['ID', 'NAME', 'OF', 'SPENT', 'RUNNING', 'LEFT', 'CAP', 'CURRENCY', 'REACHED']

/** How every cap stands: the figures of GET /v1/spend-guards/status. */
export async function showGuardStatus(options: { company: string }): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const statuses = await withPlatforms(db, config, (connections) => guardStatuses({ db, connections }, { company }))
    const rows = statuses.flatMap((status) => [...rowsOf(status, 'day'), ...rowsOf(status, 'month')])
    if (rows.length === 0) return explain(`No guard of ${company.name} has a cap. See: flightdeck guard list`)
    print(formatTable(heads, rows))
    for (const status of statuses) for (const line of notesOf(status)) print(`Guard ${status.guard.id}: ${line}`)
  })
}

function rowsOf({ guard, ...caps }: GuardStatus, span: 'day' | 'month'): string[][] {
  const cap = caps[span]
  if (!cap) return []
  const shown = (figure: FigureOrUnknown | null) =>
    typeof figure === 'number' ? figure.toFixed(decimalsOf(guard.currency)) : (figure ?? '-')
  const figures = [cap.spend, cap.running, cap.left, cap.cap].map(shown)
  return [[String(guard.id), guard.name ?? '-', span, ...figures, guard.currency, reachedWords(cap)]]
}

function reachedWords({ isReached, reachedAt }: CapStatus): string {
  if (isReached) return 'yes'
  return reachedAt ? `at this pace ${formatTime(reachedAt)}` : 'no'
}

function notesOf({ day, month, warnings, proposal }: GuardStatus): string[] {
  const problems = new Set([day?.problem, month?.problem].filter((text) => typeof text === 'string'))
  return [...problems, ...warnings, ...(proposal ? [proposal.message] : [])]
}
