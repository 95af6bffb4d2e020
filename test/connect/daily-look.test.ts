import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookDaily } from '../../src/core/connections/state/daily.ts'
import { storeConnection } from '../../src/core/connections/store.ts'
import { checkAccounts } from '../../src/cli/doctor/endings.ts'
import { meta } from '../../src/platforms/meta/index.ts'
import { required } from '../../src/lookup.ts'
import { startTestApp } from '../support/harness.ts'

/** Every connection is looked at once a day, and what changed in its ad accounts is told. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db, seal, connections, log } = app.app.services
const company = await app.stranger()

const stored = (label: string) =>
  storeConnection(db, seal, {
    ...{ companyId: company.companyId, platform: meta.name, label, isSandbox: true },
    ...{ credentials: meta.sandboxCredentials(null), verdict: null, origin: 'paste' as const },
  })
const { id } = await stored('looked at')

interface Standing {
  state: string
  stateReason: string | null
  spendLimit: { limit: number; spent: number } | null
}
interface Listed {
  data: {
    id: string | null
    state: string
    checkedAt: string | null
    scopes: string[]
    accounts: { id: string; health: Standing | null }[]
  }[]
}
const shown = async (of = id) => {
  const { body } = await app.call<Listed>('GET', '/v1/connections', { key: company.key })
  return required(
    body.data.find((each) => each.id === String(of)),
    'connection',
  )
}
const reported = async (type: string, key = company.key) =>
  (await app.call<{ data: { data: Record<string, unknown> }[] }>('GET', `/v1/events?type=account.${type}`, { key }))
    .body.data
const look = () => lookDaily({ db, connections, log }, new AbortController().signal)
const makeDue = () =>
  db
    .updateTable('connections')
    .set({ health_at: new Date(0) })
    .where('id', '=', id)
    .execute()
const lookAgain = async () => {
  await makeDue()
  await look()
}
const lookedAt = async () =>
  (await db.selectFrom('connections').select('health_at').where('id', '=', id).executeTakeFirstOrThrow()).health_at

const [account] = (await shown()).accounts
const accountId = required(account, 'account').id
const change = (changes: object) => app.control('POST', 'meta', { accounts: [{ accountId, ...changes }] })
const standing = async () => (await shown()).accounts.find((one) => one.id === accountId)?.health

test('a connection is looked at once, and not again on the same day', async () => {
  assert.equal((await shown()).checkedAt, null)
  assert.equal(await standing(), null)
  await look()
  const first = await lookedAt()
  assert.deepEqual(await standing(), { state: 'active', stateReason: null, spendLimit: null })
  assert.ok((await shown()).scopes.length > 0)
  await look()
  assert.deepEqual(await lookedAt(), first)
})

test('a spend limit that is nearly reached is told once, and once more for another limit', async () => {
  await change({ spendCap: 500_000, amountSpent: 440_000 })
  await lookAgain()
  assert.deepEqual((await standing())!.spendLimit, { limit: 5000, spent: 4400 })
  assert.deepEqual(await reported('limited'), [])
  await change({ amountSpent: 462_050 })
  await lookAgain()
  await lookAgain()
  const [event, ...others] = await reported('limited')
  assert.equal(others.length, 0)
  const { limit, spent, currency, connectionId } = required(event, 'event').data
  assert.deepEqual([limit, spent, currency, connectionId], [5000, 4620.5, 'USD', id])
  const [finding] = await checkAccounts(db)
  assert.match(required(finding, 'finding').text, /4620\.5 of the 5000 USD/)
  await change({ spendCap: 510_000 })
  await lookAgain()
  assert.equal((await reported('limited')).length, 2)
  await change({ spendCap: 0 })
  await lookAgain()
  assert.equal((await standing())!.spendLimit, null)
  assert.deepEqual(await checkAccounts(db), [])
})

test('an account that is disabled and comes back is told both times, with the reason, to nobody else', async () => {
  const other = await app.stranger()
  await change({ status: 2, disableReason: 3 })
  await lookAgain()
  await lookAgain()
  assert.deepEqual(await standing(), { state: 'disabled', stateReason: 'Its payments look risky.', spendLimit: null })
  await change({ status: 1, disableReason: 0 })
  await lookAgain()
  assert.deepEqual(
    (await reported('state_changed')).map(({ data }) => [data.before, data.state, data.reason]),
    [
      ['active', 'disabled', 'Its payments look risky.'],
      ['disabled', 'active', null],
    ],
  )
  for (const type of ['state_changed', 'limited']) assert.deepEqual(await reported(type, other.key), [])
  const { body } = await app.call<Listed>('GET', '/v1/connections', { key: other.key })
  assert.ok(body.data.every((each) => each.id !== String(id) && each.accounts.every(({ health }) => health === null)))
})

test('a platform that cannot be asked is asked again within the day, and what was known stays', async () => {
  const before = await standing()
  await app.control('POST', 'faults', { platform: 'meta', fault: 'platform-error', code: 2, times: 0 })
  await lookAgain()
  await app.control('DELETE', 'faults')
  const at = required(await lookedAt(), 'time')
  const hours = (Date.now() - at.getTime()) / 3_600_000
  assert.ok(hours > 22 && hours < 24, `due again in ${24 - hours} h`)
  assert.deepEqual(await standing(), before)
  assert.equal((await shown()).state, 'ok')
})

test('many that are due together are looked at over several runs', async () => {
  for (let index = 0; index < 15; index++) await stored(`one of many ${index}`)
  await look()
  const left = () => db.selectFrom('connections').select('id').where('health_at', 'is', null).execute()
  assert.equal((await left()).length, 5)
  await look()
  assert.deepEqual(await left(), [])
})

test('the simulator refuses an account that is not there, and changes nothing', async () => {
  const accounts = [
    { accountId, status: 2 },
    { accountId: 'act_1', status: 2 },
  ]
  const headers = { 'content-type': 'application/json' }
  const refused = await fetch(`${app.sandboxUrl}/_control/meta`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ accounts }) },
  })
  assert.equal(refused.status, 400)
  const fields = 'account_status'
  const token = meta.sandboxCredentials(null).accessToken
  const node = await fetch(`${app.sandboxUrl}/meta/${meta.api.version}/${accountId}?fields=${fields}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(((await node.json()) as { account_status: number }).account_status, 1)
})
