import assert from 'node:assert/strict'
import { untilTrue } from '../support/ask-until.ts'
import { browserTests } from '../support/browser/stage.ts'
import { batchesInHand, openStreams } from '../support/web/batches-in-hand.ts'
import { phone } from '../support/web/phone.ts'

const test = await browserTests()

test('a phone that slept during a batch shows what became of it as soon as it wakes', async (stage) => {
  const { page, context, expectProblems } = await stage.signedIn('owner', phone)
  expectProblems(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  const streams = openStreams(context)
  const [batch] = await batchesInHand(stage.app, 1)
  assert.ok(batch)
  await page.goto(`/batches/${batch.id}`)
  await page.getByRole('button', { name: 'On the way 4' }).waitFor()
  await untilTrue(() => Promise.resolve(streams().some((path) => path.includes('/batches/'))))
  const sleeps = (asleep: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${asleep} })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await sleeps(true)
  await context.setOffline(true)
  await untilTrue(() => Promise.resolve(!streams().some((path) => path.includes('/batches/'))))
  await batch.make()
  await batch.make()
  assert.ok(await page.getByRole('button', { name: 'On the way 4' }).isVisible(), 'who sleeps hears nothing')
  await context.setOffline(false)
  await sleeps(false)
  await page.getByRole('button', { name: 'Launched 2', exact: true }).waitFor()
  await batch.make()
  await page.getByRole('button', { name: 'Launched 3', exact: true }).waitFor()
  await batch.make()
  await page.getByText('All 4 ads were launched.').waitFor()
})
