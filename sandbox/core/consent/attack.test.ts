import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { consentAt, openConsent, sendForm } from '../../../test/support/consent.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'

interface PageAddress {
  path: string
  service: string
  client: [string, string]
  more: Record<string, string>
}

const code = { response_type: 'code' }
const places: PageAddress[] = [
  place('/meta/v26.0/dialog/oauth', 'primary', ['client_id', '102938475610293'], { scope: 'ads_read' }),
  place('/tiktok/portal/auth', 'tiktok', ['app_id', '7100000000000000001'], {}),
  place('/snapchat/login/oauth2/authorize', 'snapchat', ['client_id', 'sandbox-snapchat-app'], {
    ...code,
    scope: 'snapchat-marketing-api',
  }),
  place('/pinterest/oauth/', 'pinterest', ['client_id', '1490001'], { ...code, scope: 'ads:read' }),
  place('/google-ads/o/oauth2/v2/auth', 'google-ads', ['client_id', 'sandbox-google-ads.apps.example'], {
    ...code,
    scope: 'https://www.googleapis.com/auth/adwords',
  }),
  place('/linkedin/oauth/v2/authorization', 'linkedin', ['client_id', 'sandbox-linkedin-client'], {
    ...code,
    scope: 'r_ads',
  }),
]

function place(path: string, service: string, client: [string, string], more: Record<string, string>): PageAddress {
  return { path, service, client, more }
}

const callback = ({ service }: PageAddress, origin = 'http://127.0.0.1:8080') => `${origin}/connect/${service}/callback`

function question(each: PageAddress, more: Record<string, string> = {}): string {
  const [name, id] = each.client
  const query = { [name]: id, redirect_uri: callback(each), state: 'mine', ...each.more, ...more }
  return `${each.path}?${new URLSearchParams(query).toString()}`
}

test('nobody is sent to an address that is not registered, nor for an app that is not known', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const each of places) {
    const own = callback(each)
    const strange = [
      '',
      'javascript:alert(1)',
      'http://evil.example/connect/x/callback',
      callback(each, 'http://evil.example'),
      callback(each, 'http://127.0.0.1@evil.example'),
      callback(each, 'https://user:pass@evil.example'),
      callback(each, 'http://127.0.0.1.evil.example'),
      `${own}?next=1`,
      `${own}?`,
      `${own}#x`,
      `${own}/..`,
      `${own}\\@evil.example`,
      own.replace('/callback', '/callback2'),
      own.replace('http:', 'ftp:'),
      `//evil.example${new URL(own).pathname}`,
      ` ${own}`,
    ]
    const asked = [
      ...strange.map((redirect_uri) => question(each, { redirect_uri })),
      question(each, { [each.client[0]]: 'unknown' }),
    ]
    for (const path of asked)
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(url + path, { method, redirect: 'manual', headers: { origin: url } })
        const text = await answer.text()
        assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`)
        assert.equal(answer.headers.get('location'), null, path)
        assert.match(text, /Nothing was granted/)
      }
    const safe = question(each, { redirect_uri: callback(each, 'https://flightdeck.example') })
    assert.equal((await consentAt(url + safe)).origin, 'https://flightdeck.example')
  }
})

test('the state comes back to the byte, and what stands in a question never becomes part of the page', async (context) => {
  const { url } = await startTestSandbox(context)
  const script = '"><script>alert(1)</script>'
  for (const each of places) {
    for (const state of ['a%20b+c%2B%FF%00%0D%0A', '%3Cscript%3E%27%22', 'x'.repeat(4000), '']) {
      const raw = question(each).replace('state=mine', `state=${state}`)
      const { forms } = await openConsent(url + raw)
      const form = forms[1]!
      const answer = await sendForm(form.action, form.fields, 'allow')
      const location = answer.headers.get('location') ?? ''
      assert.match(location, new RegExp(`&state=${state.replaceAll('+', '\\+')}(#_=_)?$`), each.path)
    }
    const { text } = await openConsent(url + question(each, { state: script, nonsense: script, login_hint: script }))
    assert.ok(!text.includes('<script'), each.path)
  }
})

