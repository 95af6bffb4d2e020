import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { storeConnection } from '../../src/cli/connection/store.ts'
import { sealPurpose } from '../../src/core/secrets/seal.ts'
import { removeConnection as removeStored } from '../../src/core/connections/store.ts'
import { recordVerdict } from '../../src/core/connections/state/record.ts'
import type { CompanyId } from '../../src/db/company-id.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { askUntil } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { ownerOfNew, signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app = await startTestApp()
const { db, seal, connections } = app.app.services
const platform = 'primary'
const account = demo.account
const owner = await signedIn(app)
const companyOf = (slug: string) =>
  db.selectFrom('companies').select(['id', 'slug']).where('slug', '=', slug).executeTakeFirstOrThrow()
const company = await companyOf('demo')
const credentials = connections.platforms.driver(platform)!.sandboxCredentials(null)

interface Stored {
  label: string
  to?: CompanyId
  isSandbox?: boolean
  mode?: 'all' | 'chosen'
}
const store = ({ label, to = company.id, isSandbox = true, mode: accountsMode = 'chosen' }: Stored) =>
  storeConnection(db, seal, { companyId: to, platform, label, credentials, verdict: null, isSandbox, accountsMode })

const removeConnection = async (id: number, from: CompanyId = company.id) =>
  void (await db.transaction().execute((trx) => removeStored(trx, from, id)))

