import { escape } from '../http/docs/docs.ts'
import { plainPage } from '../http/docs/plain-page.ts'
import { languages } from '../languages/languages.ts'
import type { Language } from '../languages/languages.ts'
import type { BuildStep } from './build/build.ts'

/** How far a dashboard is that cannot be shown yet. */
export type BuildProgress = { step: BuildStep | 'starting' } | { problem: string }

const reloadSeconds = 2
/** A dashboard that failed may be mended by hand. */
const lookAgainSeconds = 15

/** A refresh of an address with a # in it goes nowhere, and the link of the first start has one: so a script reloads. */
export const reloadPath = '/assets/waiting.js'
export const reloadScript = 'setTimeout(() => location.reload(), document.currentScript.dataset.seconds * 1000)\n'

/** Shown until there is a dashboard. It reloads itself, and keeps what stands behind the # of its address. */
export function waitingPage(progress: BuildProgress, root: string, language: Language): string {
  const words = languages[language].waiting
  const isWaiting = 'step' in progress
  const seconds = isWaiting ? reloadSeconds : lookAgainSeconds
  const title = isWaiting ? words.title : words.failed
  const text = isWaiting
    ? [`<p role="status">${words.steps[progress.step]}</p>`, `<p>${words.goesOn}</p>`]
    : [
        `<p role="alert" lang="en">${escape(progress.problem)}</p>`,
        `<p>${words.without('<code>./flightdeck dashboard build</code>', '<code>DASHBOARD=off</code>')}</p>`,
      ]
  return plainPage({
    ...{ language, title, root },
    head: [
      `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`,
      `<script src="${root}${reloadPath}" data-seconds="${seconds}"></script>`,
    ],
    body: [...text, `<p><a href="${root}/docs">${words.reference}</a></p>`],
  })
}
