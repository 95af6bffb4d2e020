import type { Browser } from 'playwright-core'
import type { Figure } from '../figure.ts'
import type { BenchService } from '../service.ts'
import { signIn } from './sign-in.ts'

interface Given {
  service: BenchService
  browser: Browser
}

/** How much script is sent, as it is sent, before somebody who is signed in sees the first page and can use it. */
export async function scriptFigures(given: Given): Promise<Figure[]> {
  const english = await sent(given, 'en-GB')
  const german = await sent(given, 'de-DE')
  return [
    { what: 'script before the first page works', value: english, unit: 'kB', atMost: 200 },
    { what: 'the same in German', value: german, unit: 'kB', atMost: 200 },
  ]
}

/** In kB. */
async function sent({ service, browser }: Given, locale: string): Promise<number> {
  const context = await browser.newContext({ locale })
  try {
    const origin = await signIn(context, service)
    const page = await context.newPage()
    // What is fetched ahead when there is nothing else to do is not waited for.
    await page.addInitScript('window.requestIdleCallback = () => 0')
    await page.goto(origin)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const bytes = await page.evaluate<number>(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
    return bytes / 1000
  } finally {
    await context.close()
  }
}
