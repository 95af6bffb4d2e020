import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulatorFactories } from '../../sandbox/simulators.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'
import { createBillboardsSimulator } from '../fixtures/eighth/simulator/simulator.ts'
import { askUntil } from '../support/ask-until.ts'
import { begins, comesBack, connects } from '../support/connect/connecting.ts'
import { consentingBillboards, startProvider } from '../support/connect/provider.ts'
import { sandboxHere, startTestApp } from '../support/harness.ts'
import { createBrowser, ownerOfNew, signedIn } from '../support/people/browser.ts'
import { logLines } from '../support/service/log-lines.ts'

const log = logLines()
const provider = await startProvider()
const platform = consentingBillboards(provider)
const app = await startTestApp({ LOG_LEVEL: 'info', PLATFORM_TIMEOUT_SECONDS: '2' }, undefined, {
  platforms: createPlatforms([...builtIn.all, platform]),
  startSandbox: sandboxHere([...simulatorFactories, createBillboardsSimulator]),
  logTo: log.to,
})
const { db } = app.app.services
const name = platform.name
const owner = await signedIn(app)

interface Listed {
  data: {
    id: string | null
    platform: string
    label: string
    origin: string
    identity: string
    sandbox: boolean
    accounts: { id: string }[]
    rehearsal: {
      state: string
      by: string
      accountIds: string[]
      checklist: { accountId: string | null; what: string }[]
    } | null
  }[]
}
const listed = async () => {
  const { data } = (await app.call<Listed>('GET', '/v1/connections')).body
  return data.filter((each) => each.platform === name && each.id !== null)
}
const countOf = async () => (await listed()).length

test('somebody who consents at a platform has a connection, named as the platform knows them', async () => {
  const { authorizeUrl, cookie } = await begins(owner, name)
  const back = provider.consents(authorizeUrl)
  assert.equal(back.pathname, `/connect/${name}/callback`)
  const { chosen, headers, location } = await comesBack(owner, back, cookie)
  assert.equal(new URL(location!).pathname, '/connections')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cache-control'), 'no-store')
  const [found, ...more] = await listed()
  assert.equal(more.length, 0)
  assert.deepEqual(
    [found!.id, found!.label, found!.origin, found!.identity, found!.sandbox],
    [chosen, 'Ann', 'consent', 'Ann', true],
  )
  const events = await app.call<{ data: { data: object }[] }>('GET', '/v1/events?type=connection.connected')
  assert.deepEqual(events.body.data.at(-1)!.data, {
    ...{ connectionId: Number(chosen), platform: name, label: 'Ann', sandbox: true, again: false },
  })
  const { rehearsal, accounts } = await askUntil(async () => {
    const [one] = await listed()
    return one?.rehearsal?.state === 'done' ? { ...one, rehearsal: one.rehearsal } : null
  })
  // Nobody has chosen an account yet.
  assert.deepEqual([rehearsal.accountIds, accounts], [[], []])
  assert.deepEqual(
    rehearsal.checklist.map(({ accountId, what }) => [accountId, what]),
    [
      [null, 'permissions'],
      [null, 'which ad accounts'],
      [null, 'ad accounts'],
    ],
  )
  const { body: who } = await owner.call('GET', '/v1/user')
  assert.equal(rehearsal.by, (who as { user: { name: string } }).user.name)
})

test('what opens anything is in no log, no audit entry, no event and no address that people are led to', async () => {
  const { authorizeUrl, cookie } = await begins(owner, name)
  const back = provider.consents(authorizeUrl)
  const { location } = await comesBack(owner, back, cookie)
  const { code_verifier: verifier, code, clientSecret } = Object.fromEntries(provider.asked.at(-1)!)
  const token = await db.selectFrom('connections').select('sealed_credentials').orderBy('id', 'desc').execute()
  const secrets = [verifier!, code!, clientSecret!, back.searchParams.get('state')!, cookie.split('=')[1]!]
  const { rows: kept } = await app.app.services.pool.query<{ kept: string }>(
    `SELECT row_to_json(a)::text AS kept FROM audit_log a UNION ALL SELECT row_to_json(e)::text FROM events e
     UNION ALL SELECT row_to_json(q)::text FROM answered_questions q UNION ALL SELECT row_to_json(c)::text FROM connections c`,
  )
  const reported = [log.text().join(''), location!, ...kept.map((row) => row.kept)].join('\n')
  assert.match(reported, /"operation":"\/connect\/:platform\/callback"/)
  for (const secret of secrets) assert.ok(!reported.includes(secret), secret)
  assert.ok(!reported.includes('sandbox-billboards-token'))
  assert.ok(token.length > 0)
})

