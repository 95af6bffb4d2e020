import { isDay } from '../figures/account-days.ts'
import { ControlError } from './error.ts'

/** What a look at totals may say. */
export type TotalsQuery = Record<string, string | undefined>

interface TotalsRange {
  from: string
  to: string
  level: string
}

/** Of today and of ads, where nothing else is said. */
export function readRange(query: TotalsQuery, today: string): TotalsRange {
  const [from, to] = [readDay('from', query['from'], today), readDay('to', query['to'], today)]
  return { from, to, level: query['level'] ?? 'ad' }
}

export function atLevel<At>(levels: Readonly<Record<string, At>>, level: string): At {
  const at = Object.hasOwn(levels, level) ? levels[level] : undefined
  if (at === undefined) throw new ControlError('level', `level is one of ${Object.keys(levels).join(', ')}`)
  return at
}

/** Per object and day, per object, and in all. */
export function totalsOfCells<Cell extends { day: string }>(
  cells: Cell[],
  idOf: (cell: Cell) => string,
  describe: (cells: Cell[]) => object,
): { rows: object[]; objects: object[]; total: object } {
  const byObject = [...Map.groupBy(cells, idOf)]
  return {
    rows: byObject.flatMap(([id, own]) =>
      [...Map.groupBy(own, ({ day }) => day)].map(([day, some]) => ({ id, day, ...describe(some) })),
    ),
    objects: byObject.map(([id, own]) => ({ id, ...describe(own) })),
    total: describe(cells),
  }
}

/** What a simulator with nothing else to look at says to other names. */
export function requireTotals(name: string): void {
  if (name !== 'totals') throw new ControlError('name', `There is nothing called ${name} to look at; there is: totals`)
}

function readDay(field: string, value: string | undefined, fallback: string): string {
  const day = value ?? fallback
  if (!isDay(day)) throw new ControlError(field, `${field} must be a day such as ${fallback}`)
  return day
}
