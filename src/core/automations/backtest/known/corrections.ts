import type { RuleSum } from '../../rule/compiled/rule-sum.ts'
import { dateText, keyColumns, keysText, scaleOf, sumFields } from './figures.ts'
import type { FiguresInput, PastFigures } from './figures.ts'
import type { Column, Field, PackedQuery } from './packed.ts'
import { nowhere, Places } from './places.ts'
import type { Correction, SumWindows } from './windows.ts'

/** Where things stand in a row: the ad, the day, until when it was known, the sums; then those of now, and both keys. */
const head = { ad: 0, day: 1, until: 2, sums: 3 }

type Input = Omit<FiguresInput, 'places'>

/** Asks for every figure that was known otherwise after a moment. */
export function correctionsQuestion(input: Input, after: Date): PackedQuery {
  const { level, accountKeys, from, to, withEarlier } = input
  const tables = hasNow(input) ? ['s'] : ['s', 'd']
  // The key of an account stands in a row also where it tells that there was none.
  const keyIn = (table: string) => `CASE WHEN ${table}.spend_micros IS NOT NULL THEN ${table}.${keyColumns[level]} END`
  const fields: Field[] = [
    ...([
      { sql: 's.ad_key', as: 'whole' },
      { sql: 's.day', as: 'day' },
      { sql: 's.known_until', as: 'moment' },
    ] as const),
    ...tables.flatMap((table) => sumFields(table, input)),
    ...(hasNow(input) ? [] : tables.map((table): Field => ({ sql: keyIn(table), as: 'number' }))),
  ]
  const wanted = (table: string) =>
    `${table}.account_key = ANY (${keysText(accountKeys)}) AND ${table}.day <= ${dateText(to)}
      ${withEarlier ? '' : `AND ${table}.day >= ${dateText(from)}`}`
  const now = `LEFT JOIN ad_days d ON d.account_key = s.account_key AND d.day = s.day AND d.ad_key = s.ad_key AND ${wanted('d')}`
  return {
    fields,
    from: `FROM ad_days_superseded s ${hasNow(input) ? '' : now} WHERE ${wanted('s')} AND s.known_until > '${after.toISOString()}'`,
  }
}

/** Where entities are ads, what is known of a day now is at hand. */
function hasNow({ level, withEarlier }: Input): boolean {
  return level === 'ad' && !withEarlier
}

/** Adds what was known otherwise to the windows. */
export function addCorrections(columns: Column[], figures: PastFigures, windows: SumWindows): void {
  const { sums, places } = figures.input
  const isOfAds = hasNow(figures.input)
  const [days, untils] = [columns[head.day]!, columns[head.until]!]
  const { cells, count, width } = cellsOf(columns, isOfAds ? (ad) => places.of(ad) : numbering())
  const order = isInOrder(cells, count, untils) ? null : inOrder(cells, count, untils)
  const sides = isOfAds ? [sideOf(columns, sums, 0)] : [sideOf(columns, sums, 0), sideOf(columns, sums, 1)]
  // By cell: up to which slot it has been told what was known. What was known before ends where the row before ended.
  const readingOf = new Int32Array(count)
  // One object for all.
  const [values, gaps] = [new Float64Array(sums.length), new Float64Array(sums.length)]
  const correction: Correction = { place: 0, day: 0, from: 0, to: 0, values, gaps }
  for (let index = 0; index < cells.length; index++) {
    const row = order ? order[index]! : index
    const cell = cells[row]!
    if (cell === nowhere) continue
    correction.from = readingOf[cell]!
    correction.to = readingOf[cell] = windows.slotAt(untils.moment(row))
    if (correction.from >= correction.to) continue
    correction.day = days.day(row)
    for (let side = 0; side < sides.length; side++) {
      correction.place = isOfAds ? Math.floor(cell / width) : places.of(sides[side]!.keys!.number(row))
      if (correction.place === nowhere) continue
      fill(correction, sides[side]!, row)
      if (isOfAds) takeAwayNow(correction, figures)
      windows.add(correction)
    }
  }
}