test('the pages run no script, stand in no frame, and lead where the question said alone', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const each of places) {
    const answer = await fetch(url + question(each))
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.equal(
      policy,
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' http://127.0.0.1:8080; base-uri 'none'; frame-ancestors 'none'",
    )
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.match(await answer.text(), /Simulated/)
  }
})

test('a page of somebody else cannot press the button', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const each of places) {
    const body = 'tenant=default&person=owner&decision=allow'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const headers of [
      { ...type, origin: 'http://evil.example' },
      { ...type, origin: 'null' },
      { ...type, origin: 'http://127.0.0.1:1' },
      type,
    ]) {
      const answer = await fetch(url + question(each), { method: 'POST', body, headers, redirect: 'manual' })
      assert.deepEqual([answer.status, answer.headers.get('location')], [403, null], each.path)
    }
  }
})

test('a form says nothing that its page did not offer', async (context) => {
  const { url } = await startTestSandbox(context)
  const each = places[1]!
  const { forms } = await openConsent(url + question(each))
  const { action, fields } = forms[1]!
  for (const tenant of ['', 'A', '../x', 'x'.repeat(41), 'demo.x', '<b>']) {
    const changed = new URLSearchParams(fields)
    changed.set('tenant', tenant)
    const { status, text } = await sendForm(action, changed, 'allow')
    assert.equal(status, 422)
    assert.ok(!text.includes('<b>'))
  }
  assert.equal((await sendForm(action, fields, 'destroy')).status, 422)
  const { status, headers } = await sendForm(action, new URLSearchParams([...fields, ['account', '1']]), 'allow')
  assert.equal(status, 302)
  const answer = await fetch(`${url}/tiktok/open_api/v1.3/oauth2/access_token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      app_id: each.client[1],
      secret: 'sandbox-tiktok-secret',
      auth_code: new URL(headers.get('location')!).searchParams.get('auth_code'),
    }),
  })
  const { data } = (await answer.json()) as { data: { advertiser_ids: string[] } }
  assert.ok(data.advertiser_ids.length > 0 && !data.advertiser_ids.includes('1'))
})

test('codes, states and tokens are in no list of calls and on no page', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const secrets: string[] = []
  for (const each of places) {
    const back = await consentAt(url + question(each, { state: `secret-state-${each.service}` }))
    secrets.push(`secret-state-${each.service}`, back.searchParams.get('code') ?? back.searchParams.get('auth_code')!)
  }
  const form = { client_id: '102938475610293', client_secret: 'sandbox-meta-app-secret', code: secrets[1]! }
  const query = new URLSearchParams({ ...form, redirect_uri: callback(places[0]!) })
  const answer = await fetch(`${url}/meta/v26.0/oauth/access_token?${query.toString()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  await fetch(`${url}/meta/v26.0/debug_token?input_token=${token}&access_token=${token}`)
  const { body } = await control('GET', '/calls')
  const pages = await Promise.all(['/', '/manager/meta'].map(async (path) => (await fetch(url + path)).text()))
  for (const text of [JSON.stringify(body), ...pages])
    for (const secret of [...secrets, token]) assert.ok(!text.includes(secret), secret)
})

test('what was granted survives a restart, and a reset forgets it', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-consent-'))
  context.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startTestSandbox(context, { dataDir })
  const each = places[3]!
  const back = await consentAt(first.url + question(each))
  await first.sandbox.close()
  const { url, control } = await startTestSandbox(context, { dataDir })
  const exchange = () =>
    fetch(`${url}/pinterest/v5/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('1490001:sandbox-pinterest-app-secret').toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: callback(each),
      }),
    })
  const { access_token: token } = (await (await exchange()).json()) as { access_token: string }
  const list = async () =>
    (await fetch(`${url}/pinterest/v5/ad_accounts`, { headers: { authorization: `Bearer ${token}` } })).status
  assert.equal(await list(), 200)
  await control('POST', '/reset', {})
  assert.deepEqual([await list(), (await exchange()).status], [401, 400])
})
