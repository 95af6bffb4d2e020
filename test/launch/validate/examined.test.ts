import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const fixture = await demoFixture(app)
const [account, other] = fixture.accounts.map(({ id }) => id)
const [adSet] = fixture.adSets[account!]!

interface Issue {
  path: string
  message: string
}
interface Validated {
  valid: boolean
  depth: string
  warnings: Issue[]
  ads: { issues: Issue[] }[]
}

const validate = async (more: object, ads: Record<string, unknown>[]) =>
  (await app.call<Validated>('POST', '/v1/launch/validate', { body: { ...more, ads } })).body
const reported = async (...ads: Record<string, unknown>[]) => {
  const { depth, ads: planned } = await validate(
    {},
    ads.map((ad) => singleAd(app, fixture, ad)),
  )
  assert.equal(depth, 'platform')
  return planned.flatMap(({ issues }) => issues.map(({ path, message }) => `${path} ${message}`))
}
const callsMade = async () => (await app.control<{ calls: object[] }>('GET', 'calls?platform=meta')).calls.length

test('what would fail in the batch is told before: ad sets, who speaks, and room with the ads that are there', async () => {
  assert.deepEqual(await reported({ adSets: ['120206614831599999'] }), [
    'ads.0.adSets there is no ad set 120206614831599999 in this account (GET /v1/adsets lists them)',
  ])
  const foreign = fixture.adSets[other!]![0]!
  assert.deepEqual(await reported({ adSets: [adSet, foreign] }), [
    `ads.0.adSets there is no ad set ${foreign} in this account (GET /v1/adsets lists them)`,
  ])
  assert.deepEqual(
    (await reported({ page: '999', secondary: '998' })).map((issue) => issue.split(' ')[0]),
    ['ads.0.page', 'ads.0.secondary'],
  )
  const { body } = await app.call<{ data: { value: string; adCount: number }[] }>(
    'GET',
    `/v1/adsets?accountId=${account}`,
  )
  const there = body.data.find(({ value }) => value === adSet)!.adCount
  assert.ok(there > 0)
  const many = Array.from({ length: 51 - there }, (_, number) => ({ adName: `Ad ${number}` }))
  assert.deepEqual(await reported(...many), [
    `ads.${50 - there}.adSets ad set ${adSet} holds at most 50 ads and has ${there}, and ${50 - there} more of this launch come before this one`,
  ])
})

test('what was asked is remembered for a minute, and until something is written', async () => {
  const ad = singleAd(app, fixture, { adSets: [fixture.adSets[account!]![1]] })
  assert.equal((await validate({}, [ad])).valid, true)
  const before = await callsMade()
  assert.equal((await validate({}, [ad])).valid, true)
  assert.equal(await callsMade(), before)
  const gone = { accountId: account, entityType: 'adset', entityIds: ad['adSets'] }
  assert.equal((await app.call('POST', '/v1/manage/delete', { body: gone })).status, 200)
  const { valid, ads } = await validate({}, [ad])
  assert.equal(valid, false, JSON.stringify(ads))
  assert.equal((await validate({ depth: 'rules' }, [ad])).valid, true)
})

test('a platform that does not answer is told as a warning, and the look went no deeper than the rules', async () => {
  const ad = singleAd(app, fixture, { adSets: [fixture.adSets[account!]![2] ?? adSet] })
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST' },
    fault: 'status',
    status: 500,
    times: null,
  })
  const { valid, depth, warnings } = await validate({}, [ad])
  await app.control('DELETE', 'faults')
  assert.deepEqual({ valid, depth }, { valid: true, depth: 'rules' })
  assert.match(warnings.map(({ message }) => message).join(), /could not be asked about/)
})

test('a plan of an agent is refused for the same reasons', async () => {
  const body = { ads: [singleAd(app, fixture, { adSets: ['120206614831599999'] })], dryRun: true, depth: 'platform' }
  const { status, body: answer } = await app.call<{ error: { details: { issues: Issue[] } } }>('POST', '/v1/launch', {
    body,
  })
  assert.equal(status, 422)
  assert.deepEqual(
    answer.error.details.issues.map(({ path }) => path),
    ['ads.0.adSets'],
  )
})
