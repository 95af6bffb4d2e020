import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { benchService } from '../../bench/service.ts'
import type { BenchService } from '../../bench/service.ts'
import { signIn } from '../../bench/web/sign-in.ts'
import { demo } from '../../src/api/examples.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { findChromium, howToGetIt } from '../support/browser/chromium.ts'
import { builtDashboard } from '../support/web/built.ts'
import { liveIn } from './company.ts'

/** `npm run pictures [-- --to FOLDER --only batch]`: what the documents show, taken anew from a service with the demo company. */
const { values } = parseArgs({
  options: { to: { type: 'string', default: join('docs', 'pictures') }, only: { type: 'string' } },
})

/** Larger ones make the documents slow to open. */
const maxBytes = 150_000
/** Machines that have other things to do take them, too. */
const patienceMs = 180_000
const size = { width: 1440, height: 900 }

interface Picture {
  name: string
  path: string
  /** What is done before it is taken. */
  first?: (page: Page) => Promise<void>
}

const sheet = [
  ['Name', 'Account', 'Ad set', 'Headline', 'Link'],
  ...['Linen bedding', 'Oak table', 'Wool throw', 'Harbour lamp', 'Pine shelf'].map((name) => [
    ...[name, demo.account, demo.adSet, `${name}, made to last`],
    `https://harbor-and-pine.example/${name.toLowerCase().replace(' ', '-')}`,
  ]),
]

async function pasteSheet(page: Page): Promise<void> {
  await page.getByRole('grid').focus()
  const text = sheet.map((row) => row.join('\t')).join('\n')
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await page.getByText('Linen bedding').first().waitFor()
}

const within = `accounts=${demo.account}`

const pictures: Picture[] = [
  { name: 'home', path: '/' },
  { name: 'launch', path: '/launch', first: pasteSheet },
  {
    name: 'batch',
    path: '/batches/1',
    first: (page) => page.getByText('Demo ad').first().click(),
  },
  { name: 'batches', path: '/batches' },
  { name: 'running', path: '/running' },
  { name: 'campaigns', path: '/campaigns' },
  { name: 'library', path: '/library' },
  { name: 'creatives', path: '/creatives' },
  { name: 'reports', path: `/reports?${within}` },
  { name: 'top-ads', path: `/reports/top-ads?${within}` },
  { name: 'automations', path: '/automations' },
  { name: 'new-rule', path: '/automations/new' },
  { name: 'guards', path: '/guards' },
  { name: 'approvals', path: '/approvals/1' },
  { name: 'connections', path: '/connections' },
  { name: 'audit', path: '/audit' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'keys', path: '/keys' },
  { name: 'people', path: '/people' },
  { name: 'you', path: '/settings' },
  { name: 'instance', path: '/instance' },
]

const executablePath = findChromium()
if (executablePath === null) throw new Error(`There is no Chromium. ${howToGetIt}`)
await builtDashboard()
const service = await benchService({ DASHBOARD: 'on', REPORT_SYNC: 'on' })
const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath, args: flags })
try {
  await mkdir(values.to, { recursive: true })
  const context = await browser.newContext({ viewport: size, locale: 'en-US', colorScheme: 'light' })
  context.setDefaultTimeout(patienceMs)
  const origin = await signIn(context, service)
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByRole('button', { name: 'Launch a demo batch' }).click()
  await page.waitForURL(/\/batches\/1/)
  await liveIn(service)
  await makeOperator(service)
  const wanted = pictures.filter(({ name }) => values.only === undefined || name === values.only)
  for (const picture of wanted) await take(page, origin, picture)
  await context.clearCookies()
  await take(page, origin, { name: 'sign-in', path: '/' })
  await take(page, service.sandboxUrl, { name: 'sandbox', path: '/' })
} finally {
  await browser.close()
  await service.remove()
}

/** The page of the installation is for operators: the first owner is one, once their address is confirmed. */
async function makeOperator({ dataDir }: BenchService): Promise<void> {
  const client = new pg.Client((await embeddedConnection(dataDir))!)
  await client.connect()
  await client.query('UPDATE users SET confirmed_at = now(), home_company_id = NULL WHERE operator_since IS NOT NULL')
  await client.end()
}

async function take(page: Page, origin: string, { name, path, first }: Picture): Promise<void> {
  if (values.only !== undefined && values.only !== name) return
  await page.goto(origin + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await first?.(page)
  await page.waitForLoadState('load')
  await page.locator('main [data-waits]').first().waitFor({ state: 'detached' })
  await untilPictured(page)
  const webp = await sharp(await page.screenshot())
    .webp({ quality: 90 })
    .toBuffer()
  if (webp.byteLength > maxBytes) throw new Error(`The picture of ${name} has ${webp.byteLength} bytes.`)
  await writeFile(join(values.to, `${name}.webp`), webp)
  console.log(`${name}.webp ${Math.round(webp.byteLength / 1000)} kB`)
}

/** Pictures in sight have come, or will not. */
async function untilPictured(page: Page): Promise<void> {
  await page.evaluate(`Promise.all([...document.images]
    .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
    .map((image) => image.decode().catch(() => null)))
    .then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))))`)
}
