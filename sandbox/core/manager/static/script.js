/* Puts calls on top of the list as they come in, and draws anew what changed. Without it the pages still work. */
const list = document.querySelector('#calls')
const mostShown = 200
const redrawMs = 1500
let source
let wasAway = false
let redrawing
let isBusy = false

if (list) {
  listen()
  // A browser opens few connections to one host: pages that nobody sees leave theirs to the others.
  document.addEventListener('visibilitychange', listen)
  addEventListener('pagehide', hangUp)
}

function listen() {
  if (document.hidden) return hangUp()
  if (source) return
  source = new EventSource(list.dataset.stream)
  source.addEventListener('first', ({ data }) => {
    list.replaceChildren()
    show(JSON.parse(data))
    tell('live', true)
    if (wasAway) redrawSoon()
  })
  source.addEventListener('calls', ({ data }) => {
    const told = JSON.parse(data)
    show(told)
    if (told.left > 0 || told.calls.some(({ method }) => method !== 'GET')) redrawSoon()
  })
  source.addEventListener('error', () => {
    wasAway = true
    tell('not connected', false)
  })
}

function hangUp() {
  source?.close()
  source = undefined
  wasAway = true
}

function tell(text, isLive) {
  const state = document.querySelector('#live')
  state.textContent = text
  state.className = isLive ? 'live on' : 'live'
}

function show({ calls, left }) {
  if (left > 0) list.prepend(lineOf('call note', `${left} more calls`))
  for (const call of calls) list.prepend(rowOf(call))
  while (list.children.length > mostShown) list.lastElementChild.remove()
  document.querySelector('#no-calls').hidden = list.children.length > 0
}

function lineOf(className, text) {
  const line = document.createElement('li')
  line.className = className
  line.textContent = text
  return line
}

function rowOf({ platform, method, path, status, ms, at, fault }) {
  const kind = status === null ? 'lost' : status >= 400 ? 'bad' : 'good'
  const row = lineOf(`call ${kind} fresh`, '')
  const add = (tag, className, text) => {
    const part = document.createElement(tag)
    part.className = className
    part.textContent = text
    row.append(part)
    return part
  }
  add('span', 'status', status ?? 'cut')
  add('b', 'method', method)
  add('code', 'path', path).title = path
  add('span', 'platform', platform)
  add('span', 'ms', `${ms} ms`)
  if (fault) add('span', 'fault', fault)
  add('time', '', at.slice(11, 19)).dateTime = at
  return row
}

function redrawSoon() {
  redrawing ??= setTimeout(redraw, redrawMs)
}

/** Takes over the marked parts of the page as it is now; not those in which somebody types. */
async function redraw() {
  redrawing = undefined
  if (document.hidden || isBusy) return
  isBusy = true
  try {
    const answer = await fetch(location.href)
    if (!answer.ok) return
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.getElementById(part.id)
      if (next && !part.contains(document.activeElement) && next.innerHTML !== part.innerHTML) part.replaceWith(next)
    }
  } catch {
    // The sandbox is away for a moment; the next call that comes in draws it again.
  } finally {
    isBusy = false
  }
}
