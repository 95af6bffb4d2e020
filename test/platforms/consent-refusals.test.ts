import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { PlatformError } from '../../src/errors.ts'
import type { OAuthSurroundings } from '../../src/platforms/contract/oauth.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { only } from '../../src/lookup.ts'

/** A platform that says what a test wants: its answers are those of the platforms' own documents, not of the simulators. */
interface Answer {
  status: number
  text: string
  type?: string
}

let next: (() => Answer | null) | null = null
const asked: { url: string; body: string; headers: Record<string, unknown> }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    asked.push({ url: request.url ?? '', body, headers: request.headers })
    const answer = next?.()
    // Without one it hangs.
    if (!answer) return
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' }).end(answer.text)
  })
})
server.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})

const { port } = server.address() as AddressInfo
const code = 'code/that+works=once'
const redirectUri = 'https://ads.example.com/connect/x/callback'

function surroundingsOf(app: Record<string, string>, timeoutMs = 5_000): OAuthSurroundings {
  return { sandboxUrl: `http://127.0.0.1:${port}`, app, timeoutMs, now: () => new Date('2027-01-01T00:00:00Z') }
}

async function refusedBy(name: string, answer: Answer | null, timeoutMs?: number) {
  const { oauth } = builtIn.driver(name)!
  const app = { ...oauth!.sandboxApp }
  next = () => answer
  asked.length = 0
  const error: unknown = await oauth!
    .exchange(surroundingsOf(app, timeoutMs), { code, redirectUri })
    .catch((thrown: unknown) => thrown)
  assert.ok(error instanceof PlatformError, String(error))
  assert.equal(asked.length, 1, 'a code is exchanged once')
  const described = JSON.stringify(error.failure)
  const secrets = [code, encodeURIComponent(code), app.clientSecret, app.appSecret].filter((each) => each !== undefined)
  for (const secret of secrets) assert.ok(!described.includes(secret), described)
  for (const { url } of asked) for (const secret of secrets) assert.ok(!url.includes(secret), url)
  assert.match(error.failure.hint ?? '', /onnect/)
  return error.failure
}

const json = (status: number, body: object): Answer => ({ status, text: JSON.stringify(body) })
const graph = (number: number, subcode?: number, message = 'No.'): Answer =>
  json(400, { error: { message, type: 'OAuthException', code: number, error_subcode: subcode, fbtrace_id: 'Abc' } })
const standard = (status: number, error: string, words?: string) => json(status, { error, error_description: words })

const usedCode = /was used already/
const secretIsWrong = /secret/
const redirectIsWrong = /sends people back|our address/

