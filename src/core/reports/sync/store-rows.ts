import { createHash } from 'node:crypto'
import { dayMs } from '../../../days.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import { entryOf } from '../../../lookup.ts'
import type { AdDay } from '../../../platforms/contract/report.ts'
import type { EntityKeys } from './entities.ts'

/** In PostgreSQL's binary form, which costs both sides less than text: that is most of what loading costs. */
export const copyText = `COPY ad_days (company_id, account_key, day, ad_key, adset_key, campaign_key, spend_micros, impressions,
  clicks, conversions, conversion_value_micros, results, plays_3s, plays_15s, thruplays) FROM STDIN (FORMAT binary)`

/** The signature, no flags, no extension. */
export const copyHead = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
export const copyEnd = Buffer.from([0xff, 0xff])

const columnCount = 15
/** Count of columns; then each column's length and value: a date of 4 bytes, all others of 8. */
const maxBytes = 2 + 8 + (columnCount - 1) * 12
const rowsInChunk = 256
const twoTo32 = 2 ** 32
const firstDate = Date.UTC(2000, 0, 1)

export interface DayRows {
  day: string
  /** By the ad's key. */
  rows: Map<number, AdDay>
}

/**
 * A day's rows as COPY takes them, a handful at a time, in the order of their keys, so that the same figures always
 * look the same. Returns the digest of all of it.
 */
export function* encodeDay(
  account: { companyId: CompanyId; key: number },
  keys: EntityKeys,
  { day, rows }: DayRows,
): Generator<Buffer, Buffer> {
  const hash = createHash('sha1')
  const date = (Date.parse(`${day}T00:00:00Z`) - firstDate) / dayMs
  const order = Float64Array.from(rows.keys()).sort()
  for (let start = 0; start < order.length; start += rowsInChunk) {
    const writer = createWriter(Math.min(rowsInChunk, order.length - start) * maxBytes)
    for (const adKey of order.subarray(start, start + rowsInChunk)) {
      const row = entryOf(rows, adKey, 'row')
      writer.begin(account.companyId, account.key, date)
      writer.whole(adKey)
      writer.whole(keys.keyOf('adset', row.adSetId))
      writer.whole(keys.keyOf('campaign', row.campaignId))
      writer.whole(row.spendMicros)
      writer.whole(row.impressions)
      writer.whole(row.clicks)
      writer.fraction(row.conversions)
      writer.whole(row.conversionValueMicros)
      writer.fraction(row.results)
      writer.whole(row.plays3s ?? null)
      writer.whole(row.plays15s ?? null)
      writer.whole(row.thruplays ?? null)
    }
    const chunk = writer.written()
    hash.update(chunk)
    yield chunk
  }
  return hash.digest()
}

function createWriter(size: number) {
  const bytes = Buffer.allocUnsafeSlow(size)
  const view = new DataView(bytes.buffer)
  let at = 0

  /** Writes the value's length, or that there is none. */
  function length(value: number | null, bytesOfValue: number): value is number {
    view.setInt32(at, value === null ? -1 : bytesOfValue)
    at += 4
    return value !== null
  }

  function whole(value: number | null): void {
    if (!length(value, 8)) return
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number.`)
    const high = Math.floor(value / twoTo32)
    view.setInt32(at, high)
    view.setUint32(at + 4, value - high * twoTo32)
    at += 8
  }

  function fraction(value: number | null): void {
    if (!length(value, 8)) return
    view.setFloat64(at, value)
    at += 8
  }

  function begin(companyId: CompanyId, accountKey: number, date: number): void {
    view.setInt16(at, columnCount)
    at += 2
    whole(companyId)
    whole(accountKey)
    view.setInt32(at, 4)
    view.setInt32(at + 4, date)
    at += 8
  }

  return { begin, whole, fraction, written: () => bytes.subarray(0, at) }
}
