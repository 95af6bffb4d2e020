import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { TestContext } from 'node:test'
import { askUntil } from '../../../../test/support/ask-until.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { PlatformError } from '../../../errors.ts'
import { pinterest } from '../../../platforms/pinterest/index.ts'
import { createConnections } from '../connections.ts'
import type { ConnectionSettings } from '../connections.ts'
import { createConnectionWatch } from '../state/watch.ts'
import { openCredentials, storeConnection } from '../store.ts'

/** A process that stands still with a connection's row in its hands, and another that needs the connection. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db, seal, log, connections: first } = app.app.services
const name = pinterest.name
const { slug, companyId } = await app.stranger()
const company = { id: companyId, slug }
const control = (settings: object) => app.control('POST', name, settings)
const given = pinterest.sandboxCredentials(slug)
const day = 86_400_000

beforeEach(async () => {
  await db.deleteFrom('connections').where('company_id', '=', companyId).execute()
  await control({ restoreTokens: true, oldRefreshTokens: 'live' })
})

function start(context: TestContext, settings: Partial<ConnectionSettings> = {}) {
  const watch = createConnectionWatch({ db, log }, { restMs: 0 })
  const connections = createConnections({
    ...{ db, platforms: first.platforms, seal, timeoutMs: 1_000, platformSettings: {}, watch },
    sandboxUrl: () => app.sandboxUrl,
    ...settings,
  })
  context.after(async () => {
    await watch.close()
    await connections.close()
  })
  const open = async () => (await connections.openAll(company, name))[0]!
  return { connections, open, list: async () => (await open()).session.listAccounts() }
}

const row = (id: number) => db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refreshTokenOf = async (id: number) => openCredentials(seal, await row(id))!.refreshToken

/** Stands still with the platform's answer in its hand, until it is woken. */
async function standStill(context: TestContext) {
  const credentials = { ...given, accessTokenEndsAt: new Date(Date.now() + 3 * day).toISOString() }
  const wanted = { companyId, platform: name, label: 'main', isSandbox: true, origin: 'paste', verdict: null } as const
  const { id } = await storeConnection(db, seal, { ...wanted, credentials })
  const answered = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  context.after(() => woken.resolve())
  const aroundCall: ConnectionSettings['aroundCall'] = async (_platform, call) => {
    const answer = await call()
    answered.resolve()
    await woken.promise
    return answer
  }
  const { connections } = start(context, { aroundCall })
  // Whoever comes meanwhile needs a token as well, and has to wait for the row.
  await control({ expireTokens: true })
  const stood = connections.renewAhead(pinterest, { id, company_id: companyId, is_sandbox: true })
  await answered.promise
  const wake = () => {
    woken.resolve()
    return stood
  }
  return { id, wake }
}

function isBusy(error: unknown): boolean {
  assert.ok(error instanceof PlatformError)
  assert.equal(error.kind, 'transient')
  return /Another process is renewing the token for Pinterest.*Nothing was sent/.test(
    `${error.message} ${error.failure.hint}`,
  )
}

test('whoever waits for a process that stands still is told, and goes on when that one has lost its turn', async (context) => {
  const { id, wake } = await standStill(context)
  const { list } = start(context)
  const refusals: unknown[] = []
  const accounts = await askUntil(() =>
    list().catch((error: unknown) => {
      refusals.push(error)
      return null
    }),
  )
  assert.ok(refusals.some(isBusy), String(refusals))
  assert.ok(accounts.length > 0)
  const others = await refreshTokenOf(id)
  assert.notEqual(others, given.refreshToken)
  await wake()
  assert.equal(await refreshTokenOf(id), others, 'what it holds replaces nothing that was stored meanwhile')
  assert.ok((await list()).length > 0)
  assert.equal((await row(id)).state, 'ok')
})

test('where the old token dies, what a process that stood still was given is stored when it wakes', async (context) => {
  await control({ oldRefreshTokens: 'die' })
  const { id, wake } = await standStill(context)
  const { open, list } = start(context)
  await askUntil(async () => {
    await list().catch(() => undefined)
    return (await row(id)).state === 'broken' ? true : null
  })
  assert.equal(await refreshTokenOf(id), given.refreshToken)
  await wake()
  assert.notEqual(await refreshTokenOf(id), given.refreshToken)
  // Whoever had opened it before is told that its credentials were replaced, and opens it anew.
  await askUntil(async () => ((await (await open()).ask({ noOftener: true })) === 'works' ? true : null))
  assert.equal((await row(id)).state, 'ok')
  assert.ok((await list()).length > 0)
})
