import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../support/demo.ts'
import { runRule } from '../support/automations/rules.ts'
import { startTestApp } from '../support/harness.ts'
import type { TestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'
import type { Browser } from '../support/people/browser.ts'

const app: TestApp = await startTestApp()
const owner = await signedIn(app)
const fixture = await demoFixture(app)
const [theirs, ours] = fixture.accounts.map(({ id }) => id) as [string, string]
const { body: made } = await owner.call('POST', '/v1/workspaces', { body: { name: 'Ours', slug: 'ours' } })
const workspace = Number(made.id)
await owner.call('PATCH', `/v1/workspaces/${workspace}`, { body: { accountIds: [ours] } })
const main = Number(((await owner.call('GET', '/v1/workspaces')).body.data as { id: string }[])[0]!.id)
const insider = await signedIn(app, 'admin', [workspace])
const profiles = (
  await app.call<{ data: { page: string; secondary: string }[] }>('GET', `/v1/profiles?businessId=${ours}`)
).body.data

const adIn = (accountId: string, adName: string) =>
  singleAd(app, fixture, {
    ...{ adName, adAccountId: accountId, adSets: [fixture.adSets[accountId]![0]] },
    ...(accountId === ours ? { page: profiles[0]!.page, secondary: profiles[0]!.secondary } : {}),
  })
const mixed = { ads: [adIn(theirs, 'Their ad'), adIn(ours, 'Our ad')] }

interface Described {
  type: string
  data: Record<string, unknown>
}
const eventsFor = async (browser: Browser, type: string) =>
  ((await browser.call('GET', `/v1/events?type=${type}&limit=200`)).body.data as Described[]).map(({ data }) => data)

test('of a batch over several workspaces somebody sees their own ads and counts alone', async () => {
  const { body, status } = await app.call('POST', '/v1/launch', { body: mixed })
  assert.equal(status, 202, JSON.stringify(body))
  const id = Number(body.adBatchId)
  assert.equal((await app.finished(id)).totalAds, 2)

  const seen = await insider.call('GET', `/v1/batch-status/${id}?include=ads`)
  assert.equal(seen.status, 200)
  assert.deepEqual([seen.body.totalAds, seen.body.successfulAds, seen.body.summaryStatus], [1, 1, 'success'])
  assert.deepEqual(
    (seen.body.ads as { adName: string }[]).map(({ adName }) => adName),
    ['Our ad'],
  )
  const whole = await insider.call('GET', `/v1/batches/${id}`)
  assert.deepEqual(
    (whole.body.request as { ads: { adName: string }[] }).ads.map(({ adName }) => adName),
    ['Our ad'],
  )
  const text = JSON.stringify(whole.body)
  assert.ok(!text.includes('Their ad') && !text.includes(theirs), text)
  for (const [event, counts] of [
    ['queued', { totalAds: 1 }],
    ['batch.finished', { launched: 1, failed: 0, cancelled: 0 }],
  ] as const) {
    const notified = (whole.body.events as Record<string, unknown>[]).find(({ kind }) => kind === event)!
    for (const [field, count] of Object.entries(counts)) assert.equal(notified[field], count, `${event} ${field}`)
  }
  const listed = (await insider.call('GET', '/v1/batches')).body.data as { adBatchId: number; totalAds: number }[]
  assert.deepEqual(
    listed.map(({ adBatchId, totalAds }) => [adBatchId, totalAds]),
    [[id, 1]],
  )
  const [end] = await eventsFor(insider, 'batch.finished')
  assert.deepEqual([end!.totalAds, end!.successfulAds], [1, 1])
  assert.deepEqual(
    (await eventsFor(insider, 'ad.launched')).map(({ adName }) => adName),
    ['Our ad'],
  )
  assert.equal((await insider.call('GET', `/v1/batches/${id}/receipts`)).body.count, 1)
  assert.equal((await insider.call('GET', `/v1/batches/${id}/timeline`)).body.count, 1)

  for (const [path, input] of [
    [`/v1/batches/${id}/undo`, {}],
    [`/v1/batches/${id}/undo`, { dryRun: true }],
    [`/v1/batches/${id}/cancel`, {}],
    ['/v1/launch/from-draft', { batchId: id }],
  ] as const) {
    assert.equal((await insider.call('POST', path, { body: input })).status, 404, path)
  }
  assert.equal((await app.call('POST', `/v1/batches/${id}/undo`, { body: { dryRun: true } })).status, 200)
})

test('of a draft over several workspaces somebody sees their own ads, and changes none of it', async () => {
  const { body: draft } = await app.call('POST', '/v1/drafts', {
    body: { ...mixed, ads: [...mixed.ads, { adName: 'Nowhere yet' }] },
  })
  const seen = await insider.call('GET', `/v1/drafts/${String(draft.id)}`)
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  assert.deepEqual(
    (seen.body.ads as { adName: string }[]).map(({ adName }) => adName),
    ['Our ad'],
  )
  assert.deepEqual(seen.body.issues, [])
  const lines = (await insider.call('GET', '/v1/drafts')).body.data as { id: number; adCount: number }[]
  assert.deepEqual(
    lines.map(({ id, adCount }) => [id, adCount]),
    [[draft.id, 1]],
  )
  for (const [method, path, body] of [
    ['PATCH', '', { name: 'Ours now' }],
    ['DELETE', '', undefined],
    ['POST', '/launch', {}],
  ] as const) {
    const refused = await insider.call(method, `/v1/drafts/${String(draft.id)}${path}`, { body })
    assert.equal(refused.status, 404, `${method} ${path}`)
  }
  assert.equal((await app.call('GET', `/v1/drafts/${String(draft.id)}`)).status, 200)
})

test('a draft that somebody wrote is theirs, however unfinished it is, until others add what they do not see', async () => {
  const { body: own } = await insider.call('POST', '/v1/drafts', { body: { ads: [{ adName: 'Nowhere yet' }] } })
  const path = `/v1/drafts/${String(own.id)}`
  assert.equal((await insider.call('PATCH', path, { body: { name: 'Mine' } })).status, 200)
  const colleague = await signedIn(app, 'member', [workspace])
  assert.equal((await colleague.call('GET', path)).status, 200)
  assert.equal((await (await signedIn(app, 'member', [main])).call('GET', path)).status, 404)
  assert.equal((await owner.call('PATCH', path, { body: { ads: [adIn(theirs, 'Their ad')] } })).status, 200)
  assert.equal((await insider.call('GET', path)).status, 404)
})

test('a key opens at most what its maker works in, from its next call on', async () => {
  const maker = await signedIn(app, 'admin')
  const key = String((await maker.call('POST', '/v1/keys', { body: { name: 'CI', scopes: ['read'] } })).body.key)
  const accounts = async (used: string) =>
    (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?limit=100', { key: used })).body.data.map(
      ({ id }) => id,
    )
  const all = await accounts(key)
  assert.ok(all.length > 2)
  const give = (workspaceIds: number[]) => owner.call('PATCH', `/v1/people/${maker.userId}`, { body: { workspaceIds } })
  assert.equal((await give([workspace])).status, 200)
  assert.deepEqual(await accounts(key), [ours])
  const narrow = await maker.call('POST', '/v1/keys', { body: { name: 'Narrow', scopes: ['read'] } })
  assert.deepEqual(narrow.body.workspaceIds, [workspace])
  const beyond = await maker.call('POST', '/v1/keys', { body: { name: 'x', workspaceIds: [main] } })
  assert.equal(beyond.status, 422, JSON.stringify(beyond.body))
  assert.equal((await give([])).status, 200)
  assert.deepEqual(await accounts(key), all)
  assert.deepEqual(await accounts(String(narrow.body.key)), [ours], 'what was made narrow stays so')
  await give([workspace])
  assert.equal((await owner.call('DELETE', `/v1/people/${maker.userId}`)).status, 200)
  assert.deepEqual(await accounts(key), [ours], 'leaving gives nothing back')
})

test('an invite leads to at most the workspaces of who sent it', async () => {
  const sender = await signedIn(app, 'admin', [workspace, main])
  const send = (browser: Browser, workspaceIds: number[]) =>
    browser.call('POST', '/v1/people/invites', { body: { email: `${Math.random()}@example.com`, workspaceIds } })
  assert.deepEqual((await send(insider, [])).body.workspaceIds, [workspace])
  assert.equal((await send(insider, [main])).status, 422)
  const both = Number((await send(sender, [workspace, main])).body.id)
  const other = Number((await send(sender, [main])).body.id)
  await owner.call('PATCH', `/v1/people/${sender.userId}`, { body: { workspaceIds: [workspace] } })
  const open = (await owner.call('GET', '/v1/people/invites')).body.data as { id: number; workspaceIds: number[] }[]
  assert.deepEqual(open.find(({ id }) => id === both)?.workspaceIds, [workspace])
  assert.ok(!open.some(({ id }) => id === other))
})

test('whoever works in some workspaces neither frees themselves nor decides about others', async () => {
  const change = (browser: Browser, id: number, body: object) => browser.call('PATCH', `/v1/people/${id}`, { body })
  const own = await change(insider, insider.userId, { workspaceIds: [] })
  assert.deepEqual([own.status, own.body.workspaceIds], [200, [workspace]])
  assert.equal((await change(insider, insider.userId, { workspaceIds: [main] })).status, 422)
  const elsewhere = await signedIn(app, 'viewer', [main])
  assert.equal((await change(insider, elsewhere.userId, { role: 'member' })).status, 403)
  assert.equal((await insider.call('DELETE', `/v1/people/${elsewhere.userId}`)).status, 403)
})

test('what is the whole company’s is for those who work in all of it', async () => {
  for (const [method, path, body] of [
    ['GET', '/v1/webhooks', undefined],
    ['POST', '/v1/webhooks', { url: 'https://example.com/hook' }],
    ['PUT', '/v1/currency', { currency: 'EUR' }],
    ['PUT', '/v1/spend-guards', { guards: [] }],
    ['PATCH', '/v1/launch-defaults', { title: 'x' }],
    ['GET', '/v1/audit-log', undefined],
    ['POST', '/v1/automations/stop', {}],
    ['POST', '/v1/workspaces', { name: 'x', slug: 'x-1' }],
  ] as const) {
    const refused = await insider.call(method, path, { body })
    assert.equal(refused.status, 403, `${method} ${path} ${JSON.stringify(refused.body)}`)
    assert.match(JSON.stringify(refused.body), /whole company/)
  }
  const own = await insider.call('PATCH', '/v1/launch-defaults', { body: { accountId: ours, title: 'Ours' } })
  assert.equal(own.status, 200, JSON.stringify(own.body))
})

test('a rule looks no further than who wrote it does, and goes on in what is left', async () => {
  const writer = await signedIn(app, 'member')
  const rule = {
    ...{ name: 'Everywhere', mode: 'suggest', then: [{ action: 'label', label: 'spent' }] },
    scope: { level: 'account' },
    when: { metric: 'spend', window: 'last_30_days', operator: 'gt', value: 0 },
    protections: { minSpend: 0 },
  }
  const { body, status } = await writer.call('POST', '/v1/automations', { body: rule })
  assert.equal(status, 201, JSON.stringify(body))
  await owner.call('PATCH', `/v1/people/${writer.userId}`, { body: { workspaceIds: [workspace] } })
  const done = await runRule(app, Number(body.id))
  assert.deepEqual(
    done.decisions.map(({ entityId }) => entityId).filter((id) => id !== ours),
    [],
  )
  assert.equal(done.checked, 1, JSON.stringify(done))
})