interface Opened {
  id: string
  workspaceId: string | null
  takenIn: boolean | null
  reachedThrough: string | null
  rules: { name: string; does: string[] }[]
}
interface Listed {
  id: string
  connected: boolean
  takenIn: boolean
  connectionId: string | null
}
const opened = async (id: number, by: Browser = owner) => {
  const { status, body } = await by.call('GET', `/v1/connections/${id}/accounts`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.accounts as Opened[]
}
const choose = (id: number, ids: string[], by: Browser = owner) =>
  by.call('PUT', `/v1/connections/${id}/accounts`, { body: { accounts: ids.map((accountId) => ({ accountId })) } })
const used = async (by: Browser = owner) =>
  (await by.call('GET', `/v1/adaccounts?platform=${platform}&limit=200`)).body.data as Listed[]
const one = async (id = account) => (await used()).find((each) => each.id === id)
const campaigns = (id = account) => app.call<{ error?: { message: string } }>('GET', `/v1/campaigns?accountId=${id}`)
/** Its token opens nothing any more, which was found already. */
const breaks = async (id: number) => {
  const dead = seal.seal(JSON.stringify({ accessToken: 'a-token-that-is-dead' }), sealPurpose(company.id, platform))
  await db.updateTable('connections').set({ sealed_credentials: dead }).where('id', '=', id).execute()
  await recordVerdict(db, { id }, { state: 'broken', reason: 'Over.', check: null }, { kind: 'system', name: 'test' })
}

await used()
const before = await db
  .selectFrom('ad_accounts')
  .select(['id', 'account_id'])
  .where('account_id', '=', account)
  .executeTakeFirstOrThrow()
let first = 0
let second = 0

test('what a connection opens is used once a person chose it; what was known of an account stays', async () => {
  first = await store({ label: 'first' })
  const all = await opened(first)
  assert.ok(all.length >= 2)
  assert.ok(all.every((each) => each.workspaceId === null))
  assert.ok((await used()).every((each) => !each.connected))
  const refused = await campaigns()
  assert.equal(refused.status, 503)
  assert.match(refused.body.error!.message, /not connected.*Choose it/)
  const { body } = await choose(first, [account])
  assert.equal((body.accounts as Opened[]).find((each) => each.id === account)!.workspaceId !== null, true)
  assert.deepEqual([(await one())!.connected, (await campaigns()).status], [true, 200])
  const after = await db
    .selectFrom('ad_accounts')
    .select('id')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  assert.equal(after.id, before.id)
})

test('an account that two connections open is reached through the healthier, and stays when both are gone', async () => {
  second = await store({ label: 'second' })
  await opened(second)
  assert.equal((await choose(second, [account])).status, 200)
  assert.equal((await one())!.connectionId, String(first))
  await breaks(first)
  const open = await connections.openFor(company, { platform, account_id: account })
  assert.equal(open.connectionId, second)
  assert.equal((await one())!.connectionId, String(second))
  await removeConnection(second)
  assert.equal((await connections.openFor(company, { platform, account_id: account })).connectionId, first)
  await removeConnection(first)
  // Nothing live was ever here, so the sandbox stands in again, for the same account with its history.
  assert.equal((await one())!.connectionId, null)
  const after = await db
    .selectFrom('ad_accounts')
    .select('id')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  assert.equal(after.id, before.id)
})

test('a choice names what the connection opens; keys and other companies choose nothing', async () => {
  const id = await store({ label: 'third' })
  await opened(id)
  const { status, body } = await choose(id, [account, account, 'act_1'])
  assert.equal(status, 400)
  const { issues } = (body.error as { details: { issues: { path: string }[] } }).details
  assert.deepEqual(
    issues.map(({ path }) => path),
    ['accounts.1.accountId', 'accounts.2.accountId'],
  )
  const put = { body: { accounts: [] } }
  assert.equal((await app.call('PUT', `/v1/connections/${id}/accounts`, put)).status, 403)
  const stranger = await ownerOfNew(app, 'elsewhere')
  for (const other of [String(id), '999999', 'x'])
    for (const [method, path] of [
      ['GET', 'accounts'],
      ['PUT', 'accounts'],
      ['POST', 'accounts/take-in'],
    ] as const) {
      const given = method === 'GET' ? undefined : path === 'accounts' ? { accounts: [] } : { accountIds: [account] }
      const answer = await stranger.call(method, `/v1/connections/${other}/${path}`, { body: given })
      assert.deepEqual(
        [answer.status, (answer.body.error as { message: string }).message],
        [404, `There is no connection ${other === 'x' ? 'x' : other}.`],
      )
    }
  await removeConnection(id)
})

test('two companies that have the same account are told nothing of each other', async () => {
  const stranger = await ownerOfNew(app, 'agency')
  const { id: to } = await companyOf('agency')
  const id = await store({ label: 'main', to })
  const reported = await opened(id, stranger)
  const mine = await store({ label: 'mine' })
  assert.deepEqual(
    (await opened(mine)).map((each) => each.id),
    reported.map((each) => each.id),
  )
  assert.ok(
    reported.every((each) => each.workspaceId === null && each.reachedThrough === null && each.rules.length === 0),
  )
  assert.equal((await choose(id, [account], stranger)).status, 200)
  assert.ok((await opened(mine)).every((each) => each.workspaceId === null))
  await removeConnection(mine)
  await removeConnection(id, to)
})

test('no rule in mode act touches a newly chosen account before a person takes it in', async () => {
  await db.deleteFrom('ad_accounts').where('account_id', '=', account).execute()
  const id = await store({ label: 'new' })
  await opened(id)
  await choose(id, [account])
  assert.equal((await one())!.takenIn, false)
  const rule = await makeRule(app, {
    ...{ name: 'Labels all', mode: 'act', enabled: true, then: [{ action: 'label', label: 'seen' }] },
    scope: { level: 'ad', accountIds: [account] },
    when: { field: 'ageDays', operator: 'gte', value: 0 },
    protections: { minSpend: 0 },
  })
  const ran = await runRule(app, rule)
  assert.deepEqual([ran.state, ran.acted ?? 0], ['skipped', 0], JSON.stringify(ran))
  const [waiting] = (await opened(id)).filter((each) => each.id === account)
  assert.deepEqual(
    waiting!.rules.map(({ name, does }) => [name, does]),
    [['Labels all', ['labels']]],
  )
  const key = await app.call('POST', `/v1/connections/${id}/accounts/take-in`, { body: { accountIds: [account] } })
  assert.equal(key.status, 403)
  const taken = await owner.call('POST', `/v1/connections/${id}/accounts/take-in`, { body: { accountIds: [account] } })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  assert.equal((await one())!.takenIn, true)
  assert.ok((await runRule(app, rule)).acted! > 0)
  await removeConnection(id)
})

test('a platform that was live is not the sandbox again before a person says so', async () => {
  const standing = async () => {
    const { body } = await owner.call('GET', '/v1/connections')
    const all = (body.metadata as { platforms: { platform: string; state: string }[] }).platforms
    return all.find((each) => each.platform === platform)!.state
  }
  assert.equal(await standing(), 'sandbox')
  const live = await store({ label: 'live', isSandbox: false, mode: 'all' })
  assert.equal(await standing(), 'connected')
  assert.deepEqual(
    await db
      .selectFrom('ad_accounts')
      .select('id')
      .where('platform', '=', platform)
      .where('company_id', '=', company.id)
      .execute(),
    [],
  )
  const use = (is: boolean) => owner.call('PUT', `/v1/connections/${platform}/sandbox`, { body: { use: is } })
  assert.equal((await use(true)).status, 409)
  await removeConnection(live)
  assert.equal(await standing(), 'not_connected')
  assert.deepEqual([(await used()).length, (await campaigns()).status], [0, 404])
  assert.equal((await app.call('PUT', `/v1/connections/${platform}/sandbox`, { body: { use: true } })).status, 403)
  assert.equal((await use(true)).status, 200)
  assert.deepEqual([await standing(), (await one())!.connected, (await campaigns()).status], ['sandbox', true, 200])
  await use(false)
  assert.deepEqual([await standing(), await used()], ['not_connected', []])
})

test('what launching would meet in chosen accounts is tried by itself, and in no other', async () => {
  const id = await store({ label: 'rehearsed after the choice' })
  const [one, other] = await opened(id)
  assert.ok(one && other)
  assert.equal((await choose(id, [one.id])).status, 200)
  const reached = (await opened(id)).find((each) => each.id === one.id)?.reachedThrough === String(id)
  const rehearsal = await askUntil(async () => {
    const { body } = await owner.call('GET', '/v1/connections')
    const list = body.data as { id: string; rehearsal: { state: string; accountIds: string[] } | null }[]
    const last = list.find((each) => each.id === String(id))?.rehearsal ?? null
    return !reached || last?.state === 'done' ? { last } : null
  })
  assert.ok(reached, 'it is the only way in')
  assert.deepEqual(rehearsal.last?.accountIds, [one.id])
  await removeConnection(id)
})
