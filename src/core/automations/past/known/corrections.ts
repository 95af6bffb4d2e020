import type pg from 'pg'
import { dateText, dayColumn, keyColumns, keysText, scaleOf, sumsText } from './figures.ts'
import type { FiguresInput, PastFigures } from './figures.ts'
import { eachTuple } from './tuples.ts'
import type { Bulk } from './tuples.ts'

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

/** Every figure that was known otherwise after a moment. The same object is handed out for each. */
export async function eachCorrection(
  client: pg.ClientBase,
  figures: PastFigures,
  after: Date,
  take: (correction: Correction) => void,
): Promise<void> {
  const { sums, places } = figures.input
  const noSums = () => new Float64Array(sums.length)
  const correction = { place: 0, day: NaN, since: 0, until: -Infinity, values: noSums(), gaps: noSums() }
  const scales = sums.map(scaleOf)
  const isOfAds = hasNow(figures.input)
  let ad = NaN
  // They come ad by ad and day by day: what was known before ends where the row before ended.
  await eachTuple(client, bulkOf(figures.input, after), (row) => {
    const isNext = row[head.ad] === ad && row[head.day] === correction.day
    correction.since = isNext ? correction.until : -Infinity
    correction.until = row[head.until]!
    correction.day = row[head.day]!
    ad = row[head.ad]!
    for (let side = 0; side < (isOfAds ? 1 : 2); side++) {
      const place = places.get(isOfAds ? ad : row[head.sums + 2 * sums.length + side]!)
      if (place === undefined) continue
      correction.place = place
      fill(correction, row, side, scales)
      if (isOfAds) takeAwayNow(correction, figures)
      take(correction)
    }
  })
}

/** Where entities are ads, what is known of a day now is at hand. */
function hasNow({ level, withEarlier }: FiguresInput): boolean {
  return level === 'ad' && !withEarlier
}

/** What was known is added, what is known now is taken away. Where there was no row, nothing was unknown either. */
function fill({ values, gaps }: Correction, row: Float64Array, side: number, scales: number[]): void {
  const sign = side === 0 ? 1 : -1
  // Spend comes first, and is never unknown.
  const isThere = !Number.isNaN(row[head.sums + side * scales.length]!)
  for (let sum = 0; sum < scales.length; sum++) {
    const value = row[head.sums + side * scales.length + sum]!
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

function bulkOf(input: FiguresInput, after: Date): Bulk {
  const { level, accountKeys, sums, from, to, withEarlier } = input
  const tables = hasNow(input) ? ['s'] : ['s', 'd']
  // The key of an account stands in a row also where it tells that there was none.
  const keyIn = (table: string) => `CASE WHEN ${table}.spend_micros IS NOT NULL THEN ${table}.${keyColumns[level]} END`
  const values = [
    ...[dayColumn('s'), `date_part('epoch', s.known_until) * 1000`],
    ...tables.flatMap((table) => sumsText(table, sums)),
    ...(hasNow(input) ? [] : tables.map(keyIn)),
  ]
  const wanted = (table: string) =>
    `${table}.account_key = ANY (${keysText(accountKeys)}) AND ${table}.day <= ${dateText(to)}
      ${withEarlier ? '' : `AND ${table}.day >= ${dateText(from)}`}`
  const now = `LEFT JOIN ad_days d ON d.account_key = s.account_key AND d.day = s.day AND d.ad_key = s.ad_key AND ${wanted('d')}`
  return {
    key: 's.ad_key',
    values,
    from: `FROM ad_days_superseded s ${hasNow(input) ? '' : now} WHERE ${wanted('s')} AND s.known_until > '${after.toISOString()}'`,
    order: [head.day - 1, head.until - 1],
  }
}
