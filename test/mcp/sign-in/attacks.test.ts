import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '../../support/harness.ts'
import {
  byHand,
  callTool,
  challengeOf,
  consents,
  exchange,
  post,
  refresh,
  register,
  rpc,
  shown,
  tokensFor,
} from '../../support/mcp/assistant.ts'
import type { ByHand } from '../../support/mcp/assistant.ts'
import { documentServer } from '../../support/mcp/zoo.ts'
import { createBrowser, ownerOfNew, signedIn } from '../../support/people/browser.ts'

/** Each of these is an attack that failed. */
const failed: string[] = []
const fails = (name: string, isRefused: boolean, why: unknown = '') => {
  assert.ok(isRefused, `let through: ${name} ${JSON.stringify(why)}`)
  failed.push(name)
}

const good = { client_name: 'Document', redirect_uris: ['https://client.example/callback'] }
const served = await documentServer({
  'good/client.json': (url) => ({ ...good, client_id: url }),
  'other/client.json': (url) => ({ ...good, client_id: url.replace('other', 'good') }),
  'none/client.json': () => good,
  'number/client.json': () => ({ ...good, client_id: 7 }),
  'list/client.json': (url) => JSON.stringify([{ ...good, client_id: url }]),
  'page/client.json': () => '<html>Hello</html>',
  'empty/client.json': () => '',
  'large/client.json': (url) => JSON.stringify({ ...good, client_id: url, padding: 'x'.repeat(10 * 1024 * 1024) }),
  'moved/client.json': (url) => `-> ${url.replace('moved', 'good')}`,
  'inside/client.json': () => '-> http://169.254.169.254/latest/meta-data/',
  'secret/client.json': (url) => ({ ...good, client_id: url, client_secret: 'known' }),
  'basic/client.json': (url) => ({ ...good, client_id: url, token_endpoint_auth_method: 'client_secret_basic' }),
  'script/client.json': (url) => ({ client_id: url, redirect_uris: ['javascript:alert(1)'] }),
  'nowhere/client.json': (url) => ({ client_id: url, redirect_uris: [] }),
  'grants/client.json': (url) => ({ ...good, client_id: url, grant_types: ['client_credentials'] }),
})
const app = await startTestApp({ ALLOW_PRIVATE_URLS: served.host })
const { url } = app
const { db } = app.app.services
const owner = await signedIn(app)
const member = await signedIn(app, 'member')
/** People may write so often in a minute, and attacks are many: they take turns. */
const admins = await Promise.all(Array.from({ length: 8 }, () => signedIn(app, 'admin')))
let turn = 0
const nextAdmin = () => admins[turn++ % admins.length]!
const viewer = await signedIn(app, 'viewer')
const client = await byHand(url)
const other = await byHand(url, { name: 'Another', redirectUri: 'https://other.example/callback' })
const device = await byHand(url, { name: 'On this device', redirectUri: 'http://localhost:1234/callback?x=1' })

/** Nothing is shown to consent to, nobody is led away, and consenting all the same is refused. */
async function leadsNowhere(name: string, query: string, mayReturn = false): Promise<void> {
  const admin = nextAdmin()
  const { problem, asks } = await shown(admin, query)
  const returnTo = problem?.returnTo as string | null | undefined
  const back = mayReturn && returnTo?.startsWith('https://client.example/callback?error=')
  fails(name, asks === null && problem !== null && (returnTo === null || Boolean(back)), { problem, asks })
  const body = { query, digest: '0'.repeat(64), scopes: ['read'] }
  const { status } = await admin.call('POST', '/v1/assistants', { body })
  assert.ok(status === 422, `${name} ${status}`)
}

