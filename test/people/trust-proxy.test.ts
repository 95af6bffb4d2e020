import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { describeSettings } from '../../src/cli/doctor/settings.ts'
import { startTestApp } from '../support/harness.ts'
import type { TestApp } from '../support/harness.ts'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { createBrowser } from '../support/people/browser.ts'

const api = { api: true, worker: false, sandbox: true }
const direct = await startTestApp({}, api)
const behindOne = await startTestApp({ TRUST_PROXY: '1' }, api)
const behindKnown = await startTestApp({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }, api)

/** Where somebody is said to have signed in from, in their sessions and in the audit log. */
async function seenFrom(service: TestApp, forwarded: string, more: Record<string, string> = {}) {
  const { app, url } = service
  const { db } = app.services
  const { company_id: companyId, user_id: userId } = await db
    .selectFrom('memberships')
    .select(['company_id', 'user_id'])
    .executeTakeFirstOrThrow()
  const token = await makeSignInLink(db, { companyId, userId })
  const browser = createBrowser(url)
  const headers = { 'x-forwarded-for': forwarded, ...more }
  const signedIn = await browser.call('POST', '/v1/session', { body: { token }, headers })
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body))
  const { body } = await browser.call('GET', '/v1/sessions')
  const own = (body.data as { isThis?: boolean; address: string; id: number }[]).sort((a, b) => b.id - a.id)[0]!
  const { body: log } = await service.call<{ data: { after: { address: string } }[] }>(
    'GET',
    '/v1/audit-log?action=sign_in&limit=1',
  )
  assert.equal(log.data[0]!.after.address, own.address, 'the audit log says the same')
  return own.address
}

test('without a trusted proxy nobody says where they come from', async () => {
  assert.equal(await seenFrom(direct, '203.0.113.7'), '127.0.0.1')
  assert.equal(await seenFrom(direct, 'nonsense', { 'x-forwarded-host': 'evil.example' }), '127.0.0.1')
})

test('of one trusted proxy only its own word counts, not what a caller wrote before it', async () => {
  assert.equal(await seenFrom(behindOne, '203.0.113.7'), '203.0.113.7')
  assert.equal(await seenFrom(behindOne, '6.6.6.6, 127.0.0.1, 203.0.113.7'), '203.0.113.7')
  assert.equal(await seenFrom(behindOne, '2001:db8::7'), '2001:db8::7')
  assert.equal(await seenFrom(behindOne, '203.0.113.7, <script>'), '127.0.0.1', 'what is no address is not believed')
})

test('of proxies that are named, the last address that is none of theirs counts', async () => {
  assert.equal(await seenFrom(behindKnown, '6.6.6.6, 203.0.113.7, 10.1.2.3'), '203.0.113.7')
  assert.equal(await seenFrom(behindKnown, '203.0.113.7'), '203.0.113.7')
})

test('a proxy says where a call comes from, and never which name it came to', async () => {
  const reply = await behindOne.call('GET', '/v1/health', {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  assert.equal(reply.status, 200)
  const { status } = await behindOne.call('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    headers: { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
  })
  assert.equal(status, 403, 'a page of another origin does not become one of ours')
})

test('a setting that names no proxy is refused in one line, and doctor shows one that does', () => {
  for (const wrong of [
    'on',
    'true',
    '0',
    '11',
    '-1',
    '1.5',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::1/129',
    '10.0.0.1,',
    'proxy.example',
    '10.0.0.1/8/8',
  ]) {
    assert.throws(
      () => readConfig({ TRUST_PROXY: wrong }),
      /^Error: Wrong setting\. TRUST_PROXY: must be off, a number/,
    )
  }
  const shown = (value: string) =>
    describeSettings(readConfig({ TRUST_PROXY: value })).find(({ name }) => name === 'TRUST_PROXY')?.value
  assert.deepEqual(['off', '2', '::1/128, 10.0.0.0/8'].map(shown), ['off', '2', '::1/128,10.0.0.0/8'])
})
