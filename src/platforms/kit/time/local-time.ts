import { dayMs } from '../../../days.ts'

/** The clocks of a time zone. They take a while to make: whoever looks at them more than once keeps them. */
export type Clocks = Intl.DateTimeFormat

export function clocksOf(timeZone: string): Clocks {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
}

/** null: there is no such time zone. */
export function findClocks(timeZone: string): Clocks | null {
  try {
    return clocksOf(timeZone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** How far the clocks there are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(time: number, clocks: Clocks): number {
  const name = clocks.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value
  // `GMT-04:00`, or plain `GMT`.
  const [, sign, hours, minutes, seconds] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name ?? '') ?? []
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}

/**
 * The first moment at which the clocks there show this time or a later one; the time is written as if it were UTC. So an
 * hour that clocks go through twice means the first time, and one that they skip means the moment at which they do.
 */
export function momentOf(wall: number, clocks: Clocks): number {
  const before = wall - offsetAt(wall - dayMs, clocks)
  const after = wall - offsetAt(wall + dayMs, clocks)
  const shown = [before, after].filter((time) => time + offsetAt(time, clocks) === wall)
  return shown.length > 0 ? Math.min(...shown) : jumpBetween(after, before, wall, clocks)
}

/** Clocks jump over the time somewhere between the two moments. */
function jumpBetween(from: number, to: number, wall: number, clocks: Clocks): number {
  let [early, late] = [from, to]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (middle + offsetAt(middle, clocks) < wall) early = middle
    else late = middle
  }
  return late
}
