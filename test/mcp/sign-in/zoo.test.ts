import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { callTool, post, register } from '../../support/mcp/assistant.ts'
import { connectAs, documentServer, zoo } from '../../support/mcp/zoo.ts'
import { signedIn } from '../../support/people/browser.ts'

const documents = Object.fromEntries(
  zoo.flatMap(({ document }) =>
    document ? [[document.at, (url: string) => ({ ...document.says, client_id: url })] as const] : [],
  ),
)
const served = await documentServer(documents)
const app = await startTestApp({
  ALLOW_PRIVATE_URLS: served.host,
  AGENT_CLIENTS: 'my-claude https://claude.ai/api/mcp/auth_callback',
})
const owner = await signedIn(app)
const address = `${app.url}/mcp`

for (const recorded of zoo)
  test(`${recorded.name} connects by the address alone, and refreshes`, async () => {
    const { clientId, tokens, tokenEndpoint } = await connectAs(address, recorded, served.url, { person: owner })
    const answer = await callTool(app.url, String(tokens.access_token), 'list_ad_accounts')
    assert.equal(answer.isError, false, JSON.stringify(answer.body))
    const form = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token), client_id: clientId }
    const renewed = await post(tokenEndpoint, form)
    assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
    assert.notEqual(renewed.body.refresh_token, tokens.refresh_token)
    const list = await owner.call('GET', '/v1/assistants')
    const names = (list.body.data as { name: string }[]).map(({ name }) => name)
    assert.ok(names.includes(recorded.name), names.join(', '))
  })

test('a document is asked for once, for as long as its server says', () => {
  for (const at of Object.keys(documents)) assert.equal(served.asked.filter((each) => each === at).length, 1, at)
})

test('a client of the settings connects without registering', async () => {
  const redirectUri = 'https://claude.ai/api/mcp/auth_callback'
  const known = { name: 'my-claude', metadata: {}, redirectUri, protocol: '2025-06-18' as const }
  const asDocument = { ...known, document: { at: 'my-claude', says: {} } }
  const { tokens } = await connectAs(address, asDocument, () => 'my-claude', { person: owner })
  assert.equal((await callTool(app.url, String(tokens.access_token), 'who_am_i')).isError, false)
})

test('metadata is found with and without the path, by whichever name of this machine', async () => {
  for (const name of ['127.0.0.1', 'localhost']) {
    const base = app.url.replace('127.0.0.1', name)
    for (const path of ['', '/mcp']) {
      const resource = await (await fetch(`${base}/.well-known/oauth-protected-resource${path}`)).json()
      assert.equal((resource as { resource: string }).resource, `${base}/mcp`)
      const server = await (await fetch(`${base}/.well-known/oauth-authorization-server${path}`)).json()
      assert.equal((server as { issuer: string }).issuer, base)
    }
  }
})

test('where registration is off, nobody registers, and it is not offered', async () => {
  const closed = await startTestApp({ AGENT_REGISTRATION: 'off' }, { api: true, worker: false, sandbox: false })
  const metadata = await (await fetch(`${closed.url}/.well-known/oauth-authorization-server`)).json()
  assert.equal('registration_endpoint' in (metadata as object), false)
  assert.equal((await register(closed.url, { redirect_uris: ['https://client.example/'] })).status, 403)
  await closed.close()
})

test('the port of agents answers them and nobody else, under the address that agents are told', async () => {
  const away = 'https://agents.example.com'
  const settings = { AGENT_PORT: '0', AGENT_URL: away, PUBLIC_URL: 'https://ads.example.com' }
  const apart = await startTestApp(settings, { api: true, worker: false, sandbox: false })
  const base = apart.app.agentsUrl!
  const server = (await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json()) as Record<
    string,
    string
  >
  assert.equal(server.issuer, away)
  assert.equal(server.authorization_endpoint, 'https://ads.example.com/oauth/authorize')
  assert.equal(server.token_endpoint, `${away}/oauth/token`)
  for (const path of ['/v1/adaccounts', '/v1/health', '/', '/docs', '/openapi.json', '/oauth/authorize', '/live'])
    assert.equal((await fetch(base + path, { headers: { authorization: `Bearer ${apart.key}` } })).status, 404, path)
  assert.equal((await register(base, { redirect_uris: ['https://client.example/'] })).status, 201)
  await apart.close()
})

test('nothing is given out where it would travel in the open', async () => {
  const settings = { PUBLIC_URL: 'http://ads.example.com' }
  const open = await startTestApp(settings, { api: true, worker: false, sandbox: false })
  assert.equal((await fetch(`${open.url}/.well-known/oauth-authorization-server`)).status, 403)
  assert.equal((await register(open.url, { redirect_uris: ['https://client.example/'] })).status, 403)
  const resource = await (await fetch(`${open.url}/.well-known/oauth-protected-resource`)).json()
  assert.equal('authorization_servers' in (resource as object), false)
  await open.close()
})
