import { decimalsOf } from '../../core/currency/codes.ts'
import { isObject, lookUp } from '../../lookup.ts'
import { metricDefinitions } from '../../platforms/contract/metrics.ts'

type Fields = Record<string, unknown>

/** A name that says the same as another one of the row, where both have the same value. */
const doubled: [field: string, same: string][] = [
  ['date', 'day'],
  ['ad', 'adId'],
  ['adset', 'adsetId'],
  ['campaign', 'campaignId'],
  ['account', 'accountId'],
]

/** Figures as they are read: no field twice, money in its smallest unit, shares and ratios with two decimals. */
export function briefFigures(value: object): object {
  return brief(value, 'USD') as object
}

function brief(value: unknown, currency: string): unknown {
  if (Array.isArray(value)) return value.map((each) => brief(each, currency))
  if (!isObject(value)) return value
  const own = typeof value.currency === 'string' ? value.currency : currency
  const twice = new Set(doubled.filter(([field, same]) => isTwice(value, field, same)).map(([field]) => field))
  const pairs = Object.entries(value).filter(([field]) => !twice.has(field))
  return Object.fromEntries(
    pairs.map(([field, each]) => [field, typeof each === 'number' ? rounded(field, each, own) : brief(each, own)]),
  )
}

function isTwice(row: Fields, field: string, same: string): boolean {
  return row[field] !== undefined && row[field] === row[same]
}

function rounded(field: string, value: number, currency: string): number {
  const metric = lookUp(metricDefinitions as Record<string, { unit: string }>, field)
  if (!metric || Number.isInteger(value)) return value
  const decimals = metric.unit === 'currency' ? decimalsOf(currency) : 2
  // What is smaller than the unit is a figure too: two digits of it.
  const fine = Math.abs(value) < 1 ? Number(value.toPrecision(2)) : value
  return Math.abs(value) < 1 ? fine : Number(value.toFixed(decimals))
}

/** What receipts say twice, or in the words of the platform: where the two differ is what has to be read. */
export const wholeOfReceipts = ['asked', 'stored', 'fields', 'enhancements'] as const

/** What became of each ad. Both sides whole are what use_operation get_receipts answers. */
export function briefReceipts(value: object): object {
  const { data, ...rest } = value as { data: Fields[] }
  return {
    ...rest,
    data: data.map(({ asked: _asked, stored, fields: _fields, enhancements: _flags, ...ad }) => ({
      ...ad,
      isStored: stored !== null,
    })),
  }
}

/** Said by warnings already, where it matters. */
export const wholeOfPlan = ['fields', 'destinations'] as const

/** A plan without what becomes of every field: use_operation validate_launch tells. */
export function briefPlan(value: object): object {
  const { ads, ...rest } = value as { ads: Fields[] }
  return { ...rest, ads: ads.map(({ fields: _fields, destinations: _links, ...ad }) => ad) }
}
