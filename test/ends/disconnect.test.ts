import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbox } from '../../sandbox/server.ts'
import { removeWithEnds } from '../../src/cli/connection/remove.ts'
import { storeConnection } from '../../src/cli/connection/store.ts'
import { CommandProblem } from '../../src/cli/problem.ts'
import { openAccount } from '../../src/core/connections/accounts.ts'
import type { OpenAccount } from '../../src/core/connections/accounts.ts'
import { createConnections } from '../../src/core/connections/connections.ts'
import { setEnd } from '../../src/core/ends/store.ts'
import { readEntity } from '../../src/core/connections/owner.ts'
import { pinterest } from '../../src/platforms/pinterest/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'
import { startTestApp } from '../support/harness.ts'

const sandbox = await startSandbox()
after(() => sandbox.close())
const app = await startTestApp({}, { api: false, worker: false, sandbox: false })
const { db, seal } = app.app.services

/** The real platform, which here is the sandbox at that address. */
const real = { ...pinterest, api: { ...pinterest.api, address: sandbox.url + pinterest.sandboxPath } }
const platforms = createPlatforms([real])
const connections = createConnections({
  ...{ db, platforms, seal, timeoutMs: 5_000 },
  ...{ platformSettings: {}, sandboxUrl: () => null },
})
after(() => connections.close())
const company = await db.selectFrom('companies').select(['id', 'slug']).executeTakeFirstOrThrow()
const actor = { kind: 'system', name: 'test', scopes: [] } as const

async function connected(label: string) {
  const credentials = pinterest.sandboxCredentials(null)
  return storeConnection(db, seal, { companyId: company.id, platform: real.name, label, credentials, verdict: null })
}

/** An ad that runs, with an end that we keep. */
async function endingAd(): Promise<{ opened: OpenAccount; id: string }> {
  const [account] = await (await connections.openAll(company, real.name))[0]!.session.listAccounts()
  const opened = await openAccount({ db, connections }, { company }, account!.id)
  const ads = await opened.session.listAds!(opened.ref, { limit: 50, status: 'active' })
  const { id } = ads.items[0]!
  const entity = await readEntity(opened, { type: 'ad', id })
  const end = new Date(Date.now() + 3_600_000)
  await setEnd(db, { company, actor }, opened.account, { entity, end })
  return { opened, id }
}

const statusOf = async ({ opened, id }: { opened: OpenAccount; id: string }) =>
  (await readEntity(opened, { type: 'ad', id })).status
const countOf = async () => (await db.selectFrom('kept_ends').select('id').execute()).length

test('a connection through which ends are kept is removed only once somebody says what becomes of them', async () => {
  const connection = await connected('one')
  const ad = await endingAd()
  await assert.rejects(removeWithEnds({ db, seal, connections }, connection, null), (error: unknown) => {
    assert.ok(error instanceof CommandProblem)
    assert.match(error.message, new RegExp(`1 end will no longer be kept: ad ${ad.id} .*--pause-ends.*--drop-ends`))
    return true
  })
  assert.deepEqual([await statusOf(ad), await countOf()], ['active', 1])
  const removed = await removeWithEnds({ db, seal, connections }, connection, 'drop')
  assert.deepEqual([removed!.uses.ends.map(({ entity_id: id }) => id), await countOf()], [[ad.id], 0])
  assert.equal(await removeWithEnds({ db, seal, connections }, connection, null), undefined)
})

test('what was to end is paused now where somebody says so, as a write like every other', async () => {
  const connection = await connected('two')
  const ad = await endingAd()
  await removeWithEnds({ db, seal, connections }, connection, 'pause')
  await connected('again')
  assert.deepEqual([await statusOf(ad), await countOf()], ['paused', 0])
  const rows = await db.selectFrom('journal').select(['kind', 'state']).where('key', 'like', 'end %').execute()
  assert.deepEqual(rows, [{ kind: 'status', state: 'done' }])
})
