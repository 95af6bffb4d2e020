import type pg from 'pg'
import { copied, eachValue } from '../../check/copied.ts'

/** A number of a row, and how it is sent: whole numbers must be there, a fraction that is null is NaN. */
export interface Field {
  sql: string
  as: 'day' | 'whole' | 'moment' | 'number'
}

const forms: Record<Field['as'], { bytes: number; send: (sql: string) => string }> = {
  day: { bytes: 4, send: (sql) => `date_send(${sql})` },
  whole: { bytes: 8, send: (sql) => `int8send(${sql})` },
  moment: { bytes: 8, send: (sql) => `timestamptz_send(${sql})` },
  number: { bytes: 8, send: (sql) => `float8send(coalesce((${sql})::float8, 'NaN'))` },
}

/** 2000-01-01, from where PostgreSQL counts. */
const firstMoment = Date.UTC(2000, 0, 1)
const half = 2 ** 32

/** Rows of numbers that lie one after the other, as they were sent. */
export class Packed {
  readonly count: number
  readonly #bytes: DataView
  readonly #width: number
  readonly #starts: number[]

  constructor(bytes: DataView, fields: readonly Field[]) {
    const widths = fields.map(({ as }) => forms[as].bytes)
    this.#starts = widths.map((_, field) => widths.slice(0, field).reduce((sum, width) => sum + width, 0))
    this.#width = widths.reduce((sum, width) => sum + width, 0)
    this.#bytes = bytes
    this.count = bytes.byteLength / this.#width
  }

  /** As PostgreSQL counts them, from the beginning of 2000. */
  day(row: number, field: number): number {
    return this.#bytes.getInt32(row * this.#width + this.#starts[field]!)
  }

  whole(row: number, field: number): number {
    const at = row * this.#width + this.#starts[field]!
    return this.#bytes.getInt32(at) * half + this.#bytes.getUint32(at + 4)
  }

  /** In milliseconds. */
  moment(row: number, field: number): number {
    return this.whole(row, field) / 1000 + firstMoment
  }

  number(row: number, field: number): number {
    return this.#bytes.getFloat64(row * this.#width + this.#starts[field]!)
  }
}

/**
 * Rows that are read by the hundred thousand, packed into one value for each account: as arrays, as text or one by one they cost
 * both sides a multiple. They come in no order.
 */
export async function readPacked(
  client: pg.ClientBase,
  fields: readonly Field[],
  { from, account }: { from: string; account: string },
): Promise<Packed[]> {
  const row = fields.map(({ sql, as }) => forms[as].send(sql)).join(' || ')
  const bytes = await copied(client, `SELECT string_agg(${row}, '') ${from} GROUP BY ${account}`)
  return [...eachValue(bytes)].map((value) => new Packed(value, fields))
}
