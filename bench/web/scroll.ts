import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { only } from '../../src/lookup.ts'
import type { Figure } from '../figure.ts'
import { median } from '../measure.ts'
import { accountId, accountKey, adsPerAccount, fillAccounts, fillDays, span } from '../reports/fill.ts'
import type { BenchService } from '../service.ts'
import { barePage } from './bare-page.ts'
import { serveFolder } from './serve-folder.ts'
import { signIn } from './sign-in.ts'

/** 20,000 ads. */
const accounts = Math.floor(20_000 / adsPerAccount)
const ads = accounts * adsPerAccount
const days = 14
const rounds = 5
const frames = 300
/** So far a hard turn of a wheel goes with each frame. */
const pixels = 160
const longMs = 20
/** Ten of them are a second. */
const maxLooks = 3000

interface Given {
  service: BenchService
  browser: Browser
  say: (line: string) => void
}

/** How many frames come late while 20,000 ads, all of them read, go by under the hand: our list and a bare virtual one, in turns. */
export async function scrollFigures({ service, browser, say }: Given): Promise<Figure[]> {
  await fill(service)
  await using bare = await barePage('scroll')
  await using theirs = await serveFolder(bare.folder)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const origin = await signIn(context, service)
    const [ours, plain] = [await context.newPage(), await context.newPage()]
    const list = Array.from({ length: accounts }, (_, at) => accountId(at + 1)).join(',')
    await ours.goto(`${origin}/running?accounts=${list}`)
    await ours.locator('tr[data-row]').first().waitFor()
    await readAll(ours)
    await plain.goto(theirs.url)
    await plain.locator('tr[data-row]').first().waitFor()
    const late = { ours: [] as number[], bare: [] as number[] }
    for (let round = -1; round < rounds; round += 1) {
      for (const [which, page] of [['ours', ours] as const, ['bare', plain] as const]) {
        const share = await lateFrames(page)
        if (round >= 0) late[which].push(share)
      }
    }
    const [our, their] = [median(late.ours), median(late.bare)]
    say(`frames over ${longMs} ms while ${ads} ads go by: ours ${our.toFixed(1)} %, bare ${their.toFixed(1)} %`)
    const what = `frames over ${longMs} ms of ${ads} ads that scroll, beyond those of a bare virtual list`
    return [{ what, value: Math.max(0, our - their), unit: '%', atMost: 5 }]
  } finally {
    await context.close()
  }
}

/** Figures of the last days, and structure that was just read. */
async function fill(service: BenchService): Promise<void> {
  const client = new pg.Client((await embeddedConnection(service.dataDir))!)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>("SELECT id FROM companies WHERE slug = 'demo'")
    const companyId = only(rows).id
    const from = new Date(Date.parse(span().to) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
    await fillAccounts(client, companyId)
    await fillDays(client, companyId, { first: 1, last: accounts, from })
    await client.query(
      `INSERT INTO report_syncs (account_key, company_id, entities_read_at) SELECT id, company_id, now() FROM ad_accounts WHERE id = ANY ($1)
       ON CONFLICT (account_key) DO UPDATE SET entities_read_at = excluded.entities_read_at`,
      [Array.from({ length: accounts }, (_, at) => accountKey(at + 1))],
    )
  } finally {
    await client.end()
  }
}

/** Down to the end, until there is no further page. */
async function readAll(page: Page): Promise<void> {
  // A page behind another is drawn no frames, and hears of no scrolling.
  await page.bringToFront()
  const toTheEnd = `(() => {
    const list = document.querySelector('[data-list]')
    list.scrollTop = list.scrollHeight
    return Number(list.querySelector('table').getAttribute('aria-rowcount'))
  })()`
  for (let looks = 0; looks < maxLooks; looks += 1) {
    if ((await page.evaluate<number>(toTheEnd)) >= ads) return
    await pause(100)
  }
  throw new Error(`The list did not come to its ${ads} ads.`)
}

/** In per cent of all frames. */
async function lateFrames(page: Page): Promise<number> {
  await page.bringToFront()
  return page.evaluate<number>(`new Promise((resolve) => {
    const list = document.querySelector('[data-list]')
    list.scrollTop = 0
    let [seen, late, last] = [0, 0, null]
    const step = (now) => {
      if (last !== null) {
        seen += 1
        if (now - last > ${longMs}) late += 1
      }
      last = now
      if (seen === ${frames}) return resolve((late * 100) / seen)
      list.scrollTop += ${pixels}
      requestAnimationFrame(step)
    }
    requestAnimationFrame(() => requestAnimationFrame(step))
  })`)
}
