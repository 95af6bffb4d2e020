import { z } from 'zod'
import { brokenRules } from '../../errors.ts'
import { addDays } from '../../platforms/kit/time/days.ts'
import { findClocks, momentOf } from '../../platforms/kit/time/local-time.ts'

/** A moment, or a day or clock time without an offset, which only the account's time zone makes a moment. */
export class GivenTime {
  readonly moment: Date | null
  /** `2026-12-31` or `2026-12-31T18:00:00`. */
  readonly local: string

  constructor(moment: Date | null, local = '') {
    this.moment = moment
    this.local = local
  }
}

const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** null when it is no time. */
function readTime(text: string): GivenTime | null {
  // 20261231 is a day that somebody wrote without dashes, and no second of 1970.
  if (/^\d{1,11}$/.test(text) && !/^(19|20)\d{6}$/.test(text)) return new GivenTime(new Date(Number(text) * 1000))
  const [, day, minutes, seconds = ':00', fraction = '', offset] = pattern.exec(text) ?? []
  if (day === undefined || !exists(day, minutes ?? '00:00', seconds)) return null
  if (minutes === undefined) return new GivenTime(null, day)
  const local = `${day}T${minutes}${seconds}`
  if (offset === undefined) return new GivenTime(null, local)
  const moment = new Date(`${local}${fraction.slice(0, 4)}${fullOffset(offset)}`)
  return Number.isNaN(moment.getTime()) ? null : new GivenTime(moment)
}

/** 30 February and 25 o'clock do not. */
function exists(day: string, minutes: string, seconds: string): boolean {
  const text = `${day}T${minutes}${seconds}.000Z`
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

/** `+0200` and `+02` mean `+02:00`. */
function fullOffset(offset: string): string {
  if (/^z$/i.test(offset)) return 'Z'
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

export const timeNote =
  "Unix seconds or ISO 8601; without an offset, in the account's time zone. A day alone is its beginning for a " +
  'start, its last second for an end.'

export const Time = z
  .union([z.number().int().min(0).max(99_999_999_999), z.string().min(1).max(50)])
  .transform((value, context) => {
    const time = typeof value === 'number' ? new GivenTime(new Date(value * 1000)) : readTime(value.trim())
    if (time) return time
    const message = 'must be a time: Unix seconds, 2026-12-31T18:00:00-05:00, 2026-12-31T18:00:00 or 2026-12-31'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({ description: timeNote })

/** A request whose moments are not settled yet. */
export type Timed<T> = T extends Date
  ? GivenTime
  : T extends (infer Item)[]
    ? Timed<Item>[]
    : T extends object
      ? { [Field in keyof T]: Timed<T[Field]> }
      : T

/** The same request with moments: `startTime`, `timeStart` and `since` begin something, the other times end it. */
export type WithMoments<T> = T extends GivenTime
  ? Date
  : T extends (infer Item)[]
    ? WithMoments<Item>[]
    : T extends object
      ? { [Field in keyof T]: WithMoments<T[Field]> }
      : T

const starts = new Set(['startTime', 'timeStart', 'since'])

export function withMoments<T extends object>(asked: T, timeZone: string, at = ''): WithMoments<T> {
  const entries = Object.entries(asked).map(([field, value]: [string, unknown]) => {
    const path = `${at}${field}`
    if (value instanceof GivenTime) {
      return [field, momentIn(value, timeZone, starts.has(field) ? 'start' : 'end', path)]
    }
    if (!Array.isArray(value)) return [field, value]
    const items = value.map((item: unknown, index) =>
      isPlain(item) ? withMoments(item, timeZone, `${path}.${index}.`) : item,
    )
    return [field, items]
  })
  return Object.fromEntries(entries) as WithMoments<T>
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The moment that is meant in an account of this time zone. */
export function momentIn({ moment, local }: GivenTime, timeZone: string, edge: 'start' | 'end', path: string): Date {
  if (moment) return moment
  const clocks = findClocks(timeZone)
  if (!clocks) {
    const message = `needs an offset, such as 2026-12-31T18:00:00-05:00: the account's time zone ${timeZone} is not known`
    throw brokenRules([{ path, message }])
  }
  const wall = (text: string) => momentOf(Date.parse(`${text}Z`), clocks)
  if (local.includes('T')) return new Date(wall(local))
  return new Date(edge === 'start' ? wall(`${local}T00:00:00`) : wall(`${addDays(local, 1)}T00:00:00`) - 1000)
}
