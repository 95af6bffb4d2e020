/* global document, fetch, location, MutationObserver, SwaggerUIBundle */

const place = document.getElementById('reference')

/** The rows of errors stand below the reference, which pushes them down when it appears. */
function returnToErrorRow() {
  const row = location.hash.startsWith('#errors') ? document.getElementById(location.hash.slice(1)) : null
  if (!row) return
  const watcher = new MutationObserver(() => {
    if (!place.querySelector('.opblock-tag-section')) return
    watcher.disconnect()
    row.scrollIntoView()
  })
  watcher.observe(place, { childList: true, subtree: true })
}

function show(spec) {
  // Calls go to where this page came from, whatever else the service is called: the page may talk to nobody else.
  spec.servers = [{ url: new URL(place.dataset.server, location.origin).href.replace(/\/$/, '') }]
  returnToErrorRow()
  SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    persistAuthorization: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  })
}

function complain(error) {
  place.textContent = `The reference could not be loaded (${error.message}). The links above lead to the same content.`
}

fetch(place.dataset.openapi)
  .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`status ${response.status}`))))
  .then(show)
  .catch(complain)