test('nobody is sent where the client did not say', async () => {
  const near = [
    ...['https://evil.example/callback', 'https://client.example.evil.example/callback', 'https://client.example/'],
    ...['https://client.example/callback/', 'https://client.example/callback/..', 'https://client.example/Callback'],
    ...[
      'https://client.example/callback?',
      'https://client.example/callback?next=x',
      'https://client.example/callback#x',
    ],
    ...[
      'https://client.example:8443/callback',
      'https://client.example:443/callback',
      'http://client.example/callback',
    ],
    ...[
      'https://evil@client.example/callback',
      'https://client.example@evil.example/callback',
      'HTTPS://client.example/callback',
    ],
    ...[
      'https://CLIENT.example/callback',
      'https://client.example./callback',
      'https://client.example%2eevil.example/callback',
    ],
    ...[
      'https://client.example\\@evil.example/callback',
      'https:\\\\client.example\\callback',
      '//client.example/callback',
    ],
    ...[
      '/callback',
      'client.example/callback',
      'https://client.example/call%62ack',
      'https://client.example//callback',
    ],
    ...[
      'javascript:alert(document.cookie)//https://client.example/callback',
      'data:text/html,x',
      'https://cliеnt.example/callback',
    ],
    ...[
      ' https://client.example/callback',
      'https://client.example/callback ',
      'https://client.example/callback\n',
      'null',
      'about:blank',
    ],
    ...['http://localhost/callback', 'http://127.0.0.1/callback', 'cursor://client.example/callback'],
  ]
  for (const uri of near) await leadsNowhere(`redirect ${uri}`, client.query({ redirect_uri: uri }))
  const onDevice = [
    ...['http://127.0.0.1:1234/callback?x=1', 'http://localhost:1234/callback', 'http://localhost:1234/callback?x=2'],
    ...['http://localhost:1234@evil.example/callback?x=1', 'http://localhost.evil.example:1234/callback?x=1'],
    ...[
      'https://localhost:1234/callback?x=1',
      'http://localhost:99999/callback?x=1',
      'http://localhost:/callback?x=1&y',
    ],
  ]
  for (const uri of onDevice) {
    const { problem, asks } = await shown(nextAdmin(), device.query({ redirect_uri: uri }))
    fails(`redirect on the device ${uri}`, asks === null && problem?.returnTo === null, problem)
  }
  const { asks } = await shown(owner, device.query({ redirect_uri: 'http://localhost:4321/callback?x=1' }))
  assert.ok(asks, 'another port of the device is the same client')
})

test('nobody registers to be sent to what a browser runs, or in the open', async () => {
  const bad: unknown[] = [
    ...[
      'javascript:alert(1)',
      'JavaScript://client.example/%0aalert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
    ],
    ...[
      'blob:https://client.example/x',
      'about:blank',
      'view-source:https://client.example/',
      'filesystem:https://client.example/x',
    ],
    ...[
      'http://client.example/callback',
      'http://192.168.0.1/callback',
      'http://localhost.evil.example/',
      'ftp://client.example/',
    ],
    ...[
      'https://client.example/#fragment',
      'https://me:secret@client.example/',
      'https://client.example/\\evil',
      'mailto:a@b.c',
    ],
    ...[
      'ms-msdt://x',
      'intent://x',
      'ws://client.example/',
      'cursor:x',
      'not an address',
      '',
      'https://',
      'x'.repeat(3_000),
    ],
    ...[
      `https://client.example/${'a'.repeat(2_000)}`,
      'https://cliеnt.example/',
      'https://client.example/"onload="x',
      7,
      null,
      {},
    ],
  ]
  for (const uri of bad) {
    const { status, body } = await register(url, { client_name: 'x', redirect_uris: [uri] })
    fails(
      `registers ${JSON.stringify(uri).slice(0, 60)}`,
      status === 400 && body.error === 'invalid_redirect_uri',
      body,
    )
  }
  const whole: object[] = [
    ...[{}, { redirect_uris: [] }, { redirect_uris: 'https://client.example/' }, []],
    ...[{ redirect_uris: Array.from({ length: 21 }, (_, at) => `https://client.example/${at}`) }],
    ...[
      { ...good, grant_types: ['client_credentials'] },
      { ...good, response_types: ['token'] },
      { ...good, client_name: {} },
    ],
  ]
  for (const metadata of whole) {
    const { status } = await register(url, metadata as Record<string, unknown>)
    fails(`registers ${JSON.stringify(metadata).slice(0, 60)}`, status === 400)
  }
  const large = await fetch(`${url}/oauth/register`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ ...good, client_name: 'x'.repeat(10 * 1024 * 1024) }),
  }).then(
    ({ status }) => status,
    () => 413,
  )
  fails('registers 10 MB', large === 413, large)
  const { body } = await register(url, { ...good, client_name: 'Cla\u202Eude\u0007 \u200Bby Anthropic' })
  fails('a name that reads another way', body.client_name === 'Claude by Anthropic', body)
})

