import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { assertRefused, guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { operator } from '../support/service/operator.ts'

const secretKey = Buffer.alloc(32, 'p').toString('base64')
const app = await startTestApp({ SECRET_KEY: secretKey })

interface Proposal {
  basis: string
  limit: string
  exposure: number | 'unknown'
  cap: number
  wouldRefuse: boolean
  message: string
}

interface Status {
  guard: { id: number; basis: string }
  day: { spend: number; running: number; exposure: number; left: number; isReached: boolean; problem: string | null }
  dayFactor: number
  dayFactors: { platform: string; factor: number; source: string }[]
  proposal: Proposal | null
}

async function statusOf(key?: string): Promise<Status[]> {
  const reply = await app.call<{ data: Status[] }>('GET', '/v1/spend-guards/status', key === undefined ? {} : { key })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.data
}

const put = (guards: object[], key?: string) =>
  app.call<{ guards: { id: number; basis: string; by: string | null }[] }>('PUT', '/v1/spend-guards', {
    body: { guards },
    ...(key === undefined ? {} : { key }),
  })

/** The sandbox spends while the test runs, and what runs is read again when guards are set. */
function assertNear(amount: unknown, wanted: unknown): void {
  assert.ok(Math.abs(Number(amount) - Number(wanted)) < 1, `${String(amount)} is not about ${String(wanted)}`)
}

const accountId = demo.account
const old = { name: 'From before', accountId, basis: 'spend' } as const

test('a guard from before is proposed to count what runs, with what that would hold up today', async () => {
  await guardedBy(app, { ...old, dailyCap: 1_000_000 })
  const [roomy] = await statusOf()
  assert.ok(roomy?.proposal)
  const { exposure } = roomy.proposal
  assert.ok(typeof exposure === 'number' && exposure > roomy.day.exposure, 'more runs in the demo than was let through')
  assert.equal(roomy.proposal.wouldRefuse, false)
  assert.match(
    roomy.proposal.message,
    /^With commitments \d+\.\d\d USD of 1000000\.00 USD would be counted today: .* would be left\.$/,
  )

  const cap = Math.floor(exposure) - 1
  await guardedBy(app, { ...old, dailyCap: cap })
  const [tight] = await statusOf()
  const counted = tight?.proposal?.exposure
  assertNear(counted, exposure)
  assert.deepEqual(
    { ...tight?.proposal, message: '' },
    { basis: 'commitments', limit: 'dailyCap', exposure: counted, cap, wouldRefuse: true, message: '' },
  )
  assert.equal(
    tight?.proposal?.message,
    `With commitments ${Number(counted).toFixed(2)} USD of ${cap.toFixed(2)} USD would be counted today: every write that adds anything would be refused.`,
  )
})

test('what is proposed is what holds once it is set, and a key may set it', async () => {
  await guardedBy(app, { ...old, dailyCap: 1_000_000 })
  const [before] = await statusOf()
  const set = await put([{ id: before!.guard.id, name: 'From before', accountId, dailyCap: 1_000_000, currency: 'USD', mode: 'refuse', basis: 'commitments' }]) // prettier-ignore
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const [after] = await statusOf()
  assert.equal(after?.guard.basis, 'commitments')
  assert.equal(after.proposal, null)
  assertNear(after.day.exposure, before!.proposal!.exposure)
})

test('of two caps the one with less left is told', async () => {
  await guardedBy(app, { ...old, dailyCap: 1_000_000, monthlyCap: 1 })
  const [status] = await statusOf()
  assert.equal(status?.proposal?.limit, 'monthlyCap')
  assert.match(status.proposal.message, /would be counted this month: every write/)
})

test('nothing is proposed to guards without a cap, nor to those that look at one key', async () => {
  await guardedBy(app, { ...old, largestBudget: 10 }, { basis: 'spend', by: 'key:1', dailyCap: 10 })
  assert.deepEqual(
    (await statusOf()).map(({ proposal }) => proposal),
    [null, null],
  )
})

test('the status names the platforms where a day may cost more than a daily budget, with where they say so', async () => {
  await guardedBy(app, { ...old, dailyCap: 100 })
  const [status] = await statusOf()
  assert.equal(status?.dayFactor, 1.75)
  assert.deepEqual(
    status.dayFactors.map(({ platform, factor }) => ({ platform, factor })),
    [{ platform: 'primary', factor: 1.75 }],
  )
  assert.match(status.dayFactors[0]!.source, /Meta/)
})

test('only people make a guard that looks at one key, for a key that is there, and not with stop', async () => {
  await guardedBy(app)
  const guard = { dailyCap: 10, currency: 'USD', mode: 'refuse' }
  const { rows } = await app.app.services.pool.query<{ id: number }>('SELECT min(id)::int AS id FROM api_keys')
  const by = `key:${rows[0]!.id}`
  const byKey = await put([{ ...guard, by }])
  assert.equal(byKey.status, 403, JSON.stringify(byKey.body))
  assert.equal((await put([{ ...guard, by: 'assistant:999999' }])).status, 404)
  const stranger = await app.stranger()
  assert.equal((await put([{ ...guard, by }], stranger.key)).status, 404, 'a key of another company is none')
  const stops = await put([{ ...guard, by, stop: true }])
  assert.equal(stops.status, 400)
  assert.match(JSON.stringify(stops.body), /guards\.0\.stop/)
  assert.deepEqual((await app.call<{ guards: object[] }>('GET', '/v1/spend-guards')).body.guards, [])
})

test('a guard by a key leaves out what everybody spent', async () => {
  await guardedBy(app, { accountId, basis: 'spend', dailyCap: 1_000_000 })
  const spent = (await statusOf())[0]!.day.spend
  assert.ok(spent > 1, 'the demo account spends')
  const { rows } = await app.app.services.pool.query<{ id: number }>('SELECT min(id)::int AS id FROM api_keys')
  await guardedBy(app, { accountId, by: `key:${rows[0]!.id}`, dailyCap: 1 })
  const [status] = await statusOf()
  assert.deepEqual(
    {
      spend: status?.day.spend,
      running: status?.day.running,
      left: status?.day.left,
      isReached: status?.day.isReached,
    },
    { spend: 0, running: 0, left: 1, isReached: false },
  )
  const make = (dailyBudget: number) =>
    app.call('POST', '/v1/manage/create-campaign', {
      body: { accountId, name: 'By a key', objective: 'OUTCOME_TRAFFIC', dailyBudget, status: 'ACTIVE' },
    })
  const { details } = assertRefused(await make(2))
  assert.deepEqual([details.spend, details.adds, details.left], [0, 2, 1])
  assert.equal((await make(1)).status, 200)
})

const command = operator({
  ...{ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, SECRET_KEY: secretKey },
  ...{ PORT: '0', SANDBOX_URL: app.sandboxUrl },
})

async function flightdeck(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(words)
  assert.equal(code, 0, stderr)
  return stdout
}

test('doctor proposes it with the command that does it, and says so when nothing is left to propose', async () => {
  const [id] = await guardedBy(app, { ...old, dailyCap: 1 })
  const report = JSON.parse(await flightdeck('doctor', '--json')) as {
    findings: { area: string; name: string; mark: string; text: string }[]
  }
  const [found] = report.findings.filter(({ area }) => area === 'proposed')
  assert.equal(found?.name, `spend guard ${id} (From before) of demo`)
  assert.equal(found.mark, 'warning')
  assert.match(
    found.text,
    /With commitments \d+\.\d\d USD of 1\.00 USD would be counted today: every write that adds anything would be refused\./,
  )
  const command = /flightdeck (guard set .*)$/.exec(found.text)?.[1]
  assert.equal(command, `guard set --company demo --id ${id} --basis commitments`)
  await flightdeck(...command.split(' '))
  assert.match(await flightdeck('doctor'), /What is proposed\n +ok +spend guards +nothing: every cap counts what runs/)
})

test('the operator sees by what a guard counts, whom it looks at, and how it stands', async () => {
  await guardedBy(
    app,
    { ...old, dailyCap: 1_000_000 },
    { accountId, basis: 'commitments', overdelivery: true, monthlyCap: 5_000_000 },
    { by: 'key:1', dailyCap: 10 },
  )
  const list = await flightdeck('guard', 'list')
  assert.match(list, /From before +primary act_\S+ +dailyCap 1000000 +USD +spend +refuse/)
  assert.match(list, /monthlyCap 5000000 +USD +commitments, overdelivery +refuse/)
  assert.match(list, /key:1 +dailyCap 10 +USD +its writes +refuse/)
  const status = await flightdeck('guard', 'status')
  assert.match(status, /From before +day +\d+\.\d\d +\d+\.\d\d +\d+\.\d\d +1000000\.00 +USD/)
  assert.match(status, /Guard \d+: With commitments \d+\.\d\d USD of 1000000\.00 USD would be counted today/)
  await assert.rejects(flightdeck('guard', 'set', '--by', 'key:999999', '--daily-cap', '1', '--currency', 'USD', '--mode', 'warn'), /There is no API key 999999/) // prettier-ignore
})
