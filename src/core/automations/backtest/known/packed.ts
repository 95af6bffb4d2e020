import type pg from 'pg'
import { copied, firstRow } from '../../evaluate/copied.ts'

/** A number of a row, and how it is sent: whole numbers must be there, a fraction that is null is NaN. */
export interface Field {
  sql: string
  as: 'day' | 'whole' | 'moment' | 'number'
}

const sends: Record<Field['as'], (sql: string) => string> = {
  day: (sql) => `date_send(${sql})`,
  whole: (sql) => `int8send(${sql})`,
  moment: (sql) => `timestamptz_send(${sql})`,
  number: (sql) => `float8send(coalesce((${sql})::float8, 'NaN'))`,
}

/** 2000-01-01, from where PostgreSQL counts. */
const firstMoment = Date.UTC(2000, 0, 1)
const half = 2 ** 32

/** The numbers of a field, row by row, as they were sent. */
export class Column {
  readonly count: number
  readonly #bytes: DataView

  constructor(bytes: DataView, { as }: Field) {
    this.#bytes = bytes
    this.count = bytes.byteLength / (as === 'day' ? 4 : 8)
  }

  /** As PostgreSQL counts them, from the beginning of 2000. */
  day(row: number): number {
    return this.#bytes.getInt32(row * 4)
  }

  whole(row: number): number {
    return this.#bytes.getInt32(row * 8) * half + this.#bytes.getUint32(row * 8 + 4)
  }

  /** In milliseconds. */
  moment(row: number): number {
    return this.whole(row) / 1000 + firstMoment
  }

  number(row: number): number {
    return this.#bytes.getFloat64(row * 8)
  }
}

export interface PackedQuery {
  fields: readonly Field[]
  from: string
}

/**
 * Rows that are read by the hundred thousand, packed into one value for each field: as arrays, as text or one by one they cost
 * both sides a multiple. They come in no order.
 */
export async function readPacked(client: pg.ClientBase, { fields, from }: PackedQuery): Promise<Column[]> {
  const columns = fields.map(({ sql, as }) => `string_agg(${sends[as](sql)}, NULL)`)
  const values = firstRow(await copied(client, `SELECT ${columns.join(', ')} ${from}`))
  return fields.map((field, place) => new Column(values[place] ?? noRows, field))
}

const noRows = new DataView(new ArrayBuffer(0))
