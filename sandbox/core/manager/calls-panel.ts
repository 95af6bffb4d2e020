import type { Call } from '../control/call-log.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { View } from './view.ts'

/** How many calls a page begins with. */
export const firstCalls = 30

/** The calls so far; the script puts those that come in on top. */
export function callsPanel({ world }: View, platform?: string): Html {
  const calls = world.calls.last(firstCalls, platform).toReversed()
  const address =
    platform === undefined ? '/_manager/calls' : `/_manager/calls?platform=${encodeURIComponent(platform)}`
  return html`<section class="panel calls" aria-labelledby="calls-title">
    <h2 id="calls-title">Calls as they come in <span class="live" id="live" role="status"></span></h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Newest first">
      <ol id="calls" data-stream="${address}">
        ${calls.map(callRow)}
      </ol>
    </div>
    <p class="empty" id="no-calls" ${calls.length > 0 && html`hidden`}>
      No calls yet. They show up here as soon as Flightdeck, or a script of yours, talks to a platform.
    </p>
  </section>`
}

function callRow({ platform, method, path, status, ms, at, fault }: Call): Html {
  const kind = status === null ? 'lost' : status >= 400 ? 'bad' : 'good'
  return html`<li class="call ${kind}">
    <span class="status">${status ?? 'cut'}</span><b class="method">${method}</b
    ><code class="path" title="${path}">${path}</code><span class="platform">${platform}</span
    ><span class="ms">${ms} ms</span>${fault && html`<span class="fault">${fault}</span>`}<time datetime="${at}"
      >${at.slice(11, 19)}</time
    >
  </li>`
}
