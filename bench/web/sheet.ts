import type { Browser, Page } from 'playwright-core'
import type { Figure } from '../figure.ts'
import type { BenchService } from '../service.ts'
import { barePage } from './bare-page.ts'
import { serveFolder } from './serve-folder.ts'
import { signInLink } from './sign-in.ts'
import { median } from '../measure.ts'

const rows = 1000
const warmUp = 20
const presses = 100

interface Given {
  service: BenchService
  browser: Browser
  say: (line: string) => void
}

/** From a key press to the paint that shows it, in our sheet and in a bare input, letter by letter in turns. */
export async function sheetFigures({ service, browser, say }: Given): Promise<Figure[]> {
  await using bare = await barePage('sheet')
  await using theirs = await serveFolder(bare.folder)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const ours = await openOurs(await context.newPage(), service)
    const plain = await openBare(await context.newPage(), theirs.url)
    const taken = { ours: [] as number[], bare: [] as number[] }
    for (let turn = 0; turn < warmUp + presses; turn += 1) {
      const pages = [['ours', ours] as const, ['bare', plain] as const]
      for (const [which, page] of turn % 2 === 0 ? pages : pages.reverse()) {
        const ms = await timeOfPress(page)
        if (turn >= warmUp) taken[which].push(ms)
      }
    }
    const [our, their] = [median(taken.ours), median(taken.bare)]
    say(
      `median of ${presses} key presses in a sheet of ${rows} rows: ours ${our.toFixed(2)} ms, bare ${their.toFixed(2)} ms`,
    )
    return [{ what: `key press to paint in ${rows} rows, ours / bare input`, value: our / their, unit: '', atMost: 2 }]
  } finally {
    await context.close()
  }
}

async function openOurs(page: Page, service: BenchService): Promise<Page> {
  await page.goto(await signInLink(service))
  await page.getByRole('link', { name: 'Launch', exact: true }).click()
  await page.getByRole('grid').focus()
  const text = ['name\ttitle', ...Array.from({ length: rows }, (_row, row) => `Ad ${row}\tTitle ${row}`)].join('\n')
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await page.getByRole('button', { name: `Launch ${rows.toLocaleString('en')} …` }).waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('F2')
  return listening(page)
}

async function openBare(page: Page, url: string): Promise<Page> {
  await page.goto(url)
  await page.getByLabel('Bare').focus()
  return listening(page)
}

/** Notes how long it took from the key to what comes behind the next paint. */
async function listening(page: Page): Promise<Page> {
  await page.evaluate(`document.addEventListener('keydown', (event) => {
    const from = event.timeStamp
    window.pressed = new Promise((resolve) => requestAnimationFrame(() => {
      const behind = new MessageChannel()
      behind.port1.onmessage = () => resolve(performance.now() - from)
      behind.port2.postMessage(null)
    }))
  }, true)`)
  return page
}

async function timeOfPress(page: Page): Promise<number> {
  await page.bringToFront()
  await page.keyboard.press('a')
  return page.evaluate('window.pressed')
}
