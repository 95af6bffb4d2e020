import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findCompany } from '../../src/core/people/companies/companies.ts'
import { addEvent } from '../../src/core/journal/events.ts'
import type { ItemRef } from '../../src/core/journal/item-ends.ts'
import { connect } from '../../src/db/connect.ts'
import type { EveryCompany } from '../../src/db/scoped.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { bareItems } from '../../test/support/launch/bare-items.ts'
import type { Figure } from '../figure.ts'
import type { BenchService } from '../service.ts'
import { barePage } from './bare-page.ts'
import { median } from '../measure.ts'
import { signIn } from './sign-in.ts'

const ads = 1000
const perSecond = 100
const seconds = 6
const rounds = 3
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

interface Given {
  service: BenchService
  browser: Browser
  say: (line: string) => void
}

/**
 * What a frame costs the page's main thread while a batch of 1,000 ads tells 100 events a second: our page of the batch against a bare list, fed by
 * the same stream of the same service.
 */
export async function liveFigures({ service, browser, say }: Given): Promise<Figure[]> {
  await using bare = await barePage('list')
  const { db } = connect((await embeddedConnection(service.dataDir))!, 4)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const origin = await signIn(context, service)
    await serveBare(context, origin, bare.folder)
    const stage = { context, db, origin }
    const taken = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      for (const which of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        taken[which].push(await costOfFrame(stage, which))
      }
    }
    const [our, their] = [median(taken.ours), median(taken.bare)]
    say(`main thread per frame at ${perSecond} events a second: ours ${our.toFixed(2)} ms, bare ${their.toFixed(2)} ms`)
    return [{ what: `frame of a live batch of ${ads} ads, ours / bare list`, value: our / their, unit: '', atMost: 2 }]
  } finally {
    await context.close()
    await db.destroy()
  }
}

/** At an address of the service, so that its stream is open to it as it is to ours. */
async function serveBare(context: BrowserContext, origin: string, folder: string): Promise<void> {
  await context.route(`${origin}/bare/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice('/bare/'.length) || 'index.html'
    await route.fulfill({ contentType: types[extname(path)], body: await readFile(join(folder, path)) })
  })
}

interface Stage {
  context: BrowserContext
  db: EveryCompany
  origin: string
}

async function costOfFrame({ context, db, origin }: Stage, which: 'ours' | 'bare'): Promise<number> {
  const company = (await findCompany(db, 'demo'))!
  const lane = { companyId: company.id, platform: 'primary', accountId: 'act_bench' }
  const items = await bareItems(db, lane, ads)
  const { batchId } = items[0]!
  const page = await context.newPage()
  try {
    await page.goto(which === 'ours' ? `${origin}/batches/${batchId}` : `${origin}/bare/?batch=${batchId}`)
    await page.getByText('Bare').first().waitFor()
    await report(db, items.slice(0, perSecond))
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    await page.evaluate(`(() => {
      window.frames = 0
      const count = () => { window.frames += 1; requestAnimationFrame(count) }
      requestAnimationFrame(count)
    })()`)
    const busy = async () =>
      (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value
    const [before, from] = [await busy(), await frames(page)]
    await report(db, items.slice(perSecond, perSecond * (1 + seconds)))
    const [after, to] = [await busy(), await frames(page)]
    return ((after - before) * 1000) / (to - from)
  } finally {
    await page.close()
  }
}

const frames = (page: Page): Promise<number> => page.evaluate('window.frames')

/** Plays the worker: one ad after the other is made, at an even pace. */
async function report(db: EveryCompany, items: ItemRef[]): Promise<void> {
  const from = performance.now()
  for (const [at, item] of items.entries()) {
    await db.transaction().execute(async (trx) => {
      await sql`UPDATE batch_items SET state = 'running' WHERE id = ${item.id}`.execute(trx)
      await sql`UPDATE batch_items SET state = 'launched' WHERE id = ${item.id}`.execute(trx)
      await sql`UPDATE batches SET state = 'processing', launched_ads = launched_ads + 1 WHERE id = ${item.batchId}`.execute(
        trx,
      )
      await addEvent(trx, item, 'ad.launched', { adId: String(item.id) })
    })
    const due = from + ((at + 1) * 1000) / perSecond
    await pause(Math.max(0, due - performance.now()))
  }
}
