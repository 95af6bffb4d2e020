import type { FaultEntry } from '../control/fault-book.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { View } from './view.ts'

/** Faults by the word on their button. */
export const faultChoices: Record<string, { title: string; about: string; fault: Record<string, unknown> }> = {
  error: { title: 'Fail', about: 'answers 500', fault: { fault: 'status', status: 500, body: '' } },
  throttle: {
    title: 'Throttle',
    about: "the platform's own throttle, for 30 s",
    fault: { fault: 'throttle', seconds: 30 },
  },
  'drop-before': {
    title: 'Cut before',
    about: 'the connection is cut, nothing was done',
    fault: { fault: 'drop-before' },
  },
  'drop-after': {
    title: 'Cut after a write',
    about: 'the write took effect, its answer is lost',
    fault: { fault: 'drop-after', match: { method: 'POST' } },
  },
  hang: { title: 'Hang', about: 'no answer, ever', fault: { fault: 'hang' } },
  'slow-video': {
    title: 'Slow video',
    about: 'an uploaded video is processed for a minute',
    fault: { fault: 'slow-video', seconds: 60, match: { method: 'POST' } },
  },
  'version-ended': {
    title: 'End the version',
    about: 'this version of the interface is gone',
    fault: { fault: 'version-ended' },
  },
}

const delays: [string, string][] = [
  ['0', 'None'],
  ['300', '300 ms'],
  ['1000', '1 s'],
  ['5000', '5 s'],
]
const leaps: [string, string][] = [
  ['3600', '+1 hour'],
  ['86400', '+1 day'],
  ['604800', '+7 days'],
  ['now', 'Back to now'],
]

/** Buttons that break, slow down and move on. Without a platform the forms ask for one. */
export function controlsPanel(view: View, platform?: string): Html {
  const names = view.world.simulators.map((simulator) => simulator.platform)
  const which = (id: string) =>
    platform === undefined
      ? html`<label for="${id}">Platform</label
          ><select id="${id}" name="platform">
            ${names.map((name) => html`<option>${name}</option>`)}
          </select>`
      : html`<input type="hidden" name="platform" value="${platform}" />`
  const back = html`<input type="hidden" name="back" value="${view.here}" />`
  return html`<section class="panel controls" aria-labelledby="controls-title">
    <h2 id="controls-title">Try what happens when…</h2>
    <form method="post" action="/_manager/faults">
      ${back}
      <h3>…calls go wrong</h3>
      <div class="fields">
        ${which('fault-platform')} <label for="times">Next calls</label
        ><input id="times" name="times" type="number" min="1" max="1000" value="1" inputmode="numeric" />
      </div>
      <div class="buttons">
        ${Object.entries(faultChoices).map(
          ([name, { title, about }]) => html`<button name="fault" value="${name}" title="${about}">${title}</button>`,
        )}
      </div>
    </form>
    ${inForce(view, platform)}
    <form method="post" action="/_manager/latency">
      ${back}
      <h3>…answers take longer</h3>
      <div class="fields">${which('latency-platform')}</div>
      <div class="buttons">${delays.map(([ms, title]) => html`<button name="ms" value="${ms}">${title}</button>`)}</div>
    </form>
    <form method="post" action="/_manager/clock">
      ${back}
      <h3>…time passes</h3>
      <div class="buttons">${leaps.map(([by, title]) => html`<button name="by" value="${by}">${title}</button>`)}</div>
    </form>
  </section>`
}

function inForce({ world, here }: View, platform: string | undefined): Html {
  const isLeft = ({ times, applied }: FaultEntry) => times === null || applied < times
  const faults = world.faults.list(platform).filter(isLeft)
  const delayed = world.latency.list().filter((rule) => platform === undefined || rule.platform === platform)
  const lines = [
    ...faults.map(faultLine),
    ...delayed.map((rule) => html`<li><b>${rule.platform}</b>: ${rule.ms} ms longer</li>`),
  ]
  return html`<div id="in-force" data-live>
    ${
      lines.length > 0 &&
      html`<form method="post" action="/_manager/clear" class="in-force">
        <input type="hidden" name="back" value="${here}" />
        ${platform !== undefined && html`<input type="hidden" name="platform" value="${platform}" />`}
        <ul>
          ${lines.slice(0, 20)}
        </ul>
        <button>Take all back</button>
      </form>`
    }
  </div>`
}

function faultLine({ platform, fault, times, applied, match }: FaultEntry): Html {
  const left = times === null ? 'every call' : `${times - applied} left`
  const on = [match.method, match.path].filter(Boolean).join(' ')
  return html`<li><b>${platform}</b>: ${fault}${on && html` on <code>${on}</code>`}, ${left}</li>`
}
