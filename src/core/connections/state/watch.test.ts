import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbox } from '../../../../sandbox/server.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { untilTrue } from '../../../../test/support/ask-until.ts'
import { storeConnection } from '../../../cli/connection/store.ts'
import { meta } from '../../../platforms/meta/index.ts'
import { createPlatforms } from '../../../platforms/registry.ts'
import { createConnections } from '../connections.ts'
import { createConnectionWatch } from './watch.ts'

const sandbox = await startSandbox()
after(() => sandbox.close())
const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const { db, seal, log } = app.app.services
/** The real platform, which here is the sandbox at that address. */
const platform = { ...meta, api: { ...meta.api, address: sandbox.url + meta.sandboxPath } }

const control = async (method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${sandbox.url}/_control/${path}`, { method, headers, body: body && JSON.stringify(body) })
  assert.equal(answer.status, 200, await answer.text())
}

const tokenIsOver = 190
const refuse = (code: number, times: number) =>
  control('POST', 'faults', { platform: 'meta', fault: 'platform-error', code, times })

async function connected(label: string) {
  const { companyId, slug, key } = await app.stranger()
  const credentials = meta.sandboxCredentials(null)
  const id = await storeConnection(db, seal, { companyId, platform: meta.name, label, credentials, verdict: null })
  const company = { id: companyId, slug }
  const open = () => {
    const watch = createConnectionWatch({ db, log }, { restMs: 0 })
    const parts = { db, seal, platforms: createPlatforms([platform]), timeoutMs: 5_000, platformSettings: {} }
    const connections = createConnections({ ...parts, sandboxUrl: () => null, watch })
    return {
      async call() {
        const [opened] = await connections.openAll(company, meta.name)
        return opened!.session.listAccounts().catch(() => null)
      },
      async close() {
        await watch.close()
        await connections.close()
      },
    }
  }
  const row = () => db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const state = async () => (await row()).state
  const reported = async (type: string) =>
    (
      await app.call<{ data: { data: { connectionId: number; reason: string } }[] }>('GET', `/v1/events?type=${type}`, {
        key,
      })
    ).body.data
  const written = async () =>
    (
      await app.call<{ data: { after: { state: string } }[] }>('GET', '/v1/audit-log?action=connection%20check', {
        key,
      })
    ).body.data
  return { id, open, row, state, reported, written }
}

test('a call that is refused because the token opens nothing breaks the connection, once; one that works mends it', async () => {
  const { id, open, state, reported, written } = await connected('dies')
  const service = open()
  assert.ok(await service.call())
  assert.equal(await state(), 'ok')
  for (let round = 1; round <= 2; round++) {
    await refuse(tokenIsOver, 0)
    await service.call()
    await untilTrue(async () => (await state()) === 'broken')
    await service.call()
    await service.call()
    const events = await reported('connection.broken')
    assert.equal(events.length, round)
    assert.equal(events[0]!.data.connectionId, id)
    assert.ok(!events[0]!.data.reason.includes(meta.sandboxCredentials(null).accessToken!))
    await control('DELETE', 'faults')
    await service.call()
    await untilTrue(async () => {
      await service.call()
      return (await state()) === 'ok'
    })
  }
  assert.deepEqual(
    (await written()).map((entry) => entry.after.state),
    ['ok', 'broken', 'ok', 'broken'],
  )
  await service.close()
})

test('a service that is started anew mends what another one found broken', async () => {
  const { open, state } = await connected('left behind')
  const first = open()
  await refuse(tokenIsOver, 0)
  await first.call()
  await untilTrue(async () => (await state()) === 'broken')
  await first.close()
  await control('DELETE', 'faults')
  const second = open()
  await untilTrue(async () => {
    await second.call()
    return (await state()) === 'ok'
  })
  await second.close()
})

test('a call that is refused breaks nothing while the token opens its accounts', async () => {
  const { open, row, state, reported } = await connected('refused once')
  const service = open()
  await refuse(tokenIsOver, 1)
  assert.equal(await service.call(), null)
  await untilTrue(async () => (await row()).checked_at !== null)
  await service.close()
  assert.equal(await state(), 'ok')
  assert.deepEqual(await reported('connection.broken'), [])
})
