/** What this browser keeps. A store that is full or forbidden costs the copy, not the page. */
export function readStored<T>(place: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function writeStored(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value))
  } catch {
    // It holds for as long as this page is open then.
  }
}

export function removeStored(place: string): void {
  try {
    localStorage.removeItem(place)
  } catch {
    // There is none then.
  }
}