/** By platform: what its documents answer with, and what ours say of it. */
const refusals: Record<string, [Answer, RegExp, RegExp][]> = {
  primary: [
    [graph(100, 36_009, 'This authorization code has been used.'), usedCode, /connect Meta again/],
    [graph(100, 36_007), usedCode, /connect Meta again/],
    [graph(100, 36_008), redirectIsWrong, /Valid OAuth Redirect URIs/],
    [graph(100, undefined, 'Invalid verification code format.'), usedCode, /connect Meta again/],
    [graph(1, undefined, 'Error validating client secret.'), secretIsWrong, /App settings > Basic/],
    [graph(101), /does not know the app/, /App ID/],
    [graph(191), redirectIsWrong, /Valid OAuth Redirect URIs/],
  ],
  tiktok: [
    [json(200, { code: 40110, message: 'The auth_code is canceled.' }), usedCode, /connect TikTok again/],
    [json(200, { code: 40101, message: 'secret and app_id do not match' }), secretIsWrong, /App Detail/],
    [json(200, { code: 40113, message: 'blocked' }), /does not know the app/, /App ID/],
    [json(200, { code: 40115, message: 'other flow' }), /another kind of consent/, /redirect URL/],
    [{ status: 404, text: '404 page not found', type: 'text/plain' }, /not of its interface/, /connect TikTok again/],
  ],
  snapchat: [
    [standard(400, 'invalid_grant'), /too old, or/, /connect Snapchat again/],
    [standard(401, 'invalid_client'), secretIsWrong, /OAuth Apps/],
  ],
  pinterest: [
    [json(401, { code: 2, message: 'Authentication failed.' }), /secret or our address/, /Redirect URIs/],
    [json(400, { code: 283, message: 'The authorization grant is invalid.' }), usedCode, /connect Pinterest again/],
  ],
  'google-ads': [
    [standard(400, 'invalid_grant', 'Malformed auth code.'), usedCode, /connect Google Ads again/],
    [standard(400, 'redirect_uri_mismatch', 'Bad Request'), redirectIsWrong, /Authorized redirect URIs/],
    [standard(401, 'invalid_client', 'Unauthorized'), secretIsWrong, /Google Auth Platform/],
    [
      json(200, { access_token: 'ya29.abc', expires_in: 3599, scope: '', token_type: 'Bearer' }),
      /no refresh token/,
      /myaccount.google.com/,
    ],
  ],
  linkedin: [
    [standard(401, 'invalid_request', 'authorization code not found'), usedCode, /connect LinkedIn again/],
    [standard(400, 'invalid_redirect_uri'), redirectIsWrong, /Authorized redirect URLs/],
    [
      standard(400, 'invalid_request', 'appid/redirect uri/code verifier does not match'),
      /too old, or/,
      /redirect URLs/,
    ],
    [standard(401, 'invalid_client'), secretIsWrong, /Auth/],
  ],
}

test('every platform with consent is tried here', () => {
  const names = builtIn.all.filter(({ oauth }) => oauth).map(({ name }) => name)
  assert.deepEqual(Object.keys(refusals).toSorted(), names.toSorted())
})

for (const [name, cases] of Object.entries(refusals)) {
  test(`${name}: each documented refusal of a code is told in our words, with what to do next`, async () => {
    for (const [answer, message, hint] of cases) {
      const failure = await refusedBy(name, answer)
      assert.match(failure.message, message)
      assert.match(failure.hint!, hint)
      assert.equal(failure.kind, 'auth')
    }
  })

  test(`${name}: pages, garbage, trouble and silence instead of a token are failures of the platform, and nothing is asked twice`, async () => {
    const page = { status: 200, text: '<html><body>Sign in</body></html>', type: 'text/html' }
    const trouble = { status: 502, text: '<html>Bad gateway</html>', type: 'text/html' }
    const wrong = [
      page,
      json(200, {}),
      json(200, { access_token: 7, data: { access_token: [] } }),
      json(200, { code: 0 }),
      trouble,
    ]
    for (const answer of [
      ...wrong,
      { status: 200, text: 'null' },
      { status: 200, text: '{"access_tok' },
      { status: 302, text: '' },
    ]) {
      const failure = await refusedBy(name, answer)
      assert.ok(['unknown', 'auth'].includes(failure.kind), JSON.stringify(failure))
      assert.doesNotMatch(failure.message, /Invalid input|undefined/)
    }
    assert.equal((await refusedBy(name, { status: 200, text: `"${'x'.repeat(2_000_000)}"` })).kind, 'unknown')
    const silent = await refusedBy(name, null, 300)
    assert.deepEqual([silent.kind, silent.hint?.includes('A code works once')], ['unknown', true])
  })

  test(`${name}: what the platform quotes of our secrets is hidden`, async () => {
    const { sandboxApp } = builtIn.driver(name)!.oauth!
    const words = `No: ${code} and ${encodeURIComponent(code)} and ${Object.values(sandboxApp).join(' ')}`
    const bodies = { error: 'odd_error', error_description: words }
    const answers = {
      primary: graph(7777, undefined, words),
      tiktok: json(200, { code: 7777, message: words }),
      pinterest: json(400, { code: 7777, message: words }),
    }
    const failure = await refusedBy(name, (answers as Record<string, Answer>)[name] ?? json(400, bodies))
    assert.match(failure.message, /\[hidden\]/)
  })

  test(`${name}: odd states and addresses survive byte for byte, and what comes back is read`, () => {
    const { oauth } = builtIn.driver(name)!
    const state = `a+b/c=&d #?%20é~'"`
    const odd = 'https://ads.example.com/base path/connect/x/callback?a=1&b=2'
    const url = new URL(oauth!.authorizeUrl(surroundingsOf(oauth!.sandboxApp), { state, redirectUri: odd }))
    assert.equal(url.searchParams.get('state'), state)
    assert.equal(url.searchParams.get('redirect_uri'), odd)
    assert.ok(!url.search.includes('+'))
    assert.ok(!url.href.includes(Object.values(oauth!.sandboxApp)[1]!))
    const real = new URL(
      oauth!.authorizeUrl({ ...surroundingsOf(oauth!.sandboxApp), sandboxUrl: null }, { state, redirectUri: odd }),
    )
    assert.equal(real.protocol, 'https:')
    const read = (query: string) => oauth!.readAnswer(new URLSearchParams(query))
    const named = name === 'tiktok' ? 'auth_code' : 'code'
    assert.deepEqual(read(`${named}=4%2F0+x`), { kind: 'code', code: '4/0 x' })
    assert.deepEqual(read(''), { kind: 'empty' })
    assert.deepEqual(read(`${named}=a&${named}=b`), { kind: 'empty' })
    assert.deepEqual(read(`${named}=${'x'.repeat(5_000)}`), { kind: 'empty' })
    const denied = read('error=access_denied&error_description=%3Cscript%3E')
    assert.ok(denied.kind === 'denied' && /consent was not given/.test(denied.reason) && !denied.reason.includes('<'))
    const strange = read('error=%3Cb%3E')
    assert.ok(strange.kind === 'denied' && !strange.reason.includes('<'))
  })
}

