import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeConnection } from '../../src/core/connections/store.ts'
import { runRehearsal } from '../../src/core/rehearsals/run.ts'
import { endWithoutAccounts, forgetRehearsals, rehearsalTask, takeRehearsal } from '../../src/core/rehearsals/store.ts'
import { googleAds } from '../../src/platforms/google-ads/index.ts'
import { meta } from '../../src/platforms/meta/index.ts'
import { pinterest } from '../../src/platforms/pinterest/index.ts'
import type { Platform } from '../../src/platforms/contract/platform.ts'
import { askUntil } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

/** What launching through a connection would meet is tried, and nothing is made. */
const app = await startTestApp()
const { db, seal, connections, log } = app.app.services
const owner = await signedIn(app)
const company = await db.selectFrom('companies').select(['id', 'slug']).orderBy('id').executeTakeFirstOrThrow()

interface Item {
  accountId: string | null
  what: string
  state: 'ok' | 'warning' | 'problem' | 'notAsked'
  why: string
  next: string | null
}
interface Rehearsed {
  id: number
  state: string
  accountIds: string[]
  by: string
  checklist: Item[]
}
interface Listed {
  data: { id: string | null; platform: string; accounts: { id: string }[]; rehearsal: Rehearsed | null }[]
}

async function connected(platform: Platform): Promise<number> {
  const stored = await storeConnection(db, seal, {
    ...{ companyId: company.id, platform: platform.name, label: 'tried', isSandbox: true },
    ...{ credentials: platform.sandboxCredentials(null), verdict: null, origin: 'paste' as const },
  })
  await app.call('GET', '/v1/connections')
  return stored.id
}

const shown = async (id: number) => {
  const { body } = await app.call<Listed>('GET', '/v1/connections')
  return body.data.find((each) => each.id === String(id))!
}

/** Asks for a rehearsal as a person does, and waits for its end. */
async function rehearsed(id: number, body: object = {}): Promise<Item[]> {
  const begun = await owner.call('POST', `/v1/connections/${id}/rehearse`, { body })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  return askUntil(async () => {
    const { rehearsal } = await shown(id)
    return rehearsal?.state === 'done' && rehearsal.id === begun.body.id ? rehearsal.checklist : null
  })
}

const named = (checklist: Item[], what: RegExp) => checklist.filter((item) => what.test(item.what))
const made = async (platform: string) => {
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>(
    'GET',
    `calls?platform=${platform}`,
  )
  return calls.filter(({ method }) => method !== 'GET').length
}
const countOf = async (accountId: string) => {
  const { body } = await app.call<{ data: { label: string }[] }>('GET', `/v1/adsets?accountId=${accountId}&limit=500`)
  return body.data.length
}

const metaId = await connected(meta)

test('what a launch reads is read, creates are asked about, and nothing is there afterwards', async () => {
  const [account] = (await shown(metaId)).accounts
  const before = await countOf(account!.id)
  const checklist = await rehearsed(metaId)
  const about = checklist.filter(({ accountId }) => accountId === account!.id)
  for (const what of [
    'ad account',
    'campaigns',
    'ad sets',
    'ads',
    'pages',
    'pixels',
    'audiences',
    'history of changes',
  ])
    assert.equal(about.find((item) => item.what === what)?.state, 'ok', `${what}: ${JSON.stringify(about)}`)
  assert.deepEqual(
    named(about, /^creating a paused/).map(({ what, state }) => [what, state]),
    ['campaign', 'ad set', 'ad'].map((level) => [`creating a paused ${level}`, 'ok']),
  )
  assert.ok(named(checklist, /^nothing was made$/).every(({ state }) => state === 'ok'))
  assert.equal(await countOf(account!.id), before)
  assert.equal((await shown(metaId)).rehearsal!.by.length > 0, true)
})

test('an account that cannot spend is said, as it is now, and with its reason', async () => {
  const [account, other] = (await shown(metaId)).accounts
  const accounts = [
    { accountId: account!.id, status: 3 },
    { accountId: other!.id, spendCap: 500_000, amountSpent: 500_000 },
  ]
  await app.control('POST', 'meta', { accounts })
  const states = named(await rehearsed(metaId), /^ad account$/)
  assert.deepEqual(
    states.map(({ accountId, state }) => [accountId, state]),
    [
      [account!.id, 'problem'],
      [other!.id, 'problem'],
    ],
  )
  assert.match(states[0]!.why, /disabled.*last bill is not paid/)
  assert.match(states[1]!.why, /spent (\d+) of the \1 /)
  await app.control('POST', 'meta', {
    accounts: accounts.map(({ accountId }) => ({ accountId, status: 1, spendCap: 0 })),
  })
  assert.ok(named(await rehearsed(metaId), /^ad account$/).every(({ state }) => state === 'ok'))
})

test('a platform that makes what it was only to look at is caught, and it is removed', async () => {
  for (const [id, name] of [
    [metaId, 'meta'],
    [await connected(googleAds), 'google-ads'],
  ] as const) {
    await app.control('POST', name, { ignoresDryRun: true })
    const [account] = (await shown(id)).accounts
    const before = await countOf(account!.id)
    const checklist = await rehearsed(id, { accountIds: [account!.id] })
    assert.deepEqual(
      named(checklist, /^creating a paused/).map(({ state }) => state),
      ['ok', 'ok', 'ok'],
      JSON.stringify(checklist),
    )
    const [caught] = named(checklist, /^nothing was made$/)
    assert.equal(caught!.state, 'problem', JSON.stringify(checklist))
    assert.match(caught!.why, /ad \d+.*ad set \d+.*campaign \d+.*paused, and it was removed/)
    assert.equal(await countOf(account!.id), before)
    await app.control('POST', name, { ignoresDryRun: false })
    const [fine] = named(await rehearsed(id, { accountIds: [account!.id] }), /^nothing was made$/)
    assert.equal(fine!.state, 'ok')
  }
})