/** What was known, which is added, or what is known now, which is taken away. */
interface Side {
  sign: number
  /** Of the entities, where they are not the ads. */
  keys: Column | undefined
  sums: { values: Column; scale: number }[]
}

function sideOf(columns: Column[], sums: readonly RuleSum[], side: number): Side {
  return {
    sign: side === 0 ? 1 : -1,
    keys: columns[head.sums + 2 * sums.length + side],
    sums: sums.map((sum, place) => ({
      values: columns[head.sums + side * sums.length + place]!,
      scale: scaleOf(sum),
    })),
  }
}

/** Where there was no row, nothing was unknown either. */
function fill({ values, gaps }: Correction, { sign, sums }: Side, row: number): void {
  // Spend comes first, and is never unknown.
  const isThere = !Number.isNaN(sums[0]!.values.number(row))
  for (let sum = 0; sum < sums.length; sum++) {
    const value = sums[sum]!.values.number(row)
    const isKnown = !Number.isNaN(value)
    gaps[sum] = isThere && !isKnown ? sign : 0
    values[sum] = isKnown ? sign * Math.round(value * sums[sum]!.scale) : 0
  }
}

function takeAwayNow({ place, day, values, gaps }: Correction, figures: PastFigures): void {
  for (let sum = 0; sum < values.length; sum++) {
    values[sum]! -= figures.sum(place, sum, day, day)
    gaps[sum]! -= figures.gapsIn(place, sum, day, day)
  }
}

/** Numbers ads as they come. */
function numbering(): (ad: number) => number {
  const places = new Places([])
  return (ad) => places.add(ad)
}

interface Cells {
  /** A number for each ad's day, row by row; `nowhere`: nobody looks at the ad. */
  cells: Int32Array
  count: number
  /** So many days has each ad. */
  width: number
}

function cellsOf(columns: Column[], placeOf: (ad: number) => number): Cells {
  const [ads, days] = [columns[head.ad]!, columns[head.day]!]
  let [first, last] = [Infinity, -Infinity]
  for (let row = 0; row < days.count; row++) {
    const day = days.day(row)
    if (day < first) first = day
    if (day > last) last = day
  }
  const width = last - first + 1
  const cells = new Int32Array(ads.count)
  let max = nowhere
  for (let row = 0; row < cells.length; row++) {
    const place = placeOf(ads.whole(row))
    if (place > max) max = place
    cells[row] = place === nowhere ? nowhere : place * width + days.day(row) - first
  }
  return { cells, count: max === nowhere ? 0 : (max + 1) * width, width }
}

/** Whether the rows of each ad's day come by time already, as they do where they lie as they were written. */
function isInOrder(cells: Int32Array, count: number, untils: Column): boolean {
  const latest = new Float64Array(count)
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!
    if (cell === nowhere) continue
    const until = untils.whole(row)
    if (until < latest[cell]!) return false
    latest[cell] = until
  }
  return true
}

/** The rows of an ad's day next to each other, by time: put into their places by counting. */
function inOrder(cells: Int32Array, count: number, untils: Column): Uint32Array {
  // Those that nobody looks at come first.
  const ends = new Uint32Array(count + 1)
  for (const cell of cells) ends[cell + 1]!++
  for (let cell = 1; cell < ends.length; cell++) ends[cell]! += ends[cell - 1]!
  const filled = new Uint32Array(ends.length)
  filled.set(ends.subarray(0, -1), 1)
  const order = new Uint32Array(cells.length)
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]! + 1
    const first = cell === 0 ? 0 : ends[cell - 1]!
    const until = untils.whole(row)
    let at = filled[cell]!++
    for (; at > first && untils.whole(order[at - 1]!) > until; at--) order[at] = order[at - 1]!
    order[at] = row
  }
  return order
}
