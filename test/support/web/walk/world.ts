import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { demo } from '../../../../src/api/examples.ts'
import { storeConnection } from '../../../../src/cli/connection/store.ts'
import { demoFixture, singleAd } from '../../demo.ts'
import { guardedBy } from '../../guards/guards.ts'
import type { TestApp } from '../../harness.ts'
import { signedIn } from '../../people/browser.ts'
import type { Ids } from '../addresses.ts'
import { launchInto } from '../launch-into.ts'

/** A company in which something is on every page. Answers what stands for $id, by what stands before it. */
export async function livedIn(app: TestApp): Promise<Ids> {
  const make = async (method: string, path: string, body: object) => {
    const reply = await app.call<{ id: number }>(method, path, { body })
    assert.ok(reply.status < 300, `${method} ${path} ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.id
  }
  const fixture = await demoFixture(app)
  const fault = { match: { method: 'POST', path: '/adcreatives$' }, times: 1 }
  await app.control('POST', 'faults', {
    ...{ ...fault, platform: 'meta' },
    ...{ fault: 'platform-error', code: 100, subcode: 1487390 },
  })
  const batches = await launchInto(app, { adSets: 2, name: 'Spring sale | US' })
  await app.finished(batches)
  const webhooks = await make('POST', '/v1/webhooks', { url: 'https://hooks.example.com/walk' })
  const scope = { accountIds: [demo.account] }
  const automations = await make('POST', '/v1/automations', { template: 'stop-loss', scope })
  await make('POST', '/v1/library/boards', { name: 'Spring' })
  await make('POST', '/v1/media/upload/url', { url: `${app.sandboxUrl}/_assets/square.png` })
  await make('POST', '/v1/drafts', { name: 'Summer', ads: [singleAd(app, fixture)] })
  await make('PUT', '/v1/views', { name: 'Spent most', level: 'ad', sortBy: 'spend' })
  await guardedBy(app, { name: 'November', dailyCap: 900, largestBatch: 1, largestBudget: 50, mode: 'ask' })
  const ads = ['One', 'Two'].map((adName) => singleAd(app, fixture, { adName }))
  const ask = async () => {
    const asked = await app.call<{ error: { details: { approvalId: number } } }>('POST', '/v1/launch', {
      ...{ body: { ads }, headers: { 'idempotency-key': randomUUID() } },
    })
    return asked.body.error.details.approvalId
  }
  const approvals = await ask()
  return { batches, webhooks, automations, approvals, connections: await connect(app) }
}

/** A connection that opens accounts of which the company uses one, which rules leave alone until somebody takes it in. */
async function connect(app: TestApp): Promise<number> {
  const { db, seal, connections } = app.app.services
  const platform = 'snapchat'
  const credentials = connections.platforms.driver(platform)!.sandboxCredentials(null)
  const { id: companyId } = await db
    .selectFrom('companies')
    .select('id')
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const stored = { companyId, platform, label: 'Harbor', credentials, verdict: null, isSandbox: true }
  const id = await storeConnection(db, seal, { ...stored, accountsMode: 'chosen' })
  const owner = await signedIn(app)
  const path = `/v1/connections/${id}/accounts`
  const opened = (await owner.call('GET', path)).body.accounts as { id: string }[]
  const accounts = opened.slice(0, 1).map((account) => ({ accountId: account.id }))
  const { status, body } = await owner.call('PUT', path, { body: { accounts } })
  assert.equal(status, 200, JSON.stringify(body))
  // The sandbox showed it before, so it is not new to the company.
  const chosen = accounts.map(({ accountId }) => accountId)
  await db.updateTable('ad_accounts').set({ is_taken_in: false }).where('account_id', 'in', chosen).execute()
  return id
}
