import { useCallback, useRef, useState } from 'react'

type Next<T> = T | ((now: T) => T)

/**
 * What somebody has typed outlives a reload, a restart of the service and a session that ended: it is kept in this browser. It is written
 * with the change itself and not a moment later: whoever leaves the page in that moment loses nothing.
 */
export function useKept<T>(name: string, start: T): [T, (next: Next<T>) => void, () => void] {
  const place = `flightdeck.kept.${name}`
  const open = () => ({ place, value: read<T>(place) ?? start })
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
  const set = useCallback(
    (next: Next<T>) => {
      const value = next instanceof Function ? next(latest.current.value) : next
      write(place, value)
      hold(value)
    },
    [place, hold],
  )
  const forget = useCallback(() => {
    remove(place)
    hold(start)
  }, [place, hold, start])
  return [now.value, set, forget]
}

function read<T>(place: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value))
  } catch {
    // A full or forbidden store costs the copy, not the page.
  }
}

function remove(place: string): void {
  try {
    localStorage.removeItem(place)
  } catch {
    // There is none then.
  }
}
