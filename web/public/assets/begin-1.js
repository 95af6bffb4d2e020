// Set before anything is drawn, so that a dark page never starts with a white flash.
try {
  var kept = localStorage.getItem('flightdeck.theme')
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
// Every page has to know who is there: it is asked while the rest is on its way (data/session/asked-ahead.ts takes the answer).
window.flightdeckSession = fetch(document.querySelector('meta[name="root"]').content + '/v1/session')
window.flightdeckSession.catch(function () {})
