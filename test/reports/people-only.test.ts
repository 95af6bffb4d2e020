import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsOf } from '../../src/core/reports/query/accounts.ts'
import { reportFields } from '../../src/core/reports/query/fields.ts'
import { askReport } from '../../src/core/reports/query/query.ts'
import { checkQuestion } from '../../src/core/reports/query/question.ts'
import { forReader } from '../../src/core/reports/query/readers.ts'
import { appFixture } from '../support/applovin/applovin.ts'
import { startTestApp } from '../support/harness.ts'
import { daysAgo } from '../support/reports/reporting.ts'

/** Figures of a platform that keeps them for signed-in people: keys are told so, people read them. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { games, shop } = await appFixture(app)
const { services } = app.app
const days = { startDate: daysAgo(6, 'UTC'), endDate: daysAgo(3, 'UTC') }
const [primary] = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).body.data

interface Answer {
  data: { platform: string; accountId: string }[]
  metrics: { platforms: string[] }[]
  metadata: { totalSpend: number | string; excluded: { accountId: string; platform: string; reason: string }[] }
  error: { code: string; message: string; details: { platforms: string[] } }
}

const ask = (path: string, query: Record<string, string>) =>
  app.call<Answer>('GET', `${path}?${new URLSearchParams({ ...days, ...query }).toString()}`)

const reports = ['/v1/reports/query', '/v1/reports/export', '/v1/analytics/top-ads', '/v1/spend/daily']

for (const path of reports)
  test(`${path} answers a key that asks for such a platform alone with 501 and the reason`, async () => {
    const alone: Record<string, string>[] = [{ platform: 'mobile-app' }, { accountIds: `${games},${shop}` }]
    for (const query of alone) {
      const { status, body } = await ask(path, query)
      assert.equal(status, 501, JSON.stringify(body))
      assert.equal(body.error.code, 'unsupported_operation')
      assert.match(body.error.message, /signed in to the dashboard/)
      assert.ok(body.error.details.platforms.includes('primary') && !body.error.details.platforms.includes('applovin'))
    }
  })

test('lists that tell what days cost tell keys nothing of it, and go on without days', async () => {
  const { status, body } = await ask('/v1/campaigns', { accountId: games })
  assert.deepEqual([status, body.error.code], [501, 'unsupported_operation'])
  assert.equal((await app.call('GET', `/v1/campaigns?accountId=${games}`)).status, 200)
})

test('beside others it is left out, and the metadata says so', async () => {
  const accountIds = `${primary!.id},${games}`
  for (const path of ['/v1/reports/query', '/v1/analytics/top-ads', '/v1/spend/daily']) {
    const { status, body } = await ask(path, { accountIds })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.data.length > 0 && body.data.every(({ platform }) => platform === 'primary'))
    assert.deepEqual(
      body.metadata.excluded.map(({ accountId, platform }) => [accountId, platform]),
      [[games, 'applovin']],
    )
    assert.match(body.metadata.excluded[0]!.reason, /signed in to the dashboard/)
  }
  const file = await app.call('GET', `/v1/reports/export?${new URLSearchParams({ ...days, accountIds }).toString()}`)
  assert.equal(file.headers.get('x-report-excluded'), games)
})

test('over all accounts the spend that is told is that of all others', async () => {
  const { body } = await ask('/v1/spend/daily', {})
  assert.deepEqual(body.metadata.excluded.map(({ accountId }) => accountId).sort(), [games, shop].sort())
  assert.ok(body.data.every(({ platform }) => platform !== 'applovin'))
})

test('fields are told without the platforms that whoever asks cannot read', async () => {
  const { body } = await app.call<Answer>('GET', '/v1/reports/fields')
  assert.ok(body.metrics.every(({ platforms }) => !platforms.includes('applovin')))
})

test('a person who is signed in reads all of it, exactly', async () => {
  const company = await services.db
    .selectFrom('companies')
    .select(['id', 'slug', 'name'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const person = {
    company,
    actor: { kind: 'user', id: 1, name: 'Ada', sessionId: 1, role: 'viewer', scopes: ['read'] },
  } as const
  const { platforms } = services.connections
  const asked = { accountIds: [games], ...days, metrics: [], groupBy: [], limit: 10, offset: 0 }
  const { scope, question } = checkQuestion(platforms, asked, { peopleByDefault: false })
  const found = await accountsOf(services, person, scope)
  const { accounts, excluded } = forReader(platforms, person, { ...scope, accounts: found })
  assert.deepEqual(excluded, [])
  const { rows, metadata } = await askReport(services, person, { accounts, question })
  const { total } = await app.control<{ total: { spendMinor: number; clicks: number } }>(
    'GET',
    `applovin/totals?accountId=${games}&from=${days.startDate}&to=${days.endDate}&level=account`,
  )
  assert.deepEqual([Math.round(Number(rows[0]!.spend) * 100), rows[0]!.clicks], [total.spendMinor, total.clicks])
  assert.deepEqual(metadata.missing, [])
  const fields = await reportFields(services, person)
  assert.ok(fields.metrics.find(({ name }) => name === 'spend')!.platforms.includes('applovin'))
})
