import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { watchCompany } from '../../src/core/guards/watch.ts'
import { assertRefused, guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { withAddress } from '../support/mail/people.ts'
import { startMailServer } from '../support/mail/server.ts'

const server = await startMailServer()
const app = await startTestApp(server.settings)
const { services } = app.app
const admin = await withAddress(app, 'admin')
const company = await services.db
  .selectFrom('companies')
  .select(['id', 'slug'])
  .where('slug', '=', 'demo')
  .executeTakeFirstOrThrow()

interface Described {
  data: { guardId: number; spent: number; cap: number; limit: string; mode: string }
}

async function notifiedOf(guard: number | undefined) {
  const { body } = await app.call<{ data: Described[] }>('GET', '/v1/events?type=spend.reached')
  return body.data.map(({ data }) => data).filter(({ guardId }) => guardId === guard)
}

let made = 0
const makeCampaign = (dailyBudget: number) => {
  const name = `Reached ${++made}`
  const body = { accountId: demo.account, name, objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE', dailyBudget }
  return app.call('POST', '/v1/manage/create-campaign', { body })
}

const callsOf = async () => (await app.control<{ calls: unknown[] }>('GET', 'calls')).calls.length

for (const mode of ['refuse', 'ask', 'warn'] as const)
  test(`a reached cap of a guard that says ${mode} is told once a day, and mailed`, async () => {
    const [id] = await guardedBy(app, {
      name: `Held ${mode}`,
      dailyCap: 0.01,
      accountId: demo.account,
      platform: 'primary',
      mode,
    })
    for (let count = 0; count < 3; count++) {
      const reply = await makeCampaign(20)
      if (mode === 'warn') assert.equal(reply.status, 200, JSON.stringify(reply.body))
      else assertRefused(reply, mode === 'ask' ? 'approval_required' : 'guard_refused')
    }
    const [reported, ...more] = await notifiedOf(id)
    assert.deepEqual(more, [])
    assert.ok(reported!.spent >= reported!.cap)
    assert.deepEqual({ limit: reported!.limit, mode: reported!.mode }, { limit: 'dailyCap', mode })
    const about = () =>
      server.mails.filter(
        ({ to, text }) => to.includes(admin.email) && text.includes(`Held ${mode} has reached its cap`),
      )
    while (about().length === 0) await server.nextMail()
    assert.equal(about().length, 1)
  })

test('what would go beyond a cap that is not reached tells nobody of a reached one', async () => {
  const [id] = await guardedBy(app, { dailyCap: 1_000_000, accountId: demo.account, platform: 'primary' })
  assertRefused(await makeCampaign(2_000_000))
  assert.deepEqual(await notifiedOf(id), [])
})

test('one that stops, and one of a single key, tell nothing of it here', async () => {
  const place = { dailyCap: 0.01, accountId: demo.account, platform: 'primary' }
  const ids = await guardedBy(app, { ...place, stop: true }, { ...place, by: 'key:1' })
  assertRefused(await makeCampaign(20))
  for (const id of ids) assert.deepEqual(await notifiedOf(id), [])
})

test('where nobody writes, what was read anyway tells it, and no platform is asked', async () => {
  const [id] = await guardedBy(app, { dailyCap: 0.01, accountId: demo.account, platform: 'primary' })
  await services.db.deleteFrom('spend_readings').execute()
  const before = await callsOf()
  await watchCompany(services, company)
  assert.deepEqual(await notifiedOf(id), [], 'nothing was read')
  assert.equal(await callsOf(), before)
  assert.equal((await app.call('GET', '/v1/spend-guards/status')).status, 200)
  const read = await callsOf()
  for (let count = 0; count < 2; count++) await watchCompany(services, company)
  assert.equal((await notifiedOf(id)).length, 1)
  assert.equal(await callsOf(), read)
})
