/* global document, fetch, history, location, Scalar, URL, window */

const place = document.getElementById('reference')
const here = new URL(place.dataset.root + '/', location.origin).href.replace(/\/$/, '')

/** Calls and samples go to where this page came from, whatever else the service is called: the page may talk to nobody else. */
function fromHere(spec) {
  const published = spec.servers[0].url
  spec.servers = [{ url: here }]
  for (const operation of operationsOf(spec)) {
    for (const sample of operation['x-codeSamples'] ?? []) sample.source = sample.source.replaceAll(published, here)
  }
  return spec
}

function operationsOf(spec) {
  return Object.values(spec.paths).flatMap((methods) => Object.values(methods))
}

/** A list is easier to read by names than by sentences: launchAds stands in it as "Launch ads", above what it does. */
function byName(spec) {
  for (const operation of operationsOf(spec)) {
    const { operationId, summary, description = '' } = operation
    const words = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    operation.summary = words.charAt(0).toUpperCase() + words.slice(1)
    operation.description = `${summary.replace(/\.?$/, '.')}\n\n${description}`.trim()
  }
  return spec
}

function show(spec) {
  Scalar.createApiReference(place, {
    content: byName(fromHere(spec)),
    theme: 'none',
    withDefaultFonts: false,
    // The key that a reader pastes is gone with the tab.
    persistAuth: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    hiddenClients: true,
    hideModels: true,
    documentDownloadType: 'none',
    orderSchemaPropertiesBy: 'preserve',
    orderRequiredPropertiesFirst: true,
    operationTitleSource: 'summary',
    defaultOpenFirstTag: false,
    authentication: { preferredSecurityScheme: 'bearer' },
  })
}

function complain(error) {
  place.textContent = `The reference could not be loaded (${error.message}). The links above lead to the same content.`
}

function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = resolve
    script.onerror = () => reject(new Error('its script did not arrive'))
    document.head.append(script)
  })
}

/** Styles that our own scripts put into the page carry its nonce, so that it need not allow others. */
function passStyles() {
  const { content } = document.querySelector('meta[property=csp-nonce]')
  const create = document.createElement.bind(document)
  document.createElement = (name, options) => {
    const element = create(name, options)
    if (name === 'style') element.nonce = content
    return element
  }
}

async function readSpec() {
  const response = await fetch(`${here}/openapi.json`)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

/** The table of errors is a page of its own, under the same address: whoever looks up a code need not wait for the rest. */
function start() {
  const isAboutErrors = location.hash.startsWith('#errors')
  document.body.classList.toggle('shows-errors', isAboutErrors)
  if (isAboutErrors) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  else if (!window.Scalar && !place.dataset.loading) {
    place.dataset.loading = 'true'
    passStyles()
    Promise.all([readSpec(), load(place.dataset.script)]).then(([spec]) => show(spec), complain)
  }
}

history.scrollRestoration = 'manual'
window.addEventListener('hashchange', start)
start()
