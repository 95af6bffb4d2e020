import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'

const test = await browserTests({}, { isIdle: true })

async function untilDrawn(page: Page): Promise<void> {
  await page.locator('#root > *').first().waitFor({ state: 'attached' })
}

test('the dashboard opens, breaks none of its rules, and asks nobody but the service', async ({ visit, url }) => {
  const { page, context } = await visit('about:blank')
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const warnings: string[] = []
  context.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const answer = await page.goto('/')
  assert.equal(answer?.status(), 200)
  await untilDrawn(page)
  assert.ok(asked.some((address) => new URL(address).pathname.startsWith('/assets/')))
  assert.deepEqual(
    asked.filter((address) => new URL(address).origin !== new URL(url).origin),
    [],
  )
  assert.match(await page.title(), /Flightdeck/)
  assert.deepEqual(warnings, [], 'the browser knows every word of its headers')
})

test('who is there is asked while the page is still on its way, and once', async ({ visit }) => {
  const { page, context } = await visit('about:blank')
  const asked: string[] = []
  let hear = () => undefined as void
  const heard = new Promise<void>((resolve) => (hear = resolve))
  await context.route(/\/assets\/index-\w+\.js/, async (route) => {
    await heard
    await route.fallback()
  })
  context.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/v1/session') return
    asked.push(request.method())
    hear()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  assert.deepEqual(asked, ['GET'])
})

test('an address within the dashboard opens it too', async ({ visit }) => {
  const { page } = await visit('/batches/7')
  await untilDrawn(page)
  assert.equal(new URL(page.url()).pathname, '/batches/7')
})

test('what a page must not do is refused: scripts in it, from elsewhere, calls to others, frames', async ({
  visit,
  url,
}) => {
  const { page, expectProblems } = await visit('/')
  expectProblems(/Content Security Policy|violates|Refused to|evil\.example/)
  const ran = await page.evaluate(`(async () => {
    const inline = document.createElement('script')
    inline.textContent = 'window.ranInline = true'
    const foreign = document.createElement('script')
    foreign.src = 'https://evil.example/x.js'
    const loaded = new Promise((resolve) => {
      foreign.onload = () => resolve('ran')
      foreign.onerror = () => resolve('refused')
    })
    document.head.append(inline, foreign)
    const fetched = await fetch('https://evil.example/').then(() => 'sent', () => 'refused')
    return { inline: 'ranInline' in window, foreign: await loaded, fetched }
  })()`)
  assert.deepEqual(ran, { inline: false, foreign: 'refused', fetched: 'refused' })
  const framed = await page.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.onload = () => resolve(frame.contentDocument?.querySelectorAll('#root').length ?? 0)
    frame.src = '${url}'
    document.body.append(frame)
  })`)
  assert.equal(framed, 0)
})

test('the first page is accessible in both themes', async ({ visit }) => {
  const { page } = await visit('/')
  await untilDrawn(page)
  await axe(page)
})
