import type pg from 'pg'
import { addDays, dayCount, monthRange, monthsTouched } from '../../../days.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { EntityLevel } from '../../../platforms/contract/report.ts'
import { figureColumns, isAmount } from './figures.ts'
import type { FigureTable } from './figures.ts'
import { tensInMonth, tensOf } from './tens.ts'

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

/** Which sums a month has by ad; it has all of those by day. */
interface KeptSums {
  has_ads: boolean
  tens: number
  /** Of the first month of a quarter. */
  has_quarter: boolean
}

const allSums: KeptSums = { has_ads: true, tens: tensInMonth, has_quarter: true }

/**
 * Cuts a question into pieces: sums where there are any that are fine enough, days where there are none. Sums that are there once stay
 * as long as their days, so what is found here still holds when the statement runs.
 */
export async function piecesFor(pool: Pick<pg.ClientBase, 'query'>, wanted: WantedFigures): Promise<FigurePiece[]> {
  const { accountKeys, range } = wanted
  const months = monthsTouched(range)
  if (cut(wanted, months, () => allSums).every(({ table }) => table === 'ad_days')) {
    return [{ table: 'ad_days', accountKeys, range }]
  }
  const { rows } = await pool.query<KeptSums & { account_key: number; month: string }>({
    name: 'summed_months',
    text: `SELECT account_key, month, has_ads, tens, has_quarter FROM summed_months
      WHERE account_key = ANY ($1::bigint[]) AND month BETWEEN $2 AND $3`,
    values: [accountKeys, months[0], months.at(-1)],
  })
  const summed = new Map(rows.map((row) => [`${row.month} ${row.account_key}`, row]))
  const quarters = [...Map.groupBy(months, quarterOf).values()]
  const pieces = quarters.flatMap((ofQuarter) => {
    const kept = (month: string, key: number | undefined) => summed.get(`${month} ${key}`)
    const alike = Map.groupBy(accountKeys, (key) => ofQuarter.map((month) => describe(kept(month, key))).join())
    return [...alike.values()].flatMap((keys) =>
      cut(wanted, ofQuarter, (month) => kept(month, keys[0])).map((piece) => ({ ...piece, accountKeys: keys })),
    )
  })
  return joined(pieces)
}

function describe(kept: KeptSums | undefined): string {
  return kept ? `${kept.has_ads} ${kept.tens} ${kept.has_quarter}` : ''
}

/** The first day of the quarter of a month. */
export function quarterOf(month: string): string {
  const first = Math.floor((Number(month.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${month.slice(0, 5)}${String(first).padStart(2, '0')}-01`
}

function within(month: DayRange, { from, to }: DayRange): DayRange {
  return { from: month.from < from ? from : month.from, to: month.to > to ? to : month.to }
}

function isWhole(part: DayRange, whole: DayRange): boolean {
  return dayCount(part) === dayCount(whole)
}

type Cut = Omit<FigurePiece, 'accountKeys'>
type KeptOf = (month: string) => KeptSums | undefined

/** Where figures of months, of which the first and the last may be cut off, are read from: as few rows as will do. */
function cut(wanted: WantedFigures, months: string[], kept: KeptOf): Cut[] {
  const { level, byDay, range } = wanted
  return [...Map.groupBy(months, quarterOf)].flatMap(([first, ofQuarter]): Cut[] => {
    const quarter = { from: first, to: monthRange(addDays(first, 62)).to }
    const part = within(quarter, range)
    const isKept = !byDay && level !== 'account' && kept(first)?.has_quarter
    if (isKept && isWhole(part, quarter)) return [{ table: 'ad_quarters', range: part }]
    return ofQuarter.flatMap((month) => cutMonth(wanted, month, kept(month)))
  })
}

function cutMonth({ level, byDay, range }: WantedFigures, month: string, kept: KeptSums | undefined): Cut[] {
  const whole = monthRange(month)
  const part = within(whole, range)
  if (!kept) return [{ table: 'ad_days', range: part }]
  if (level === 'account') return [{ table: 'account_days', range: part }]
  if (kept.has_ads && !byDay && isWhole(part, whole)) return [{ table: 'ad_months', range: part }]
  if (level === 'campaign') return [{ table: 'campaign_days', range: part }]
  if (byDay) return [{ table: 'ad_days', range: part }]
  return tensOf(month).flatMap((ten, place): Cut[] => {
    const range = within(ten, part)
    if (dayCount(range) === 0) return []
    return [{ table: place < kept.tens && isWhole(range, ten) ? 'ad_tens' : 'ad_days', range }]
  })
}

/** Those that follow each other and lie in one table with the same accounts are one piece. */
function joined(found: FigurePiece[]): FigurePiece[] {
  const pieces: FigurePiece[] = []
  for (const { table, accountKeys, range } of found) {
    const before = pieces.find(
      (piece) =>
        piece.table === table &&
        addDays(piece.range.to, 1) === range.from &&
        String(piece.accountKeys) === String(accountKeys),
    )
    if (before) before.range = { ...before.range, to: range.to }
    else pieces.push({ table, accountKeys, range })
  }
  return pieces
}

const keysIn: Record<FigureTable, EntityLevel[]> = {
  ad_days: ['ad', 'adset', 'campaign'],
  ad_tens: ['ad', 'adset', 'campaign'],
  ad_months: ['ad', 'adset', 'campaign'],
  ad_quarters: ['ad', 'adset', 'campaign'],
  campaign_days: ['campaign'],
  account_days: [],
}

/** What tells when a row's figures are of: its day, or the first of its days. */
const timeColumns: Record<FigureTable, string> = {
  ad_days: 'day',
  ad_tens: 'ten',
  ad_months: 'month',
  ad_quarters: 'quarter',
  campaign_days: 'day',
  account_days: 'day',
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
  const hasDays = pieces.every(({ table }) => timeColumns[table] === 'day')
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
  return `${name}.account_key ${accounts(accountKeys)} AND ${name}.${timeColumns[table]} BETWEEN ${day(range.from)} AND ${day(range.to)}`
}
