import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeConnection } from '../../src/core/connections/store.ts'
import { discoverAccounts, reportAccounts, syncAccounts } from '../../src/core/reports/sync/all.ts'
import { addDays, todayIn } from '../../src/days.ts'
import { required } from '../../src/lookup.ts'
import { meta } from '../../src/platforms/meta/index.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import { untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'

/** What runs by itself waits while a platform refuses the connection: figures, structure and rules. */
const app = await startTestApp()
const { services } = app.app
const { db, seal } = services
const company = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()

const connect = (accessToken: string) =>
  storeConnection(db, seal, {
    ...{ companyId: company.id, platform: meta.name, label: 'main', isSandbox: true, origin: 'paste', verdict: null },
    credentials: { ...meta.sandboxCredentials(null), accessToken },
  })
const token = required(meta.sandboxCredentials(null).accessToken, 'token')
await connect(token)
await discoverAccounts(services)
const ours = async (onlyReady = false) =>
  (await reportAccounts(db, { companyId: company.id, onlyReady })).filter(({ platform }) => platform === meta.name)
const today = todayIn('UTC')
const range = { from: addDays(today, -3), to: addDays(today, 1) }

const stateOf = async () => (await db.selectFrom('connections').select('state').executeTakeFirstOrThrow()).state
const told = async (type: string) =>
  (await app.call<{ data: unknown[] }>('GET', `/v1/events?type=${type}`)).body.data.length
/** How often the platform was called, by path, since it was asked for last. */
const callsSince = async () => {
  const { calls } = await app.control<{ calls: { path: string; status: number }[] }>('GET', 'calls?platform=meta')
  await app.control('DELETE', 'calls')
  return calls
}
const problems = async () =>
  (await db.selectFrom('report_syncs').select(['problem', 'retry_after']).execute()).filter(
    ({ problem }) => problem !== null,
  )
interface Report {
  metadata: { partial: boolean; missing: { reason: string }[]; notes: string[] }
}
const report = async (accountId: string, days: { from: string; to: string }) =>
  (
    await app.call<Report>(
      'GET',
      `/v1/reports/query?accountIds=${accountId}&startDate=${days.from}&endDate=${days.to}&groupBy=day&metrics=spend,clicks`,
    )
  ).body.metadata

test('while a connection is refused nothing of it is read, and everything says why; connected again all goes on', async () => {
  const accounts = await ours()
  const [first] = accounts
  assert.ok(first && accounts.length > 1)
  await syncAccounts(services, accounts, range)
  const rule = await makeRule(app, {
    ...{ name: 'Waits', mode: 'suggest', then: [{ action: 'pause' }] },
    scope: { level: 'ad', accountIds: [first.accountId] },
    when: { field: 'name', operator: 'contains', value: 'nothing is called so' },
    protections: { minSpend: 0 },
  })
  assert.equal((await runRule(app, rule)).state, 'done')

  await app.control('POST', 'faults', { platform: 'meta', fault: 'platform-error', code: 190, times: 0 })
  const outcomes = await syncAccounts(services, accounts, range)
  await untilTrue(async () => (await stateOf()) === 'broken')
  for (const { problem } of outcomes)
    assert.match(problem!, /connection to .* is refused: .*when somebody connects it again/s)
  await callsSince()
  for (let turn = 0; turn < 3; turn++) {
    await syncAccounts(services, await ours(true), 'recent')
    await discoverAccounts(services)
    const { reason } = await runRule(app, rule)
    assert.match(reason!, /not checked: .*connection to .* is refused/)
  }
  assert.deepEqual(await callsSince(), [], 'it was looked at when it was refused, less than a minute ago')
  const waiting = await problems()
  assert.equal(waiting.length, accounts.length)
  assert.deepEqual([await told('connection.broken'), await told('sync.failed')], [1, 0])
  const kept = await report(first.accountId, { from: range.from, to: today })
  assert.deepEqual([kept.partial, kept.missing], [false, []])
  assert.match(kept.notes.join(' '), /is not read at the moment. The connection to .* is refused/)
  const lacking = await report(first.accountId, { from: addDays(today, -20), to: addDays(today, -15) })
  assert.match(lacking.missing[0]!.reason, /The connection to .* is refused/)

  await app.control('DELETE', 'faults')
  await connect(token)
  assert.equal((await ours(true)).length, accounts.length)
  const ended = await syncAccounts(services, await ours(true), range)
  assert.deepEqual(
    ended.map(({ problem }) => problem),
    accounts.map(() => null),
  )
  assert.deepEqual(await problems(), [])
  assert.equal((await runRule(app, rule)).state, 'done')
  assert.deepEqual((await report(first.accountId, { from: range.from, to: today })).notes, [])
})
