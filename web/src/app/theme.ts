import { createStore } from '../data/client/store.ts'

export type Theme = 'light' | 'dark'

/** begin.js sets it before the page is drawn. */
const theme = createStore<Theme>(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')
export const useTheme = theme.use

export function setTheme(next: Theme): void {
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem('flightdeck.theme', next)
  } catch {
    // It holds for this page then.
  }
  theme.become(next)
}