test('an answer that is sent several times at once is exchanged once, and all who sent it are told the same', async () => {
  const { authorizeUrl, cookie } = await begins(owner, name)
  const back = provider.consents(authorizeUrl)
  const [before, exchanges] = [await countOf(), provider.asked.length]
  const answers = await Promise.all(Array.from({ length: 5 }, () => comesBack(owner, back, cookie)))
  const later = await comesBack(owner, back, cookie)
  assert.equal(new Set([...answers, later].map(({ location }) => location)).size, 1)
  assert.ok(later.chosen)
  assert.equal(await countOf(), before + 1)
  assert.equal(provider.asked.length, exchanges + 1)
})

const refusals: Record<string, (back: URL) => void> = {
  'a state of somebody else': (back) => back.searchParams.set('state', 'a'.repeat(43)),
  'no state': (back) => back.searchParams.delete('state'),
  'two states': (back) => back.searchParams.append('state', 'other'),
  'two codes': (back) => back.searchParams.append('code', 'other'),
  'no code': (back) => back.searchParams.delete('code'),
  'an empty code': (back) => back.searchParams.set('code', ''),
  'a code that the platform does not know': (back) => back.searchParams.set('code', '<script>alert(1)</script>'),
  'a refusal': (back) => back.searchParams.set('error', '"><script>alert(1)</script>'),
}

for (const [what, change] of Object.entries(refusals)) {
  test(`${what} connects nothing, and says so in our words`, async () => {
    const before = await countOf()
    const { authorizeUrl, cookie } = await begins(owner, name)
    const back = provider.consents(authorizeUrl)
    change(back)
    const { status, problem, location } = await comesBack(owner, back, cookie)
    assert.equal(status, 302)
    const landed = new URL(location!)
    assert.equal(landed.origin, app.url.replace('127.0.0.1', 'localhost'))
    assert.equal(landed.pathname, '/connections')
    assert.deepEqual([...landed.searchParams.keys()], ['problem', 'platform'])
    assert.match(landed.searchParams.get('problem')!, /^[a-z-]+$/, 'a code, and no words that a link could bring')
    assert.ok(problem && !problem.includes('<') && !problem.includes('a'.repeat(43)), problem ?? '')
    assert.equal(await countOf(), before)
  })
}

test('what cannot be read is answered by our own page, never with JSON', async () => {
  const { authorizeUrl, cookie } = await begins(owner, name)
  const back = provider.consents(authorizeUrl)
  for (const search of [
    `${back.search}&error=a%00b`,
    `${back.search}&%00=1`,
    '?state=%00',
    '?code=%ED%A0%80&state=x',
  ]) {
    const own = [owner.cookie(), cookie].join('; ')
    const reply = await owner.call('GET', `${back.pathname}${search}`, { headers: { cookie: own } })
    assert.equal(reply.status, 302, JSON.stringify(reply.body))
    assert.match(reply.headers.get('location')!, /\/connections\?problem=not-begun&platform=/)
  }
  assert.ok((await comesBack(owner, back, cookie)).chosen, 'nothing of that has used it up')
  for (const word of ['%00', '..%2F..%2Fevil', 'nothing']) {
    const reply = await owner.call('GET', `/connect/${word}/callback?code=1`)
    assert.match(reply.headers.get('location')!, /\/connections\?problem=not-begun$/, word)
  }
})

