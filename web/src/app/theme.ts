import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const now = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

/** public/assets/theme-1.js sets it before the page is drawn. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('flightdeck.theme', theme)
  } catch {
    // It holds for this page then.
  }
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, now)
}