test('PKCE is S256 and nothing else', async () => {
  const cases: Record<string, string | null>[] = [
    { code_challenge: null },
    { code_challenge_method: null },
    { code_challenge_method: 'plain' },
    { code_challenge_method: 's256' },
    { code_challenge_method: 'S512' },
    { code_challenge: null, code_challenge_method: null },
    { code_challenge: '' },
    { code_challenge: 'short' },
    { code_challenge: 'a'.repeat(44) },
    { code_challenge: `${'a'.repeat(42)}=` },
    { code_challenge: `${'a'.repeat(42)} ` },
    { response_type: 'token' },
    { response_type: 'code token' },
    { response_type: null },
    { state: 'x'.repeat(5_000) },
  ]
  for (const changes of cases) await leadsNowhere(JSON.stringify(changes).slice(0, 80), client.query(changes), true)
  for (const name of [
    'client_id',
    'redirect_uri',
    'code_challenge',
    'code_challenge_method',
    'response_type',
    'state',
    'scope',
  ])
    await leadsNowhere(`twice ${name}`, `${client.query()}&${name}=https%3A%2F%2Fevil.example%2F`)
  await leadsNowhere('no client', client.query({ client_id: null }))
  await leadsNowhere('an unknown client', client.query({ client_id: 'fdc_unknown' }))
  await leadsNowhere('a client of the prototype', client.query({ client_id: '__proto__' }))
  const verifiers = [
    '',
    'a',
    challengeOf(client.verifier),
    `${client.verifier}x`,
    client.verifier.toUpperCase(),
    'é'.repeat(43),
    'a'.repeat(129),
  ]
  for (const code_verifier of verifiers) {
    const code = await codeFor(client)
    const { status, body } = await exchange(url, client, code, { code_verifier })
    fails(`verifier ${code_verifier.slice(0, 20)}`, status === 400 && body.error === 'invalid_grant', body)
  }
})

async function codeFor(by: ByHand): Promise<string> {
  return (await consents(nextAdmin(), by.query())).searchParams.get('code')!
}

test('tokens are for one address, and nothing else takes them', async () => {
  const elsewhere = [
    ...[
      'https://evil.example/mcp',
      `${url}/v1`,
      `${url}/mcp/x`,
      `${url}/mcp?x`,
      `${url}/mcp#x`,
      `${url}.evil.example/mcp`,
    ],
    ...['http://127.0.0.1:1/mcp', 'https://127.0.0.1/mcp', 'urn:x', ''],
  ]
  for (const resource of elsewhere) {
    await leadsNowhere(`resource ${resource}`, client.query({ resource }), true)
    const { body } = await exchange(url, client, await codeFor(client), { resource })
    fails(`exchanges for ${resource}`, body.error === 'invalid_target', body)
  }
  await leadsNowhere('two resources', `${client.query()}&resource=https%3A%2F%2Fevil.example%2Fmcp`, true)
  const given = await tokensFor(url, client, owner, { scopes: ['read', 'launch', 'manage'], dailyLimit: 5 })
  const paths = [
    '/v1/adaccounts',
    '/v1/user',
    '/v1/keys',
    '/v1/events',
    '/v1/spend-guards',
    '/v1/approvals',
    '/v1/assistants',
    '/v1/people',
  ]
  for (const path of paths) {
    const reply = await app.call('GET', path, { key: given.access })
    fails(`a token at ${path}`, reply.status === 401)
  }
  for (const path of [
    '/v1/launch',
    '/v1/keys',
    '/v1/assistants',
    '/v1/assistants/requests',
    '/v1/manage/update-budget',
    '/upload/media',
  ]) {
    const reply = await app.call('POST', path, { key: given.access, body: {} })
    fails(`a token posts to ${path}`, reply.status === 401 || reply.status === 404, reply.status)
  }
  fails('a refresh token at /mcp', (await rpc(url, given.refresh, 'tools/list')).status === 401)
  fails('a code at /mcp', (await rpc(url, await codeFor(client), 'tools/list')).status === 401)
  fails('an access token refreshes', (await refresh(url, client, given.access)).status === 400)
  fails('a code refreshes', (await refresh(url, client, await codeFor(client))).status === 400)
  fails('a token made up', (await rpc(url, `fdt_${'a'.repeat(43)}`, 'tools/list')).status === 401)
  fails(
    'a token in the address',
    (await fetch(`${url}/mcp?access_token=${given.access}`, { method: 'POST' })).status === 401,
  )
  await sql`UPDATE assistant_grants SET resource = 'https://another.example/mcp' WHERE client_id = ${client.clientId}`.execute(
    db,
  )
  const foreign = await tokensOfLatest(given.refresh)
  fails('a token for another address', (await rpc(url, foreign, 'tools/list')).status === 401)
})

