import assert from 'node:assert/strict'
import { browserTests } from '../support/browser/stage.ts'

const base = '/tools/ads'
const test = await browserTests({ BASE_PATH: base })

test('below a prefix somebody signs in, goes from page to page and loads one anew, and nothing outside is asked for', async ({
  visit,
  signInLink,
  url,
}) => {
  const { page, context } = await visit('about:blank')
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await page.goto(await signInLink())
  await page.getByRole('link', { name: 'Launch', exact: true }).first().click()
  await page.waitForURL(`${url}/launch`)
  await page.getByRole('link', { name: 'Approvals', exact: true }).first().click()
  await page.waitForURL(`${url}/approvals`)
  await page.reload()
  await page.getByRole('heading', { name: 'Approvals' }).first().waitFor()
  const cookies = await context.cookies(url)
  assert.deepEqual(
    cookies.map(({ path }) => path),
    [base],
  )
  assert.ok(asked.length > 10)
  assert.deepEqual(
    asked.filter((address) => !`${address}/`.startsWith(`${url}/`)),
    [],
  )
})
