import { useRef } from 'react'

/** So many rows come at once where somebody scrolls faster than they could read. */
const fast = 2

type Key = string | number | bigint

interface Moving {
  isScrolling: boolean
  inSight: readonly { index: number; key: Key }[]
}

/** What was in sight a moment ago. */
export interface Sight {
  first: number
  keys: ReadonlySet<Key>
  light: ReadonlySet<Key>
}

/**
 * Which of the rows in sight are drawn as text alone: those that came while the list went by fast. Each row has fifty elements, and a
 * browser cannot draw three of them a frame. Whoever stops sees them whole.
 */
export function useLightRows(now: Moving): ReadonlySet<Key> {
  const before = useRef<Sight>({ first: 0, keys: new Set(), light: new Set() })
  before.current = nextSight(before.current, now)
  return before.current.light
}

export function nextSight({ first: last, keys: known, light: were }: Sight, { isScrolling, inSight }: Moving): Sight {
  const first = inSight[0]?.index ?? 0
  const isFast = Math.abs(first - last) >= fast
  const keys = inSight.map(({ key }) => key)
  // What is light stays so while the list moves: to draw it twice would take longer still.
  const light = isScrolling ? keys.filter((key) => (known.has(key) ? were.has(key) : isFast)) : []
  return { first, keys: new Set(keys), light: new Set(light) }
}
