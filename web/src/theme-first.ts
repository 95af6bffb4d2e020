/** Set before anything is drawn, so that a dark page never starts with a white flash. */
const kept = localStorage.getItem('flightdeck.theme')
document.documentElement.dataset.theme =
  kept === 'dark' || kept === 'light' ? kept : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
export {}