async function tokensOfLatest(refreshing: string): Promise<string> {
  return String((await refresh(url, client, refreshing)).body.access_token)
}

test('a code is used once, by whom and where it was given to', async () => {
  const mine = await codeFor(client)
  for (const [name, by, changes] of [
    ['by another client', other, {}],
    ['under the name of another client', client, { client_id: other.clientId }],
    ['back to elsewhere', client, { redirect_uri: 'https://evil.example/' }],
    ['back to nowhere', client, { redirect_uri: '' }],
    ['with a secret', client, { client_secret: 'x' }],
    ['as a password', client, { grant_type: 'password' }],
    ['as credentials', client, { grant_type: 'client_credentials' }],
    ['as an assertion', client, { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }],
  ] as const) {
    const { status } = await exchange(url, by, mine, changes)
    fails(`a code ${name}`, status === 400, status)
  }
  const first = await exchange(url, client, mine)
  assert.equal(first.status, 200)
  fails('a code a second time', (await exchange(url, client, mine)).body.error === 'invalid_grant')
  fails(
    'what the replayed code had opened',
    (await rpc(url, String(first.body.access_token), 'tools/list')).status === 401,
  )
  fails('its refresh token', (await refresh(url, client, first.body.refresh_token)).status === 400)
  const late = await codeFor(client)
  await sql`UPDATE assistant_grants SET code_until = clock_timestamp() WHERE code_used_at IS NULL`.execute(db)
  fails('a code after its minute', (await exchange(url, client, late)).status === 400)
  const many = await codeFor(client)
  const all = await Promise.all(Array.from({ length: 8 }, () => exchange(url, client, many)))
  fails('a code eight times at once', all.filter(({ status }) => status === 200).length <= 1)
  const form = `grant_type=authorization_code&code=${await codeFor(client)}&client_id=${client.clientId}&client_id=${client.clientId}`
  fails('a field twice', (await post(`${url}/oauth/token`, form)).body.error === 'invalid_request')
  const asJson = await fetch(`${url}/oauth/token`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ grant_type: 'authorization_code' }),
  })
  fails('a token request as JSON', asJson.status === 400)
  const basic = { authorization: `Basic ${Buffer.from(`${client.clientId}:x`).toString('base64')}` }
  const withBasic = await post(`${url}/oauth/token`, { grant_type: 'refresh_token', client_id: client.clientId }, basic)
  fails('a client with a password', withBasic.body.error === 'invalid_client')
})

