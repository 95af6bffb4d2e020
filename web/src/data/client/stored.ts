import { root } from './root.ts'

/** What this browser keeps. A store that is full or forbidden costs the copy, not the page. Services below other paths of the host keep their own. */
export function readStored<T>(place: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(place + root) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function writeStored(place: string, value: unknown): void {
  try {
    localStorage.setItem(place + root, JSON.stringify(value))
  } catch {
    // It holds for as long as this page is open then.
  }
}

export function removeStored(place: string): void {
  try {
    localStorage.removeItem(place + root)
  } catch {
    // There is none then.
  }
}

/** Tells when another tab has stored something there, until it is told to stop. */
export function onStored(place: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => void (key === place + root && listener())
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
