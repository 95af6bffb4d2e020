import { escape } from '../http/docs/docs.ts'
import type { BuildStep } from './build/build.ts'

/** How far a dashboard is that cannot be shown yet. */
export type BuildProgress = { step: BuildStep | 'starting' } | { problem: string }

const words: Record<BuildStep | 'starting', string> = {
  starting: 'The dashboard is being looked for.',
  waiting: 'The dashboard is being built by another process in the same folder.',
  installing: 'The packages of the dashboard are being installed. This happens once, and again when they change.',
  building: 'The dashboard is being built. This happens once, and again when its sources change.',
}

const reloadSeconds = 2
/** A dashboard that failed may be mended by hand. */
const lookAgainSeconds = 15

/** A refresh of an address with a # in it goes nowhere, and the link of the first start has one: so a script reloads. */
export const reloadPath = '/assets/waiting.js'
export const reloadScript = 'setTimeout(() => location.reload(), document.currentScript.dataset.seconds * 1000)\n'

/** Shown until there is a dashboard. It reloads itself, and keeps what stands behind the # of its address. */
export function waitingPage(progress: BuildProgress, root: string): string {
  const isWaiting = 'step' in progress
  const seconds = isWaiting ? reloadSeconds : lookAgainSeconds
  const title = isWaiting ? 'One moment' : 'The dashboard could not be built'
  const text = isWaiting
    ? `<p role="status">${words[progress.step]}</p>\n      <p>This page goes on by itself. The API works meanwhile.</p>`
    : `<p role="alert">${escape(progress.problem)}</p>
      <p>The API works without it. Mend the cause, then run <code>./flightdeck dashboard build</code>, or start the service
      again. <code>DASHBOARD=off</code> leaves the dashboard out.</p>`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <noscript><meta http-equiv="refresh" content="${seconds}"></noscript>
    <script src="${root}${reloadPath}" data-seconds="${seconds}"></script>
    <title>${title} · Flightdeck</title>
    <link rel="icon" type="image/svg+xml" href="${root}/docs/mark.svg">
    <link rel="stylesheet" href="${root}/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>${title}</h1>
      </div>
    </header>
    <main class="home">
      ${text}
      <p><a href="${root}/docs">The reference of the API</a></p>
    </main>
  </body>
</html>
`
}
