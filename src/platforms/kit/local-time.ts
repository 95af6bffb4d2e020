const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, made)
  return made
}

/** How far the clocks there are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(time: number, timeZone: string): number {
  const name = formatFor(timeZone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value
  // `GMT-04:00`, or plain `GMT`.
  const [, sign, hours, minutes, seconds] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name ?? '') ?? []
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}

const dayMs = 86_400_000

/**
 * The first moment at which the clocks there show this time or a later one; the time is written as if it were UTC. So an
 * hour that clocks go through twice means the first time, and one that they skip means the moment at which they do.
 */
export function momentOf(wall: number, timeZone: string): number {
  const before = wall - offsetAt(wall - dayMs, timeZone)
  const after = wall - offsetAt(wall + dayMs, timeZone)
  const shown = [before, after].filter((time) => time + offsetAt(time, timeZone) === wall)
  return shown.length > 0 ? Math.min(...shown) : jumpBetween(after, before, wall, timeZone)
}

/** Clocks jump over the time somewhere between the two moments. */
function jumpBetween(from: number, to: number, wall: number, timeZone: string): number {
  let [early, late] = [from, to]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (middle + offsetAt(middle, timeZone) < wall) early = middle
    else late = middle
  }
  return late
}

export function isTimeZone(name: string): boolean {
  try {
    return formatFor(name) !== undefined
  } catch {
    return false
  }
}
