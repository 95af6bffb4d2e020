// Set before anything is drawn, so that a dark page never starts with a white flash.
try {
  var kept = localStorage.getItem('flightdeck.theme')
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
