import type pg from 'pg'
import { copied } from '../../check/copied.ts'

/** Rows that are read by the hundred thousand. Every expression is a number, or null. */
export interface Bulk {
  /** Rows are handed over key by key. */
  key: string
  values: string[]
  /** The rest of the statement, from FROM on. */
  from: string
  /** By which values, by place, the rows of a key are put in order; left out: in no order. */
  order?: [number, number]
}

/** Dimensions, flags, type, length and lower bound of an array. */
const arrayHeadBytes = 20
const noValue = -1

/**
 * The rows in PostgreSQL's binary form, as arrays of columns, one set for each key: as text, or one by one, they cost both sides a
 * multiple. The row that is handed out has the key first; what is null is NaN. It is the same array for every row.
 */
export async function eachTuple(client: pg.ClientBase, bulk: Bulk, take: (row: Float64Array) => void): Promise<void> {
  const { key, values, from, order } = bulk
  const arrays = values.map((value) => `array_agg((${value})::float8)`)
  const query = `SELECT (${key})::float8, ${arrays.join(', ')} ${from} GROUP BY ${key}`
  const view = await copied(client, query)
  const row = new Float64Array(values.length + 1)
  let at = 0
  while (view.getInt16(at) !== noValue) {
    row[0] = view.getFloat64(at + 6)
    at += 14
    const columns: Float64Array[] = []
    for (let column = 0; column < values.length; column++) {
      columns.push(arrayAt(view, at + 4))
      at += 4 + view.getInt32(at)
    }
    for (const place of placesIn(columns, order)) {
      for (let column = 0; column < columns.length; column++) row[column + 1] = columns[column]![place]!
      take(row)
    }
  }
}

function arrayAt(view: DataView, start: number): Float64Array {
  const found = new Float64Array(view.getInt32(start + 12))
  let at = start + arrayHeadBytes
  for (let place = 0; place < found.length; place++) {
    const isThere = view.getInt32(at) !== noValue
    found[place] = isThere ? view.getFloat64(at + 4) : NaN
    at += isThere ? 12 : 4
  }
  return found
}

function placesIn(columns: Float64Array[], order: Bulk['order']): Uint32Array {
  const places = Uint32Array.from(columns[0]!, (_, place) => place)
  if (!order) return places
  const [first, second] = [columns[order[0]]!, columns[order[1]]!]
  const compare = (one: number, other: number) => first[one]! - first[other]! || second[one]! - second[other]!
  // Mostly they lie in the order in which they were written.
  const isSorted = places.every((place) => place === 0 || compare(place - 1, place) <= 0)
  return isSorted ? places : places.sort(compare)
}
