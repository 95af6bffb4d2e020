import type pg from 'pg'
import { dateText, keyColumns, keysText, scaleOf, sumFields } from './figures.ts'
import type { FiguresInput, PastFigures } from './figures.ts'
import { readPacked } from './packed.ts'
import type { Field, Packed } from './packed.ts'

/** What was known of an entity's day between two moments, less what is known of it now. */
export interface Correction {
  place: number
  day: number
  /** In milliseconds: from the first on, up to the second. */
  since: number
  until: number
  /** By sum: what is added to the running ones, and to their gaps. */
  values: Float64Array
  gaps: Float64Array
}

/** Where things stand in a row: the ad, the day, until when it was known, the sums; then those of now, and both keys. */
const head = { ad: 0, day: 1, until: 2, sums: 3 }

type Input = Omit<FiguresInput, 'places'>

/** Asks for every figure that was known otherwise after a moment. The same object is handed out for each. */
export async function readCorrections(
  client: pg.ClientBase,
  input: Input,
  after: Date,
): Promise<(figures: PastFigures, take: (correction: Correction) => void) => void> {
  const { fields, ...wanted } = questionOf(input, after)
  const all = await readPacked(client, fields, wanted)
  return (figures, take) => {
    for (const rows of all) eachCorrection(rows, figures, take)
  }
}

function eachCorrection(rows: Packed, figures: PastFigures, take: (correction: Correction) => void): void {
  const { sums, places } = figures.input
  const noSums = () => new Float64Array(sums.length)
  const correction = { place: 0, day: NaN, since: 0, until: -Infinity, values: noSums(), gaps: noSums() }
  const scales = sums.map(scaleOf)
  const isOfAds = hasNow(figures.input)
  let ad = NaN
  for (const row of inOrder(rows)) {
    const [ofAd, day] = [rows.whole(row, head.ad), rows.day(row, head.day)]
    // What was known before ends where the row before ended.
    correction.since = ofAd === ad && day === correction.day ? correction.until : -Infinity
    correction.until = rows.moment(row, head.until)
    correction.day = day
    ad = ofAd
    for (let side = 0; side < (isOfAds ? 1 : 2); side++) {
      const place = places.get(isOfAds ? ad : rows.number(row, head.sums + 2 * sums.length + side))
      if (place === undefined) continue
      correction.place = place
      fill(correction, { rows, row, side }, scales)
      if (isOfAds) takeAwayNow(correction, figures)
      take(correction)
    }
  }
}

/** The rows of an ad's day next to each other, by time: put into their places by counting, as they mostly are in order. */
function inOrder(rows: Packed): Uint32Array {
  const cells = cellsOf(rows)
  const ends = new Uint32Array(rows.count === 0 ? 0 : cells.reduce((most, cell) => Math.max(most, cell), 0) + 1)
  for (const cell of cells) ends[cell]!++
  for (let cell = 1; cell < ends.length; cell++) ends[cell]! += ends[cell - 1]!
  const filled = new Uint32Array(ends.length)
  filled.set(ends.subarray(0, -1), 1)
  const order = new Uint32Array(rows.count)
  for (let row = 0; row < rows.count; row++) {
    const cell = cells[row]!
    const first = cell === 0 ? 0 : ends[cell - 1]!
    const until = rows.moment(row, head.until)
    let at = filled[cell]!++
    for (; at > first && rows.moment(order[at - 1]!, head.until) > until; at--) order[at] = order[at - 1]!
    order[at] = row
  }
  return order
}

/** A number for each ad's day, row by row. */
function cellsOf(rows: Packed): Uint32Array {
  let [first, last] = [Infinity, -Infinity]
  for (let row = 0; row < rows.count; row++) {
    first = Math.min(first, rows.day(row, head.day))
    last = Math.max(last, rows.day(row, head.day))
  }
  const ads = new Map<number, number>()
  const cells = new Uint32Array(rows.count)
  for (let row = 0; row < rows.count; row++) {
    const key = rows.whole(row, head.ad)
    const ad = ads.get(key) ?? ads.size
    if (ad === ads.size) ads.set(key, ad)
    cells[row] = ad * (last - first + 1) + rows.day(row, head.day) - first
  }
  return cells
}

/** Where entities are ads, what is known of a day now is at hand. */
function hasNow({ level, withEarlier }: Input): boolean {
  return level === 'ad' && !withEarlier
}

/** What was known is added, what is known now is taken away. Where there was no row, nothing was unknown either. */
function fill(
  { values, gaps }: Correction,
  { rows, row, side }: { rows: Packed; row: number; side: number },
  scales: number[],
): void {
  const sign = side === 0 ? 1 : -1
  const first = head.sums + side * scales.length
  // Spend comes first, and is never unknown.
  const isThere = !Number.isNaN(rows.number(row, first))
  for (let sum = 0; sum < scales.length; sum++) {
    const value = rows.number(row, first + sum)
    gaps[sum] = isThere && Number.isNaN(value) ? sign : 0
    values[sum] = Number.isNaN(value) ? 0 : sign * Math.round(value * scales[sum]!)
  }
}

function takeAwayNow({ place, day, values, gaps }: Correction, figures: PastFigures): void {
  for (let sum = 0; sum < values.length; sum++) {
    values[sum]! -= figures.sum(place, sum, day, day)
    gaps[sum]! -= figures.gapsIn(place, sum, day, day)
  }
}

function questionOf(input: Input, after: Date): { fields: Field[]; from: string; account: string } {
  const { level, accountKeys, sums, from, to, withEarlier } = input
  const tables = hasNow(input) ? ['s'] : ['s', 'd']
  // The key of an account stands in a row also where it tells that there was none.
  const keyIn = (table: string) => `CASE WHEN ${table}.spend_micros IS NOT NULL THEN ${table}.${keyColumns[level]} END`
  const fields: Field[] = [
    ...([
      { sql: 's.ad_key', as: 'whole' },
      { sql: 's.day', as: 'day' },
      { sql: 's.known_until', as: 'moment' },
    ] as const),
    ...tables.flatMap((table) => sumFields(table, sums)),
    ...(hasNow(input) ? [] : tables.map((table): Field => ({ sql: keyIn(table), as: 'number' }))),
  ]
  const wanted = (table: string) =>
    `${table}.account_key = ANY (${keysText(accountKeys)}) AND ${table}.day <= ${dateText(to)}
      ${withEarlier ? '' : `AND ${table}.day >= ${dateText(from)}`}`
  const now = `LEFT JOIN ad_days d ON d.account_key = s.account_key AND d.day = s.day AND d.ad_key = s.ad_key AND ${wanted('d')}`
  return {
    fields,
    from: `FROM ad_days_superseded s ${hasNow(input) ? '' : now} WHERE ${wanted('s')} AND s.known_until > '${after.toISOString()}'`,
    account: 's.account_key',
  }
}