test('the words of a refusal are told in the browser that set out, and to nobody else', async () => {
  const { authorizeUrl, cookie } = await begins(owner, name)
  const back = provider.consents(authorizeUrl)
  back.searchParams.set('error', 'access_denied')
  const { code, problem } = await comesBack(owner, back, cookie)
  assert.equal(code, 'denied')
  assert.match(problem!, /did not agree/)
  const path = `/v1/connections/${name}/connect/problem`
  const none = { code: null, message: null }
  const asked = async (browser: typeof owner, more: string | null) => {
    const headers = { cookie: [browser.cookie(), more].filter(Boolean).join('; ') }
    const { success: _success, ...told } = (await browser.call('GET', path, { headers })).body
    return told
  }
  assert.deepEqual(await asked(owner, null), none)
  assert.deepEqual(await asked(await signedIn(app, 'admin'), cookie), none)
  assert.deepEqual(await asked(await ownerOfNew(app, 'curious'), cookie), none)
  assert.equal((await asked(owner, cookie)).code, 'denied')
})

test('another browser finishes nothing, nor does one with the state of an earlier consent', async () => {
  const before = await countOf()
  const first = await begins(owner, name)
  const second = await begins(owner, name)
  const back = provider.consents(first.authorizeUrl)
  assert.equal((await comesBack(owner, back, second.cookie)).code, 'not-begun')
  const elsewhere = await comesBack(createBrowser(app.url), back, null)
  assert.equal(elsewhere.status, 400)
  const page = String(elsewhere.body.text)
  assert.match(page, /paste it there/)
  for (const value of back.searchParams.values()) assert.ok(!page.includes(value))
  assert.equal(elsewhere.headers.get('referrer-policy'), 'no-referrer')
  assert.match(elsewhere.headers.get('content-security-policy')!, /default-src 'none'/)
  const third = await signedIn(app, 'admin')
  assert.equal((await comesBack(third, back, first.cookie)).code, 'signed-out', 'somebody else is signed in')
  const other = await ownerOfNew(app, 'another')
  assert.equal((await comesBack(other, back, first.cookie)).code, 'signed-out', 'another company')
  assert.equal(await countOf(), before)
  assert.ok((await comesBack(owner, back, first.cookie)).chosen, 'and nothing of that has used it up')
})

test('whoever has signed out, or may not connect any more, finishes nothing', async () => {
  const exchanges = provider.asked.length
  const leaving = await signedIn(app, 'admin')
  const begun = await begins(leaving, name)
  const cookie = leaving.cookie()
  assert.equal((await leaving.call('DELETE', '/v1/session')).status, 200)
  const headers = { cookie: `${cookie}; ${begun.cookie}` }
  const back = provider.consents(begun.authorizeUrl)
  const out = await createBrowser(app.url).call('GET', `${back.pathname}${back.search}`, { headers })
  assert.match(out.headers.get('location')!, /problem=signed-out/)
  const lowered = await signedIn(app, 'admin')
  const second = await begins(lowered, name)
  await db.updateTable('memberships').set({ role: 'member' }).where('user_id', '=', lowered.userId).execute()
  const refused = await comesBack(lowered, provider.consents(second.authorizeUrl), second.cookie)
  assert.equal(refused.code, 'signed-out')
  assert.equal(provider.asked.length, exchanges)
})

test('a browser that another site leads here is led on by our own page, so that it brings its session along', async () => {
  const { authorizeUrl, cookie } = await begins(owner, name)
  const back = provider.consents(authorizeUrl)
  const fromElsewhere = await createBrowser(app.url).call('GET', `${back.pathname}${back.search}`, {
    headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  })
  assert.equal(fromElsewhere.status, 200)
  assert.equal(fromElsewhere.headers.get('referrer-policy'), 'no-referrer')
  const next = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(String(fromElsewhere.body.text))![1]!
  const search = next.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
  const without = await createBrowser(app.url).call('GET', `${back.pathname}${search}`, { headers: { cookie } })
  assert.match(without.headers.get('location')!, /problem=signed-out/)
  assert.ok((await comesBack(owner, new URL(search, back), cookie)).chosen)
})

