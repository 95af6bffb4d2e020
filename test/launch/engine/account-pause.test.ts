import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { TestApp } from '../../support/harness.ts'
import { workOff } from '../../support/launch/own-worker.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const fixture = await demoFixture(app)
const { db } = app.app.services
/** Another process, as far as anything in memory goes. */
const other = await startTestApp(
  { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
  { api: true, worker: false, sandbox: false },
)

test('a pause that the platform asks for holds for what is launched into the account later, by whichever worker', async () => {
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { method: 'POST', path: '/ads$' } },
    ...{ fault: 'throttle', seconds: 3600, times: 1 },
  })
  assert.deepEqual(await launchAndDrain(app, 'First'), ['waiting'])
  await app.control('DELETE', 'calls')
  assert.deepEqual(await launchAndDrain(other, 'Later'), ['waiting'])
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls')
  assert.deepEqual(
    calls.filter((call) => call.method === 'POST'),
    [],
  )
  const [, second] = fixture.accounts
  const elsewhere = { adName: 'Elsewhere', adAccountId: second!.id, adSets: [fixture.adSets[second!.id]![0]] }
  assert.deepEqual(await launchAndDrain(other, 'Elsewhere', elsewhere), ['launched'], 'other accounts go on')
})

async function launchAndDrain(process: TestApp, adName: string, more: object = {}): Promise<string[]> {
  const ads = [singleAd(app, fixture, { adName, ...more })]
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  await workOff(process)
  const items = await db.selectFrom('batch_items').select('state').where('batch_id', '=', body.adBatchId).execute()
  return items.map((item) => item.state)
}
