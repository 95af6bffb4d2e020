import { useCallback, useEffect, useState } from 'react'

/** What somebody has typed outlives a reload, a restart of the service and a session that ended: it is kept in this browser. */
export function useKept<T>(name: string, start: T): [T, (next: T | ((now: T) => T)) => void, () => void] {
  const place = `flightdeck.kept.${name}`
  const [value, setValue] = useState<T>(() => read(place) ?? start)
  useEffect(() => {
    const wait = setTimeout(() => write(place, value), 300)
    return () => clearTimeout(wait)
  }, [place, value])
  const forget = useCallback(() => {
    localStorage.removeItem(place)
    setValue(start)
  }, [place, start])
  return [value, setValue, forget]
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
