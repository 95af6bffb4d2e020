import fastify from 'fastify'
import type { Browser } from 'playwright-core'
import { builtDashboard } from '../../test/support/web/built.ts'
import { dashboardPages } from '../../src/web/pages.ts'
import { readSite } from '../../src/web/site.ts'
import type { Figure } from '../figure.ts'
import { barePage } from './bare-page.ts'
import { median } from '../measure.ts'

const warmUp = 3
/** Other processes of the browser come between: a visit in four takes half as long again. */
const visits = 45

/** From the address to a page that answers to a press: ours and a bare one, from the same server, with empty caches. */
export async function firstViewFigures(browser: Browser, say: (line: string) => void): Promise<Figure[]> {
  await using bare = await barePage('page')
  await using ours = await serve(await builtDashboard())
  await using theirs = await serve(bare.folder)
  const taken = { ours: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < warmUp + visits; turn += 1) {
    const pages = [['ours', ours.url] as const, ['bare', theirs.url] as const]
    for (const [which, url] of turn % 2 === 0 ? pages : pages.toReversed()) {
      const ms = await visit(browser, url)
      if (turn >= warmUp) taken[which].push(ms)
    }
  }
  const [our, their] = [median(taken.ours), median(taken.bare)]
  say(`median of ${visits} first views: ours ${our.toFixed(1)} ms, bare ${their.toFixed(1)} ms`)
  return [{ what: 'first view to interactive, ours / bare page', value: our / their, unit: '', atMost: 1.4 }]
}

/** The service's own way of serving pages, with nobody signed in. */
async function serve(folder: string): Promise<AsyncDisposable & { url: string }> {
  const app = fastify()
  const site = await readSite(folder)
  const dashboard = { begin: () => undefined, look: () => Promise.resolve(site), close: () => Promise.resolve() }
  let url = ''
  const pages = dashboardPages({
    dashboard,
    taken: new Set(['v1']),
    sources: () => ({ publicUrl: url, mediaPublicUrl: null, sandboxUrl: null }),
  })
  app.get('/v1/session', (_request, reply) =>
    reply.status(401).send({ error: { code: 'unauthorized', message: 'Nobody' } }),
  )
  app.get('/v1/session/ways', () => ({ success: true, passkey: true, oidc: null }))
  app.setNotFoundHandler((request, reply) => pages.answer(request, reply))
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, [Symbol.asyncDispose]: () => app.close() }
}

/** A button is there, it was painted, and whatever comes next is answered: milliseconds since the address was opened. */
async function visit(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(`window.ready = new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('button')) return
        watch.disconnect()
        requestAnimationFrame(() => {
          const behind = new MessageChannel()
          behind.port1.onmessage = () => resolve(performance.now())
          behind.port2.postMessage(null)
        })
      })
      watch.observe(document, { childList: true, subtree: true })
    })`)
    await page.goto(url)
    return await page.evaluate('window.ready')
  } finally {
    await context.close()
  }
}