test('ids that are larger than numbers can hold, and permissions in any form, are read as they are', async () => {
  const { oauth } = builtIn.driver('tiktok')!
  const text =
    '{"code":0,"data":{"access_token":"act-1","advertiser_ids":["7100000000000000012",7100000000000000013],"scope":[4,2]}}'
  next = () => ({ status: 200, text })
  const grant = await oauth!.exchange(surroundingsOf(oauth!.sandboxApp), { code, redirectUri })
  assert.deepEqual(grant.accountIds, ['7100000000000000012', '7100000000000000013'])
  assert.ok(['4', '44', '200', '221'].every((scope) => grant.scopes.includes(scope)))
  assert.ok(!grant.scopes.includes('601'))
})

test("Meta's token of hours becomes one of 60 days, and what was ticked comes from its facts", async () => {
  const { oauth } = builtIn.driver('primary')!
  const seconds = (days: number) => Date.parse('2027-01-01T00:00:00Z') / 1000 + days * 86_400
  const facts = (days: number) =>
    json(200, {
      data: {
        is_valid: true,
        expires_at: seconds(days),
        data_access_expires_at: seconds(90),
        scopes: ['ads_management', 'ads_read'],
        granular_scopes: [{ scope: 'ads_management', target_ids: ['123'] }, { scope: 'ads_read' }],
      },
    })
  const answers = [
    json(200, { access_token: 'EAAshort', token_type: 'bearer', expires_in: 5_000 }),
    facts(0.05),
    json(200, { access_token: 'EAAlong', token_type: 'bearer', expires_in: 5_183_944 }),
    facts(60),
  ]
  next = () => answers.shift() ?? null
  asked.length = 0
  const grant = await oauth!.exchange(surroundingsOf(oauth!.sandboxApp), { code, redirectUri })
  assert.equal(grant.credentials.accessToken, 'EAAlong')
  assert.deepEqual(grant.accountIds, ['act_123'])
  assert.equal(grant.expiresAt?.toISOString(), '2027-03-02T00:00:00.000Z')
  assert.match(asked[2]!.body, /grant_type=fb_exchange_token/)
  assert.equal(
    only(
      asked.filter(({ body }) => body.includes('redirect_uri')),
      'exchange',
    ).url,
    '/meta/v26.0/oauth/access_token',
  )
})
