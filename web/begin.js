// Every page has to know who is there: it is asked, and the answer read to its end, while the rest is on its way
// (src/data/client/asked-ahead.ts takes it).
window.flightdeckSession = fetch(document.querySelector('meta[name="root"]').content + '/v1/session').then(
  function (answer) {
    return answer.text().then(function (text) {
      return new Response(text, answer)
    })
  },
)
window.flightdeckSession.catch(function () {})
// Set before anything is drawn, so that a dark page never starts with a white flash.
try {
  var kept = localStorage.getItem('flightdeck.theme')
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
