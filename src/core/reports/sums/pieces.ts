import type pg from 'pg'
import { addDays, dayCount, monthRange, monthsTouched } from '../../../days.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { EntityLevel } from '../../../platforms/contract/report.ts'
import { figureColumns, isAmount } from './figures.ts'
import type { FigureTable } from './figures.ts'
import { monthOf } from './settled.ts'

/** What rows are made of: which accounts and days, and how fine it has to be. */
export interface WantedFigures {
  accountKeys: number[]
  range: DayRange
  level: EntityLevel | 'account'
  byDay: boolean
}

/** A part of an answer that lies in one table. */
export interface FigurePiece {
  table: FigureTable
  accountKeys: number[]
  range: DayRange
}

interface SummedMonth {
  account_key: number
  month: string
  has_ads: boolean
}

/** The accounts of one month, or of a part of it, by where their figures are read from. */
interface Slice {
  range: DayRange
  keys: Map<FigureTable, number[]>
}

/**
 * Cuts a question into pieces: sums where there are any that are fine enough, days where there are none. Sums that are there once stay
 * as long as their days, so what is found here still holds when the statement runs.
 */
export async function piecesFor(pool: Pick<pg.ClientBase, 'query'>, wanted: WantedFigures): Promise<FigurePiece[]> {
  const { accountKeys, range } = wanted
  const months = monthsTouched(range)
  if (!months.some((month) => sourcesOf(wanted, within(monthRange(month), range)).length > 0)) {
    return [{ table: 'ad_days', accountKeys, range }]
  }
  const { rows } = await pool.query<SummedMonth>({
    name: 'summed_months',
    text: 'SELECT account_key, month, has_ads FROM summed_months WHERE account_key = ANY ($1::bigint[]) AND month BETWEEN $2 AND $3',
    values: [accountKeys, months[0], months.at(-1)],
  })
  const summed = new Map(rows.map((row) => [`${row.month} ${row.account_key}`, row]))
  return joined(
    months.map((month): Slice => {
      const part = within(monthRange(month), range)
      const sources = sourcesOf(wanted, part)
      const keys = Map.groupBy(accountKeys, (key) => tableFor(sources, summed.get(`${month} ${key}`)))
      return { range: part, keys }
    }),
  )
}

function within(month: DayRange, { from, to }: DayRange): DayRange {
  return { from: month.from < from ? from : month.from, to: month.to > to ? to : month.to }
}

/** Which sums would do for a part of a month, fewest rows first. */
function sourcesOf({ level, byDay }: WantedFigures, part: DayRange): FigureTable[] {
  if (level === 'account') return ['account_days']
  const isWhole = dayCount(part) === dayCount(monthRange(monthOf(part.from)))
  const byMonth: FigureTable[] = isWhole && !byDay ? ['ad_months'] : []
  return level === 'campaign' ? [...byMonth, 'campaign_days'] : byMonth
}

function tableFor(sources: FigureTable[], summed: SummedMonth | undefined): FigureTable {
  if (!summed) return 'ad_days'
  return sources.find((table) => table !== 'ad_months' || summed.has_ads) ?? 'ad_days'
}

/** Slices that follow each other and lie in one table with the same accounts are one piece. */
function joined(slices: Slice[]): FigurePiece[] {
  const pieces: FigurePiece[] = []
  for (const { range, keys } of slices) {
    for (const [table, accountKeys] of keys) {
      const before = pieces.find((piece) => piece.table === table && addDays(piece.range.to, 1) === range.from)
      if (before && String(before.accountKeys) === String(accountKeys)) before.range = { ...before.range, to: range.to }
      else pieces.push({ table, accountKeys, range })
    }
  }
  return pieces
}

const keysIn: Record<FigureTable, EntityLevel[]> = {
  ad_days: ['ad', 'adset', 'campaign'],
  ad_months: ['ad', 'adset', 'campaign'],
  campaign_days: ['campaign'],
  account_days: [],
}

/** How parts of a statement say where a piece lies: its accounts, and its days. */
export interface PieceConditions {
  accounts: (accountKeys: number[]) => string
  day: (day: string) => string
  /** By what the amounts of a day of a piece are multiplied. null: by nothing. */
  rate?: (piece: FigurePiece, day: string) => string | null
}

/** What stands behind FROM: the pieces as rows `d`, with the columns that all of them have. */
export function relationOf(pieces: FigurePiece[], conditions: PieceConditions): string {
  const [only] = pieces
  const rates = pieces.map((piece) => conditions.rate?.(piece, 'p.day') ?? null)
  if (only && pieces.length === 1 && !rates[0]) return `${only.table} d WHERE ${conditionOf(only, 'd', conditions)}`
  const levels = (['ad', 'adset', 'campaign'] as const).filter((level) =>
    pieces.every(({ table }) => keysIn[table].includes(level)),
  )
  const hasDays = pieces.every(({ table }) => table !== 'ad_months')
  const columns = [
    'account_key',
    ...levels.map((level) => `${level}_key`),
    ...(hasDays ? ['day'] : []),
    ...figureColumns,
  ]
  const parts = pieces.map((piece, place) => {
    const rate = rates[place]
    const shown = columns.map((name) => (rate && isAmount(name) ? `p.${name} * ${rate} AS ${name}` : `p.${name}`))
    return `SELECT ${shown.join(', ')} FROM ${piece.table} p WHERE ${conditionOf(piece, 'p', conditions)}`
  })
  return `(${parts.join(' UNION ALL ')}) d`
}

function conditionOf(
  { table, accountKeys, range }: FigurePiece,
  name: string,
  { accounts, day }: PieceConditions,
): string {
  const column = table === 'ad_months' ? 'month' : 'day'
  return `${name}.account_key ${accounts(accountKeys)} AND ${name}.${column} BETWEEN ${day(range.from)} AND ${day(range.to)}`
}
