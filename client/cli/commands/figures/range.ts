import type { Command } from 'commander'
import { CommandProblem } from '../../exit.ts'
import { platformNames } from '../../words.ts'

const usualDays = 7
const dayMs = 86_400_000

export interface RangeOptions {
  from?: string
  to?: string
  last: string
  account?: string[]
  platform?: string
}

/** Which days and which accounts: the same words wherever figures are asked for. */
export function withRange(command: Command): Command {
  return command
    .option('--from <day>', 'the first day, like 2026-01-31')
    .option('--to <day>', 'the last day; today unless given')
    .option('--last <days>', 'the last so many days, today included', String(usualDays))
    .option('--account <ids...>', 'only these ad accounts')
    .option('--platform <name>', `only this platform: ${platformNames}`)
}

/** How many rows were asked for. */
export function rowsIn(limit: string | undefined): number {
  const rows = Number(limit)
  if (Number.isInteger(rows) && rows > 0) return rows
  throw new CommandProblem(`--limit takes a number of rows, not "${limit}".`)
}

export function rangeOf({ from, to, last, account, platform }: RangeOptions, now = new Date()) {
  const endDate = to ?? dayOf(now)
  const days = Number(last)
  if (!Number.isInteger(days) || days < 1) throw new CommandProblem(`--last takes a number of days, not "${last}".`)
  const startDate = from ?? daysBefore(endDate, days - 1)
  return { startDate, endDate, accountIds: account, platform }
}

function daysBefore(day: string, count: number): string {
  const time = Date.parse(day)
  if (Number.isNaN(time)) throw new CommandProblem(`--to takes a day, like 2026-01-31, not "${day}".`)
  return new Date(time - count * dayMs).toISOString().slice(0, 10)
}

/** The day in the time zone of whoever asks. */
function dayOf(time: Date): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${time.getFullYear()}-${part(time.getMonth() + 1)}-${part(time.getDate())}`
}