test('a refresh token is of use to its client alone, and brought late it closes everything', async () => {
  const given = await tokensFor(url, other, owner)
  fails('a refresh token of another client', (await refresh(url, client, given.refresh)).status === 400)
  fails('without a client', (await refresh(url, other, given.refresh, { client_id: '' })).status === 400)
  fails(
    'for elsewhere',
    (await refresh(url, other, given.refresh, { resource: 'https://evil.example/' })).status === 400,
  )
  const renewed = await refresh(url, other, given.refresh)
  assert.equal(renewed.status, 200)
  assert.equal(renewed.body.scope, 'read')
  fails(
    'with more scope',
    (await refresh(url, other, renewed.body.refresh_token, { scope: 'read launch manage admin' })).body.scope ===
      'read',
  )
  await sql`UPDATE assistant_tokens SET used_at = used_at - interval '61 seconds' WHERE used_at IS NOT NULL`.execute(db)
  fails('an earlier one after the grace', (await refresh(url, other, given.refresh)).status === 400)
  fails('the thief’s access token', (await rpc(url, String(renewed.body.access_token), 'tools/list')).status === 401)
  fails('the thief’s refresh token', (await refresh(url, other, renewed.body.refresh_token)).status === 400)
})

test('documents of clients are fetched from the open internet alone, small, and of whom they say', async () => {
  const asked = (clientId: string) =>
    client.query({ client_id: clientId, redirect_uri: 'https://client.example/callback' })
  assert.ok((await shown(owner, asked(served.url('good/client.json')))).asks)
  for (const at of [
    'other',
    'none',
    'number',
    'list',
    'page',
    'empty',
    'large',
    'moved',
    'inside',
    'secret',
    'basic',
    'script',
    'nowhere',
    'grants',
  ])
    await leadsNowhere(`document ${at}`, asked(served.url(`${at}/client.json`)))
  const places = [
    ...[
      'https://127.0.0.1/client.json',
      'https://localhost/client.json',
      'https://[::1]/client.json',
      'https://0.0.0.0/client.json',
    ],
    ...[
      'https://10.0.0.1/client.json',
      'https://192.168.1.1/client.json',
      'https://172.16.0.1/client.json',
      'https://169.254.169.254/latest/meta-data',
    ],
    ...[
      'https://2130706433/client.json',
      'https://0x7f000001/client.json',
      'https://127.1/client.json',
      'https://[::ffff:127.0.0.1]/client.json',
    ],
    ...[
      'http://client.example/client.json',
      `http://127.0.0.1:${new URL(url).port}/v1/health`,
      'https://me@client.example/client.json',
    ],
    ...[
      'https://client.example/client.json#x',
      'https://client.example/client.json?x=1',
      'https://client.example/',
      'https://client.example',
    ],
    ...[
      'https://client.example/a/../client.json',
      'HTTPS://client.example/client.json',
      'https://client.example:443/client.json',
      'http://',
    ],
  ]
  for (const place of places) await leadsNowhere(`document at ${place}`, asked(place))
})

