import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { createFlightdeck } from '../../client/src/index.ts'
import type { LaunchAdsRequest } from '../../client/src/index.ts'
import { startMessage } from '../../src/cli/start-message.ts'
import { readConfig } from '../../src/config.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import { picture } from '../support/media/media-files.ts'
import { signedIn } from '../support/people/browser.ts'
import { sendRaw } from '../support/raw-request.ts'
import { asBrowser, startWithDashboard } from '../support/web/built.ts'

/** The hardest of prefixes: a route begins with the same word. */
const base = '/v1'
const app = await startWithDashboard({ BASE_PATH: base, METRICS: 'on' })
const { origin } = new URL(app.url)

/** The path as it stands: fetch would tidy it up first. */
const raw = (path: string, headers: Record<string, string> = {}, at = app.url) => {
  const lines = Object.entries({ host: new URL(at).host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return sendRaw(at, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

test('a page below the prefix names nothing that is not below it, and all of that is there', async () => {
  for (const path of ['', '/', '/launch', '/approvals/12', '?a=b', '/docs']) {
    const page = await fetch(app.url + path, { headers: asBrowser })
    assert.equal(page.status, 200, path)
    const html = await page.text()
    const named = [...html.matchAll(/(?:src|href|data-script)="([^"#]+)"/g)].map(([, address]) => address!)
    assert.ok(named.length >= 3, path)
    for (const address of named) {
      assert.ok(address.startsWith(`${base}/`), address)
      assert.equal((await fetch(origin + address)).status, 200, address)
    }
  }
  const page = await (await fetch(app.url, { headers: asBrowser })).text()
  assert.ok(page.includes(`<meta name="root" content="${base}"`))
})

test('what the service says of itself leads back below the prefix', async () => {
  assert.equal(app.url, `${origin}${base}`)
  const { servers } = (await (await fetch(`${app.url}/openapi.json`)).json()) as { servers: { url: string }[] }
  assert.deepEqual(servers, [{ url: app.url }])
  const overview = await (await fetch(`${app.url}/llms.txt`)).text()
  for (const [address] of overview.matchAll(/http:\/\/127[^\s)'`]+(?=[)'`\s])/g)) {
    if (!address.startsWith(app.sandboxUrl)) assert.ok(address.startsWith(app.url), address)
  }
  for (const path of ['/v1/health', '/metrics', '/llms-full.txt'])
    assert.equal((await fetch(app.url + path)).status, 200, path)
  const printed = await startMessage(app.app, true)
  assert.match(printed, /^ {2}http:\/\/localhost:\d+\/v1\/#\/sign-in\/\S+$/m)
  assert.ok(printed.includes(`curl -s ${app.url}/v1/adaccounts`), printed)
  const refused = await fetch(`${app.url}/v1/nothing`)
  assert.match(((await refused.json()) as { message: string }).message, /no GET \/v1\/v1\/nothing\. .*\/v1\/docs\./)
})

test('programs upload, launch and follow with the prefix in their base address', async () => {
  const flightdeck = createFlightdeck({ baseUrl: app.url, key: app.key })
  const fixture = await demoFixture(app)
  const uploaded = await flightdeck.upload(new File([await picture().png().toBuffer()], 'a.png'))
  assert.ok(uploaded.url.startsWith(`${app.url}/media/`), uploaded.url)
  assert.equal((await fetch(uploaded.url)).status, 200)
  const ad = singleAd(app, fixture, { adName: 'Below', media: [{ url: uploaded.url }] })
  const { adBatchId } = await flightdeck.launchAds({ ads: [ad as LaunchAdsRequest['ads'][number]] })
  assert.equal((await flightdeck.waitForBatch(adBatchId)).status, 'success')

  const reply = await app.call('POST', '/v1/launch', { body: { ads: [singleAd(app, fixture, { adName: 'Again' })] } })
  const followed = await app.call('GET', new URL(reply.headers.get('location')!, app.url).href)
  assert.equal(followed.status, 200, reply.headers.get('location')!)
})

test('agents find their endpoint, and how to be let in, where the prefix puts them', async () => {
  const { client } = await connect(app)
  assert.ok((await client.listTools()).tools.length > 0)
  const refused = await fetch(`${app.url}/mcp`, { method: 'POST' })
  const reported = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)![1]!
  // The second is where its standard puts it: in front of the path.
  for (const address of [reported, `${origin}/.well-known/oauth-protected-resource${base}/mcp`]) {
    const metadata = (await (await fetch(address)).json()) as { resource: string }
    assert.equal(metadata.resource, `${app.url}/mcp`, address)
  }
})

test('a session, an invite and a link stay below the prefix', async () => {
  const owner = await signedIn(app)
  assert.ok(owner.cookie())
  const { body } = await owner.call('POST', '/v1/people/invites', {
    body: { email: 'new@example.com', role: 'viewer' },
  })
  assert.match(String(body.link), /^http:\/\/localhost:\d+\/v1\/#\/invite\/\S+$/)
  const out = await owner.call('DELETE', '/v1/session')
  assert.match(out.headers.get('set-cookie')!, /; Path=\/v1; HttpOnly; SameSite=Strict$/)
})

test('nothing is answered outside of the prefix, however it is written', async () => {
  const outside = [
    ...['/', '/docs', '/launch', '/assets/index-1.js', '/mcp', '/metrics', '/openapi.json', '/.well-known/openid'],
    ...['//v1/v1/health', '/v1x/v1/health', '/V1/v1/health', '/%761/v1/health', '/v1%2fv1/health', '/v1%2Fv1%2Fhealth'],
    ...['/../v1/v1/health', '/./v1/v1/health', '/x/../v1/v1/health', '/v1\\v1/health', '//evil.example/v1/v1/health'],
    `http://${new URL(app.url).host}/v1/v1/health`,
  ]
  for (const path of outside) {
    const { status, body, text } = await raw(path, asBrowser)
    assert.equal(status, 404, path)
    assert.equal(body?.success ?? false, false, path)
    assert.doesNotMatch(text, /^location:/im, path)
  }
  // Below it, a path that climbs is a path that is not there.
  for (const path of ['/v1/../v1/health', '/v1/../../v1/v1/health', '/v1//v1/health', '/v1/%2e%2e/v1/health']) {
    const { status, text } = await raw(path)
    assert.equal(status, 404, path)
    assert.doesNotMatch(text, /^location:/im, path)
  }
  assert.equal((await raw('/v1/v1/health')).status, 200)
  assert.equal((await raw('/v1/health')).status, 404, 'health without its prefix')
})

test('a request for two hosts is refused below a prefix too', async () => {
  const { status } = await raw('/v1/v1/health', { Host: 'evil.example' })
  assert.equal(status, 400)
})

test('a prefix may have several parts', async () => {
  const other = await startTestApp({ BASE_PATH: '/tools/ads.v2' }, { api: true, worker: false, sandbox: true })
  assert.equal((await other.call('GET', '/v1/adaccounts')).status, 200)
  for (const path of ['/tools/v1/health', '/tools/ads.v2x/v1/health', '/tools/adsxv2/v1/health', '/v1/health'])
    assert.equal((await raw(path, {}, other.url)).status, 404, path)
})

test('a prefix with odd characters is refused in one line that says what to do', () => {
  const odd = [
    ...['ads', '/', '/ads/', '//ads', '/a//b', '/a b', '/a%20b', '/a%2fb', '/a?b', '/a#b', '/a"b', "/a'b", '/a<b>'],
    ...['/..', '/a/..', '/a/../b', '/./a', '/a/.', '/ä', '/a\\b', '/a\nb', '/a;b', '/$&', '/{a}', '/:a', '/*'],
    ...['https://example.com/ads', `/${'a'.repeat(100)}`],
  ]
  for (const path of odd)
    assert.throws(() => readConfig({ BASE_PATH: path }), /^Error: Wrong setting\. BASE_PATH: must begin with \//, path)
  for (const path of ['/ads', '/a/b', '/a.b', '/a-b_c~d', '/..a', '/v1'])
    assert.equal(readConfig({ BASE_PATH: path }).basePath, path)
  assert.equal(readConfig({}).basePath, '')
  for (const url of ['https://example.com/a b', 'https://example.com/a$&b', 'https://example.com/a//b'])
    assert.throws(() => readConfig({ PUBLIC_URL: url }), /PUBLIC_URL: its path must begin with \//, url)
  for (const url of ['https://example.com/?a', 'https://example.com/#a'])
    assert.throws(() => readConfig({ PUBLIC_URL: url }), /PUBLIC_URL: must be an address without \? and #/, url)
})

test('an address that does not agree with the prefix is refused, with the one that would', () => {
  const set = (settings: Record<string, string>) => () => readConfig({ BASE_PATH: '/ads', ...settings })
  for (const url of [
    'https://example.com',
    'https://example.com/',
    'https://example.com/other',
    'https://example.com/ads/x',
  ])
    assert.throws(
      set({ PUBLIC_URL: url }),
      /PUBLIC_URL and BASE_PATH must agree: .* https:\/\/example\.com\/ads\./,
      url,
    )
  assert.throws(set({ INTERNAL_URL: 'http://10.0.0.1:8080' }), /INTERNAL_URL would be http:\/\/10\.0\.0\.1:8080\/ads\./)
  assert.equal(set({ PUBLIC_URL: 'https://Example.com:443/ads/' })().publicUrl, 'https://example.com/ads')
  assert.equal(set({ INTERNAL_URL: 'off' })().internalUrl, 'off')
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

test('on an IPv6 address it is reached below its prefix', { skip: !hasIpv6 }, async () => {
  const other = await startTestApp({ HOST: '::1', BASE_PATH: '/ads' }, { api: true, worker: false, sandbox: true })
  assert.match(other.url, /^http:\/\/\[::1\]:\d+\/ads$/)
  assert.equal((await other.call('GET', '/v1/adaccounts')).status, 200)
  assert.ok((await signedIn(other)).cookie())
})