test('a rehearsal that was killed right after a create is done again, and cleans up what it left', async () => {
  await app.control('POST', 'meta', { ignoresDryRun: true })
  const [account] = (await shown(metaId)).accounts
  const before = await countOf(account!.id)
  const [row] = await db
    .insertInto('connection_rehearsals')
    .values({
      ...{ company_id: company.id, connection_id: metaId, account_ids: [account!.id], by: 'test' },
      ...{ marker: 'Flightdeck rehearsal killed', held_until: new Date(Date.now() + 600_000) },
    })
    .returning('id')
    .execute()
  const task = { name: rehearsalTask, id: row!.id, companyId: company.id }
  await takeRehearsal(db, task)
  const [open] = await connections.openAll(company, meta.name)
  const ref = { id: account!.id, currency: 'USD', timeZone: 'UTC' }
  for (const { ask } of await open!.session.rehearsal!.dryRuns(ref, 'Flightdeck rehearsal killed')) await ask?.()
  assert.ok((await countOf(account!.id)) > before)
  await app.control('POST', 'meta', { ignoresDryRun: false })
  await db
    .updateTable('connection_rehearsals')
    .set({ held_until: new Date(0) })
    .where('id', '=', row!.id)
    .execute()
  await runRehearsal({ db, seal, connections, log, signal: new AbortController().signal }, task)
  assert.equal(await countOf(account!.id), before)
  const done = (await shown(metaId)).rehearsal!
  assert.equal(named(done.checklist, /^nothing was made$/)[0]!.state, 'problem')
})

test('where a platform has no dry run nothing is tried, and that is said', async () => {
  const id = await connected(pinterest)
  await app.control('DELETE', 'calls?platform=pinterest')
  const creating = named(await rehearsed(id), /^creating$/)
  assert.ok(creating.length > 0 && creating.every(({ state }) => state === 'notAsked'))
  assert.match(creating[0]!.why, /no dry run/)
  assert.equal(await made('pinterest'), 0)
})

test('a refusal is told in the platform’s words, and no token is in it', async () => {
  const token = meta.sandboxCredentials(null).accessToken!
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', fault: 'platform-error', code: 200, subcode: 1, times: 0 },
    match: { method: 'GET', path: '/adspixels' },
  })
  const checklist = await rehearsed(metaId)
  await app.control('DELETE', 'faults')
  const pixels = named(checklist, /^pixels$/)
  assert.ok(
    pixels.every(({ state, next }) => state === 'problem' && next !== null),
    JSON.stringify(pixels),
  )
  assert.ok(!JSON.stringify(checklist).includes(token))
})

test('keys, other companies and accounts that are not its own are refused', async () => {
  const key = await app.call('POST', `/v1/connections/${metaId}/rehearse`, { body: {} })
  assert.equal(key.status, 403)
  const strange = await owner.call('POST', `/v1/connections/${metaId}/rehearse`, { body: { accountIds: ['act_1'] } })
  assert.equal(strange.status, 400)
  assert.equal((await owner.call('POST', '/v1/connections/999/rehearse', { body: {} })).status, 404)
})

test('a rehearsal that began before accounts were chosen goes on with them', async () => {
  const [row] = await db
    .insertInto('connection_rehearsals')
    .values({
      ...{ company_id: company.id, connection_id: metaId, account_ids: [], by: 'test' },
      ...{ marker: 'Flightdeck rehearsal early', held_until: new Date(Date.now() + 600_000) },
    })
    .returning('id')
    .execute()
  const task = { name: rehearsalTask, id: row!.id, companyId: company.id }
  const held = (await takeRehearsal(db, task))!
  assert.equal(await endWithoutAccounts(db, held, []), false, 'accounts are used through the connection by now')
  await db
    .updateTable('connection_rehearsals')
    .set({ held_until: new Date(0) })
    .where('id', '=', row!.id)
    .execute()
  await runRehearsal({ db, seal, connections, log, signal: new AbortController().signal }, task)
  const { state, accountIds, checklist } = (await shown(metaId)).rehearsal!
  assert.equal(state, 'done')
  assert.ok(accountIds.length > 0)
  assert.deepEqual(named(checklist, /^ad accounts$/), [])
})

test('of old rehearsals the last few of each connection are kept', async () => {
  const old = (connectionId: number) => ({
    ...{ company_id: company.id, connection_id: connectionId, account_ids: [], marker: 'old', by: 'test' },
    ...{ state: 'done' as const, held_until: new Date(), checklist: '[]', finished_at: new Date() },
  })
  const other = await connected(googleAds)
  const many = Array.from({ length: 7 }, () => old(metaId))
  await db
    .insertInto('connection_rehearsals')
    .values([...many, old(other)])
    .execute()
  const ids = async (id: number) =>
    (
      await db
        .selectFrom('connection_rehearsals')
        .select('id')
        .where('connection_id', '=', id)
        .orderBy('id', 'desc')
        .execute()
    ).map((row) => row.id)
  const [before, beforeOther] = [await ids(metaId), await ids(other)]
  await forgetRehearsals(db)
  assert.deepEqual(await ids(metaId), before.slice(0, 5))
  assert.deepEqual(await ids(other), beforeOther.slice(0, 5))
})