test('a consent is a person’s own, given on our page, to what they were shown', async () => {
  const query = client.query()
  const { asks } = await shown(owner, query)
  const body = { query, digest: asks!.digest, scopes: ['read'] }
  const send = (headers: Record<string, string>) =>
    fetch(`${url}/v1/assistants`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', cookie: owner.cookie()!, ...headers },
    })
  const pages: Record<string, string>[] = [
    ...[
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${url}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
    ],
    ...[
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'https://client.example', 'sec-fetch-site': 'same-origin' },
    ],
  ]
  for (const headers of pages) fails(`consent from ${JSON.stringify(headers)}`, (await send(headers)).status === 403)
  const form = await send({ origin: url, 'content-type': 'text/plain' })
  fails('consent as a form', form.status === 415, form.status)
  const byKey = await app.call('POST', '/v1/assistants', { body })
  fails('consent by a key', byKey.status === 403)
  fails('consent by nobody', (await app.call('POST', '/v1/assistants', { body, key: null })).status === 401)
  const { access } = await tokensFor(url, client, owner, { scopes: ['read', 'launch', 'manage'], dailyLimit: 5 })
  const changed: Record<string, string>[] = [
    { scope: 'read manage' },
    { code_challenge: challengeOf('x'.repeat(43)) },
    { client_id: other.clientId, redirect_uri: other.redirectUri },
  ]
  for (const changes of changed) {
    const reply = await owner.call('POST', '/v1/assistants', { body: { ...body, query: client.query(changes) } })
    fails(`changed after it was shown ${JSON.stringify(changes)}`, reply.status === 409, reply.body)
  }
  const words = (says: object) => owner.call('POST', '/v1/assistants', { body: { ...body, ...says } })
  fails('the scope admin', (await words({ scopes: ['admin'] })).status === 400)
  fails('a limit without a currency', (await words({ scopes: ['launch'], dailyLimit: 5 })).status === 400)
  fails('a limit below nothing', (await words({ scopes: ['launch'], dailyLimit: -5, currency: 'USD' })).status === 400)
  fails(
    'a limit beyond numbers',
    (await words({ scopes: ['launch'], dailyLimit: 1e300, currency: 'USD' })).status === 400,
  )
  fails('a workspace of nobody', (await words({ workspaceIds: [999_999] })).status >= 400)
  for (const [browser, says, name] of [
    [viewer, { scopes: ['launch'], dailyLimit: 1, currency: 'USD' }, 'a viewer gives launch'],
    [viewer, { scopes: ['manage'], dailyLimit: 1, currency: 'USD' }, 'a viewer gives manage'],
    [member, { scopes: ['launch'], dailyLimit: 1, currency: 'USD', spends: 'act' }, 'a member lets it act'],
  ] as const) {
    const reply = await browser.call('POST', '/v1/assistants', { body: { ...body, ...says } })
    fails(name, reply.status === 403, reply.body)
  }
  const operations = [
    'set_spend_guards',
    'approve_approval',
    'create_key',
    'connect_assistant',
    'revoke_assistant',
    'read_consent_request',
    'invite_person',
    'list_keys',
  ]
  for (const operation of operations)
    for (const tool of ['use_operation', 'plan_operation']) {
      const answer = await callTool(url, access, tool, { operation, input: body })
      fails(`an assistant calls ${operation} by ${tool}`, answer.isError, answer.value)
    }
})

test('another company’s person sees and ends nothing, and who is gone has nothing', async () => {
  const stranger = await ownerOfNew(app, 'strangers')
  const leaving = await signedIn(app, 'member')
  const { access, refresh: refreshing } = await tokensFor(url, client, leaving)
  const all = (await owner.call('GET', '/v1/assistants')).body.data as { id: number }[]
  fails('a stranger lists', ((await stranger.call('GET', '/v1/assistants')).body.data as object[]).length === 0)
  for (const { id } of all)
    fails(`a stranger revokes ${id}`, (await stranger.call('DELETE', `/v1/assistants/${id}`)).status === 404)
  fails('nobody lists', (await createBrowser(url).call('GET', '/v1/assistants')).status === 401)
  const mine = await tokensFor(url, client, stranger)
  const accountsOf = async (token: string) =>
    ((await callTool(url, token, 'list_ad_accounts')).value.data as { id: string }[]).map(({ id }) => id)
  const ours = await accountsOf(access)
  assert.ok(ours.length > 0)
  const theirs = await accountsOf(mine.access)
  fails('a stranger’s token sees our accounts', !theirs.some((id) => ours.includes(id)), theirs)
  const code = (await consents(leaving, client.query())).searchParams.get('code')!
  assert.equal((await owner.call('DELETE', `/v1/people/${leaving.userId}`)).status, 200)
  fails('a token of who has left', (await rpc(url, access, 'tools/list')).status === 401)
  fails('their refresh token', (await refresh(url, client, refreshing)).status === 400)
  fails('their code', (await exchange(url, client, code)).status === 400)
  fails('their session consents', (await leaving.call('POST', '/v1/assistants', { body: {} })).status === 401)
})

test('two hundred attacks, each another one, and none of them was let through', () => {
  assert.ok(new Set(failed).size >= 200, `${failed.length}`)
})
