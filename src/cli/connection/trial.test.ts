import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbox } from '../../../sandbox/server.ts'
import { renewedByOne } from '../../../test/support/connect/renewed-by-one.ts'
import { startTestApp } from '../../../test/support/harness.ts'
import { createConnections } from '../../core/connections/connections.ts'
import { builtIn } from '../../platforms/index.ts'
import { pinterest } from '../../platforms/pinterest/index.ts'
import { snapchat } from '../../platforms/snapchat/index.ts'
import { createPacer } from '../../platforms/kit/http/pacer.ts'
import { describeEnd } from './commands.ts'
import { openSealed } from './store.ts'
import { addConnection, checkConnection } from './trial.ts'
import type { Workbench } from './trial.ts'
import { CommandProblem } from '../problem.ts'

const sandbox = await startSandbox()
after(() => sandbox.close())
const app = await startTestApp({}, { api: false, worker: false, sandbox: false })
const { db, seal } = app.app.services
const day = 86_400_000

/** The command line as it works with the real platform, which here is the sandbox at that address. */
const platform = { ...pinterest, api: { ...pinterest.api, address: sandbox.url + pinterest.sandboxPath } }

async function workbench(): Promise<Workbench> {
  const settings = { db, platforms: builtIn, seal, timeoutMs: 5_000, platformSettings: {}, sandboxUrl: () => null }
  const connections = createConnections(settings)
  after(() => connections.close())
  return { db, seal, connections }
}

const control = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${sandbox.url}/_control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal(answer.status, 200, await answer.text())
}
const endTokens = (isOver: boolean) => control('pinterest', { tokenEndsAt: isOver ? 1 : 0 })

async function wanted(label: string, isChecked = true) {
  const { id: companyId } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  return { platform, companyId, label, credentials: pinterest.sandboxCredentials(null), isChecked }
}

async function held(id: number) {
  const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { row, credentials: openSealed(seal, row) }
}

test('a token that the platform replaced while it was checked is the one that is stored, with its end', async () => {
  await endTokens(true)
  const given = await wanted('replaced')
  const { id, verdict } = await addConnection(await workbench(), given)
  const { row, credentials } = await held(id)
  assert.equal(verdict?.state, 'ok')
  assert.notEqual(credentials.accessToken, given.credentials.accessToken)
  assert.notEqual(credentials.refreshToken, given.credentials.refreshToken)
  assert.ok(Date.now() - Date.parse(credentials.renewedAt!) < day)
  const left = row.expires_at!.getTime() - Date.now()
  assert.ok(left > 59 * day && left < 61 * day, 'the end of what renews it')
  assert.match(describeEnd(verdict.check!), /^20\d\d.*renewed as it is used, last on 20\d\d/)
  // The stored pair opens the platform, also after the first one has ended for good.
  const again = await checkConnection(await workbench(), platform, row)
  assert.equal(again.state, 'ok')
  assert.deepEqual(again.check?.expiresAt, row.expires_at, 'the end is known without another renewal')
})

test('a token that the platform replaces while a stored connection is checked is stored', async () => {
  await endTokens(false)
  const { id, verdict } = await addConnection(await workbench(), await wanted('stored'))
  assert.equal(verdict?.check?.expiresAt, null)
  assert.match(describeEnd(verdict.check), /told no end; it is renewed as it is used$/)
  const before = await held(id)
  await endTokens(true)
  await checkConnection(await workbench(), platform, before.row)
  const { row, credentials } = await held(id)
  assert.notEqual(credentials.refreshToken, before.credentials.refreshToken)
  assert.ok(row.expires_at!.getTime() > Date.now() + 59 * day)
})

test('a token that was replaced is not lost when the platform fails right after', async () => {
  await endTokens(true)
  const fault = { match: { path: '/ad_accounts' }, fault: 'status', status: 503, body: { code: 0 }, times: 1 }
  await control('faults', { platform: 'pinterest', ...fault })
  const given = await wanted('failing')
  await assert.rejects(addConnection(await workbench(), given), (error: unknown) => {
    assert.ok(error instanceof CommandProblem)
    assert.match(error.message, /new one was stored, unchecked/)
    return true
  })
  const query = db.selectFrom('connections').selectAll().where('label', '=', 'failing')
  const row = await query.executeTakeFirstOrThrow()
  assert.equal(row.checked_at, null)
  assert.notEqual(openSealed(seal, row).refreshToken, given.credentials.refreshToken)
})

test('nothing is stored of credentials that are refused, or when the platform could not be asked', async () => {
  await endTokens(false)
  const refused = { ...(await wanted('refused')), credentials: { accessToken: 'pina_opens_nothing' } }
  await assert.rejects(addConnection(await workbench(), refused), /nothing was stored/)
  const fault = { match: { path: '/user_account$' }, fault: 'status', status: 503, body: { code: 0 }, times: 1 }
  await control('faults', { platform: 'pinterest', ...fault })
  await assert.rejects(addConnection(await workbench(), await wanted('refused')), /Nothing was stored/)
  const rows = await db.selectFrom('connections').select('id').where('label', '=', 'refused').execute()
  assert.deepEqual(rows, [])
})

test('a platform that names no end says so, and when it last gave out a token anew', async () => {
  await control('snapchat', { rotateRefreshTokens: true })
  const { renew, kept } = renewedByOne(snapchat.sandboxCredentials(null))
  const session = snapchat.open(snapchat.sandboxCredentials(null), {
    baseUrl: sandbox.url + snapchat.sandboxPath,
    timeoutMs: 5_000,
    isSandbox: true,
    pacer: createPacer('snapchat', { load: async () => null, save: async () => undefined }),
    settings: {},
    renew,
    now: () => new Date(),
  })
  after(() => session.close?.())
  const check = await session.check!()
  assert.match(describeEnd(check), /told no end; it is renewed as it is used, last on 20\d\d/)
  assert.equal(kept[0]!.expiresAt, null)
  assert.match(kept[0]!.credentials.refreshToken!, /^sandbox-snapchat-refresh-[\w-]{43}$/)
  assert.equal(kept[0]!.credentials.renewedAt, check.renewedAt?.toISOString())
})
