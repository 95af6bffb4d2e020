import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { storeConnection } from '../../src/core/connections/store.ts'
import { watchCompany } from '../../src/core/guards/watch.ts'
import { discoverAccounts } from '../../src/core/reports/sync/all.ts'
import { meta } from '../../src/platforms/meta/index.ts'
import { askUntil, untilTrue } from '../support/ask-until.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { endsOf, inSeconds, setEnd } from '../support/manage/ends.ts'

/** While a platform refuses the connection: what people ask for directly is answered at once, ends and guards wait. */
const app = await startTestApp()
const { services } = app.app
const { db, seal, connections, log } = services
const company = await db
  .selectFrom('companies')
  .select(['id', 'slug'])
  .where('slug', '=', 'demo')
  .executeTakeFirstOrThrow()

const connect = () =>
  storeConnection(db, seal, {
    ...{ companyId: company.id, platform: meta.name, label: 'main', isSandbox: true, origin: 'paste', verdict: null },
    credentials: meta.sandboxCredentials(null),
  })
const calls = async () => (await app.control<{ calls: object[] }>('GET', 'calls?platform=meta')).calls
const running = async () => {
  const path = `/v1/campaigns?accountId=${demo.account}&status=ACTIVE`
  return (await app.call<{ data: { id: string }[] }>('GET', path)).body.data
}
interface Refusal {
  error: { code: string; message: string; details: { reason: string; connectionId: number } }
}

test('what is asked for directly is answered at once, and ends and guards go on when somebody has connected again', async () => {
  const { id } = await connect()
  await discoverAccounts(services)
  const [campaign] = await running()
  await guardedBy(app, { dailyCap: 0, stop: true, accountId: demo.account, platform: 'primary' })
  const ad = { entityType: 'ad', entityId: demo.ad, accountId: demo.account } as const
  await setEnd(app, { ...ad, endTime: inSeconds(3600) })
  await app.control('POST', 'faults', { platform: 'meta', fault: 'platform-error', code: 190, times: 0 })
  await app.call('GET', `/v1/manage/list-ads?accountId=${demo.account}`)
  await untilTrue(
    async () => (await db.selectFrom('connections').select('state').executeTakeFirstOrThrow()).state === 'broken',
  )

  await app.control('DELETE', 'calls?platform=meta')
  const asked = [
    app.call<Refusal>('GET', `/v1/manage/list-ads?accountId=${demo.account}`),
    app.call<Refusal>('POST', '/v1/manage/update-status', { body: { adIds: [demo.ad], status: 'PAUSED' } }),
    app.call<Refusal>('POST', '/v1/manage/update-budget', {
      body: { accountId: demo.account, entityType: 'campaign', entityId: campaign!.id, dailyBudget: 10 },
    }),
  ]
  for (const { status, body } of await Promise.all(asked)) {
    assert.equal(status, 503, JSON.stringify(body))
    assert.equal(body.error.details.reason, 'connection_broken')
    assert.match(body.error.message, new RegExp(`is refused: .*Nothing was sent.*connect primary --again ${id}`, 's'))
  }
  await db
    .updateTable('kept_ends')
    .where('company_id', '=', company.id)
    .set({ next_at: new Date(), end_at: new Date() })
    .execute()
  await askUntil(
    async () => (await endsOf(app, demo.account)).find(({ problem }) => /is refused: /.test(problem ?? '')) ?? null,
  )
  await watchCompany({ db, connections, log }, company)
  assert.deepEqual(await calls(), [], 'it was looked at when it was refused, less than a minute ago')

  await app.control('DELETE', 'faults')
  await connect()
  await askUntil(async () => (await endsOf(app, demo.account)).find(({ state }) => state === 'kept') ?? null)
  await db.deleteFrom('spend_readings').execute()
  await watchCompany({ db, connections, log }, company)
  assert.deepEqual(await running(), [])
})
