import { html } from './html.ts'
import type { Html } from './html.ts'
import type { View } from './view.ts'
import { stamp } from './words.ts'

export interface Crumb {
  title: string
  path: string
}

export interface Page {
  title: string
  crumbs: Crumb[]
  body: Html
}

/** The frame of every page. What has `data-live` is drawn anew when something was written. */
export function layout({ world, now }: View, { title, crumbs, body }: Page): string {
  const offset = world.clock.offsetSeconds()
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Flightdeck sandbox</title>
        <link rel="stylesheet" href="/_manager/style.css" />
        <link rel="icon" href="/_manager/mark.svg" type="image/svg+xml" />
        <script src="/_manager/script.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header class="top">
          <a class="brand" href="/"
            ><img src="/_manager/mark.svg" alt="" width="24" height="24" /> Flightdeck sandbox</a
          >
          <p class="clock" id="clock" data-live>
            <span class="quiet">Sandbox time</span> <time datetime="${new Date(now).toISOString()}">${stamp(now)}</time>
            ${offset !== 0 && html`<b class="offset">${offsetText(offset)}</b>`}
          </p>
        </header>
        <main id="main">
          ${
            crumbs.length > 0 &&
            html`<nav class="crumbs" aria-label="Where you are">
              <ol>
                <li><a href="/">All platforms</a></li>
                ${crumbs.map(({ title: name, path }) => html`<li><a href="${path}">${name}</a></li>`)}
              </ol>
            </nav>`
          }
          ${body}
        </main>
        <footer class="foot">Simulated platforms: no ad here is ever shown, and no money is spent.</footer>
      </body>
    </html> `.text
}

/** `+1 day 2 h` */
function offsetText(seconds: number): string {
  const whole = Math.abs(Math.round(seconds))
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
  ]
  const text = parts.flatMap(([many, unit]) => (many > 0 ? [`${many} ${unit}`] : [])).join(' ')
  return `${seconds < 0 ? '−' : '+'}${text || `${whole} s`}`
}
