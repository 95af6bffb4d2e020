import { useCallback, useEffect, useRef, useState } from 'react'
import { onStored, readStored, removeStored, writeStored } from './stored.ts'

type Next<T> = T | ((now: T) => T)

/**
 * What somebody has typed outlives a reload, a restart of the service and a session that ended: it is kept in this browser. It is written
 * with the change itself and not a moment later: whoever leaves the page in that moment loses nothing. What is shared is the same in all tabs.
 */
export function useKept<T>(
  name: string,
  start: T,
  { isShared = false } = {},
): [T, (next: Next<T>) => void, () => void] {
  const place = `flightdeck.kept.${name}`
  const open = () => ({ place, value: readStored<T>(place) ?? start })
  const [held, setHeld] = useState(open)
  // A page may go on to another thing: what was typed for the one is not the other's.
  const now = held.place === place ? held : open()
  if (now !== held) setHeld(now)
  const latest = useRef(now)
  if (latest.current.place !== place) latest.current = now
  const hold = useCallback(
    (value: T) => {
      latest.current = { place, value }
      setHeld(latest.current)
    },
    [place],
  )
  useEffect(() => {
    if (!isShared) return
    return onStored(place, () => hold(readStored<T>(place) ?? start))
  }, [isShared, place, hold, start])
  const set = useCallback(
    (next: Next<T>) => {
      const value = next instanceof Function ? next(latest.current.value) : next
      writeStored(place, value)
      hold(value)
    },
    [place, hold],
  )
  const forget = useCallback(() => {
    removeStored(place)
    hold(start)
  }, [place, hold, start])
  return [now.value, set, forget]
}
