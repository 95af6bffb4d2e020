import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { byHand, callTool, exchange } from '../support/mcp/assistant.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'

const test = await browserTests()

/** Where an assistant on this device waits for its person to come back. */
const waiting = createServer((_request, reply) => reply.end('You can close this window.'))
await new Promise<void>((resolve) => void waiting.listen(0, 'localhost', resolve))
after(() => waiting.close())
const redirectUri = `http://localhost:${(waiting.address() as AddressInfo).port}/callback`

test('somebody lets an assistant act, sees what it may, and revokes it', async ({ app, url, signedIn }) => {
  const { page } = await signedIn('owner', phone)
  await page.goto('/assistants')
  await page.getByText(`${url}/mcp`).waitFor()
  await axe(page)
  const client = await byHand(url, { name: 'Claude Code', redirectUri })
  await page.goto(`/oauth/authorize?${client.query({ scope: 'read launch' })}`)
  await page.getByText('this device', { exact: true }).waitFor()
  await page.getByText(/calls itself Claude Code; nobody vouches/).waitFor()
  await axe(page)
  assert.deepEqual(await beyondTheScreen(page), [])
  assert.equal(await page.getByLabel('Daily limit').inputValue(), '', 'no amount stands there before')
  await page.getByRole('button', { name: 'Connect Claude Code' }).click()
  await page.getByText('Type how much it may let run on a day.').waitFor()
  await page.getByLabel('Daily limit').fill('50')
  await page.getByRole('button', { name: 'Connect Claude Code' }).click()
  await page.waitForURL(/\/callback\?/)
  const returned = new URL(page.url()).searchParams
  assert.equal(returned.get('state'), 'a state')
  assert.equal(returned.get('iss'), url)
  const { status, body } = await exchange(url, client, returned.get('code')!)
  assert.equal(status, 200, JSON.stringify(body))
  const token = String(body.access_token)
  assert.equal((await callTool(url, token, 'list_ad_accounts')).isError, false)
  await page.goto('/assistants')
  await page.getByText('asks first').waitFor()
  await page.getByText('$50.00', { exact: true }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Revoke Claude Code' }).click()
  await page.getByRole('button', { name: 'Revoke it' }).click()
  await page.getByText('The assistant is revoked.').waitFor()
  assert.equal((await callTool(app.url, token, 'list_ad_accounts')).status, 401)
})

test('who refuses is sent back with that, and who was led astray nowhere', async ({
  url,
  visit,
  signInLink,
  signedIn,
}) => {
  const client = await byHand(url, { name: 'Claude Code', redirectUri })
  const { page } = await signedIn('viewer')
  await page.goto(`/oauth/authorize?${client.query()}`)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL(/\/callback\?error=access_denied/)
  await page.goto(`/oauth/authorize?${client.query({ redirect_uri: 'https://evil.example/' })}`)
  await page.getByText('cannot be connected like this').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Go back' }).count(), 0)
  await axe(page)
  // Whoever is not signed in is asked to sign in first, and nothing is lost of it.
  const stranger = await visit(`/oauth/authorize?${client.query()}`)
  await stranger.page
    .getByRole('heading', { name: /sign in/i })
    .first()
    .waitFor()
  await stranger.page.goto(await signInLink())
  await stranger.page.getByText('Claude Code').first().waitFor()
})