test('what was begun more than ten minutes ago connects nothing', async (context) => {
  const { authorizeUrl, cookie } = await begins(owner, name)
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 })
  const { code } = await comesBack(owner, provider.consents(authorizeUrl), cookie)
  context.mock.timers.reset()
  assert.equal(code, 'not-begun')
})

const platformSays: [string, Partial<typeof provider.says>, string][] = [
  ['with a page', { instead: { status: 200, body: '<!doctype html><h1>Welcome</h1>' } }, 'unavailable'],
  ['with an error page', { instead: { status: 502, body: '<h1>Bad gateway</h1>' } }, 'refused'],
  ['not at all', { instead: 'hangs' }, 'unavailable'],
  ['by hanging up', { instead: 'cut' }, 'unavailable'],
  ['that less was granted than it takes', { scopes: ['figures'] }, 'scopes'],
  ['that no account was chosen', { accountIds: [] }, 'accounts'],
  ['and cannot be asked what was opened', { looks: 'away' }, 'unavailable'],
  ['that the login opens no account', { accounts: [] }, 'accounts'],
]
for (const [what, says, code] of platformSays) {
  test(`a platform that answers ${what} connects nothing, once`, async (context) => {
    const before = await countOf()
    Object.assign(provider.says, says)
    context.after(() => Object.keys(says).forEach((key) => delete provider.says[key as keyof typeof provider.says]))
    const { authorizeUrl, cookie } = await begins(owner, name)
    const back = provider.consents(authorizeUrl)
    const exchanges = provider.asked.length
    const answers = [await comesBack(owner, back, cookie), await comesBack(owner, back, cookie)]
    for (const answer of answers) {
      assert.equal(answer.code, code, answer.problem ?? '')
      for (const secret of [back.searchParams.get('code')!, 'code-', 'sandbox-secret', '<'])
        assert.ok(!answer.problem!.includes(secret), answer.problem!)
    }
    assert.equal(provider.asked.length, exchanges + 1)
    assert.equal(await countOf(), before)
  })
}

test('what was granted without what single features need is connected', async (context) => {
  provider.says.scopes = ['posters']
  context.after(() => delete provider.says.scopes)
  const id = await connects(owner, provider, name, { sandbox: true, label: 'Without figures' })
  const row = await db.selectFrom('connections').select('scopes').where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(row.scopes, ['posters'])
})

test('connecting again opens the same connection anew; another login does not take its place', async (context) => {
  const id = await connects(owner, provider, name, { sandbox: true, label: 'Kept' })
  const row = () => db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await db.updateTable('connections').set({ state: 'broken', state_reason: 'gone' }).where('id', '=', id).execute()
  // Its accounts are known from now on.
  await app.call('GET', '/v1/adaccounts?platform=out-of-home')
  const before = await row()
  assert.equal(await connects(owner, provider, name, { sandbox: true, connectionId: id }), id)
  const after = await row()
  assert.deepEqual([after.state, after.state_reason, after.label], ['ok', null, 'Kept'])
  assert.ok(!after.sealed_credentials.equals(before.sealed_credentials))
  await app.call('GET', '/v1/adaccounts?platform=out-of-home')
  await db.updateTable('ad_accounts').set({ connection_id: id }).where('platform', '=', name).execute()
  provider.says.looks = 'away'
  const unlooked = await begins(owner, name, { sandbox: true, connectionId: id })
  const away = await comesBack(owner, provider.consents(unlooked.authorizeUrl), unlooked.cookie)
  delete provider.says.looks
  assert.equal(away.code, 'unavailable')
  assert.match(away.problem!, /could not be asked what it opens.*connect again\.$/)
  assert.ok((await row()).sealed_credentials.equals(after.sealed_credentials))
  provider.says.tenant = 'bob'
  context.after(() => delete provider.says.tenant)
  const { authorizeUrl, cookie } = await begins(owner, name, { sandbox: true, connectionId: id })
  const other = await comesBack(owner, provider.consents(authorizeUrl), cookie)
  assert.equal(other.code, 'other-login')
  assert.ok((await row()).sealed_credentials.equals(after.sealed_credentials))
})
