import { addDays } from '../../core/figures/account-days.ts'
import { refusal } from '../errors.ts'
import { duringRange, readMoment } from './dates.ts'
import type { Condition, Query } from './parser.ts'
import { required } from '../../core/required.ts'

/** How far back each list of changes goes, and the field that must be limited. */
const histories: Record<string, { field: string; days: number; family: string }> = {
  change_event: { field: 'change_event.change_date_time', days: 30, family: 'changeEventError' },
  change_status: { field: 'change_status.last_change_date_time', days: 90, family: 'changeStatusError' },
}
const maxChanges = 10_000

/** Lists of changes are only shown for a range of days, and only so many rows of them. */
export function checkHistory({ from, where, limit }: Query, today: string): void {
  const history = histories[from]
  if (!history) return
  const refuse = (code: string, message: string) => refusal(`${history.family}.${code}`, message)
  const bounds = where.filter(({ field }) => field === history.field).map((condition) => boundsOf(condition, today))
  const start = bounds
    .flatMap(([low]) => low ?? [])
    .sort()
    .at(-1)
  const end = bounds.flatMap(([, high]) => high ?? []).sort()[0]
  if (start === undefined || end === undefined)
    throw refuse(
      'CHANGE_DATE_RANGE_INFINITE',
      `The change search request must specify a finite range on ${history.field}.`,
    )
  if (start > end)
    throw refuse('CHANGE_DATE_RANGE_NEGATIVE', 'The range of the change search request ends before it starts.')
  if (start < addDays(today, -history.days))
    throw refuse(
      'START_DATE_TOO_OLD',
      `The requested start date is too old. It cannot be older than ${history.days} days.`,
    )
  if (limit === null) throw refuse('LIMIT_NOT_SPECIFIED', 'The change search request must specify a LIMIT.')
  if (limit > maxChanges)
    throw refuse('INVALID_LIMIT_CLAUSE', `The LIMIT of a change search request must be at most ${maxChanges}.`)
}

function boundsOf({ operator, values }: Condition, today: string): [string | undefined, string | undefined] {
  if (operator === 'DURING') {
    const [from, to] = duringRange(required(values[0], 'value'), today)
    return [`${from} 00:00:00.000000`, `${to} 23:59:59.999999`]
  }
  const [first, last] = values.map(readMoment)
  if (operator === 'BETWEEN') return [first, last]
  if (operator === '=') return [first, first]
  if (operator.startsWith('>')) return [first, undefined]
  if (operator.startsWith('<')) return [undefined, first]
  return [undefined, undefined]
}
