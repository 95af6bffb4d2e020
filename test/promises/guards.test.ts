import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { operations } from '../../src/api/index.ts'
import { fieldsAt } from '../../src/call/operation.ts'
import { makePlan } from '../../src/call/plans/make.ts'
import type { Operation } from '../../src/call/operation.ts'
import { asItRuns } from '../../src/http/docs/as-it-runs.ts'
import { exampleLaunch } from '../../src/api/v1/launch/example.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { makeRule, runRule } from '../support/automations/rules.ts'
import type { ExecutionView } from '../support/automations/rules.ts'
import { assertRefused, guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { endsOf, inSeconds, setEnd } from '../support/manage/ends.ts'
import { companyId } from '../support/company-id.ts'
import { postsOf } from '../support/reports/creatives.ts'

/** Whatever can cost money, tried against a guard that allows nothing. */
const app = await startTestApp()
const { account, campaign, adSet, ad, searchAccount, searchAdGroup, searchNegative } = demo
const photo = { adAccountId: demo.photoAccount, accountId: demo.photoAccount }
const drafts = { toLaunch: 0, toLaunchAsBatch: 0, failed: 0 }
const kept = { end: 0, post: '' }
const automation = { rule: 0, execution: 0, suggestion: 0 }

/** For every operation that can spend, inputs with which it does. */
const spending: Record<string, () => object[]> = {
  launch_ads: () => [exampleLaunch, { ads: [...exampleLaunch.ads, { ...exampleLaunch.ads[0], launchPaused: true }] }],
  launch_from_draft: () => [{ batchId: drafts.toLaunchAsBatch }, { batchId: drafts.failed }],
  launch_draft: () => [{ id: drafts.toLaunch }],
  graduate_creative: () => [{ id: kept.post, adSetIds: [adSet] }],
  create_campaign: () => [
    { accountId: account, name: 'New', objective: 'OUTCOME_TRAFFIC', dailyBudget: 20, status: 'ACTIVE' },
    { accountId: account, name: 'New', objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE' },
  ],
  create_ad_set: () => [
    {
      ...{ accountId: account, campaignId: demo.trafficCampaign, name: 'New', dailyBudget: 20, status: 'ACTIVE' },
      location: { countries: ['US'] },
    },
  ],
  create_short_video_campaign: () => [
    {
      ...{ accountId: demo.shortVideoAccount, name: 'New', objective: 'WEB_CONVERSIONS', status: 'ACTIVE' },
      dailyBudget: 60,
    },
  ],
  create_short_video_ad_set: () => [
    {
      ...{ accountId: demo.shortVideoAccount, campaignId: demo.shortVideoCampaign, name: 'New', status: 'ACTIVE' },
      ...{ locationIds: ['6252001'], optimizationGoal: 'CLICK' },
    },
  ],
  update_campaign: () => [
    { accountId: account, campaignId: campaign, spendCap: 5000 },
    { accountId: account, campaignId: campaign, name: 'Same', bidStrategy: 'LOWEST_COST_WITHOUT_CAP' },
  ],
  update_ad_set: () => [
    { accountId: account, adSetId: adSet, dailyBudget: 5000 },
    { accountId: account, adSetId: adSet, location: { countries: ['US', 'CA'] } },
    { accountId: account, adSetId: adSet, bidAmount: 3 },
  ],
  update_budget: () => [
    { accountId: account, entityId: adSet, entityType: 'adset', dailyBudget: 5000 },
    { accountId: account, entityId: adSet, entityType: 'adset', changePercent: 1 },
    { entityId: adSet, entityType: 'adset', changePercent: 1000 },
  ],
  duplicate_campaign: () => copies({ campaignId: campaign }),
  duplicate_adset: () => copies({ adSetId: adSet }),
  duplicate_ad: () => copies({ adId: ad }),
  duplicate_app_campaign: () => copies({ accountId: demo.appAccount, campaignId: demo.appCampaign }),
  duplicate_network_entity: () =>
    copies({ accountId: demo.networkAccount, entityType: 'creative', entityId: demo.networkCreative }),
  update_status: () => [
    { accountId: account, entityIds: [ad], entityType: 'ad', newStatus: 'ACTIVE' },
    { accountId: account, entityIds: [adSet], entityType: 'adset', newStatus: 'ACTIVE' },
    { accountId: account, entityIds: [campaign], entityType: 'campaign', newStatus: 'ACTIVE' },
    { entityIds: [campaign], entityType: 'campaign', newStatus: 'ACTIVE' },
    { accountId: account, entityIds: [campaign], entityType: 'campaign', endTime: '2099-01-01' },
    { accountId: searchAccount, entityIds: [demo.searchCampaign], entityType: 'campaign', newStatus: 'ACTIVE' },
  ],
  remove_end: () => [{ id: kept.end }],
  update_photo_messaging_status: () => [
    { ...photo, entityIds: [demo.photoCampaign], entityType: 'campaign', status: 'ACTIVE' },
  ],
  update_photo_messaging_budget: () => [{ ...photo, adSquadId: photoAdSquad, dailyBudget: 90_000 }],
  add_search_keywords: () => [
    { accountId: searchAccount, adGroupId: searchAdGroup, keywords: [{ text: 'new shoes', matchType: 'EXACT' }] },
  ],
  remove_search_negatives: () => [{ accountId: searchAccount, ids: [searchNegative] }],
  update_search_status: () => [
    { accountId: searchAccount, entityType: 'ad-group', entityIds: [searchAdGroup], status: 'ENABLED' },
    { accountId: searchAccount, entityType: 'keyword', entityIds: [searchKeyword], status: 'ENABLED' },
  ],
  update_search_budget: () => [
    { accountId: searchAccount, campaignId: demo.searchCampaign, dailyBudget: 90_000, allowShared: true },
  ],
}
spending.run_automation = () => [{ id: automation.rule }]
spending.undo_execution = () => [{ id: automation.execution }]
spending.accept_suggestion = () => [{ id: automation.suggestion }]

/** Operations that answer what became of each thing tell the refusal there. */
const refusalBy: Record<string, (reply: { status: number; body: unknown }) => { details: Record<string, unknown> }> = {
  run_automation({ body }) {
    const { decisions, state } = body as ExecutionView
    // Where figures cannot be read, a rule is not even checked.
    if (state === 'skipped') return { details: { spend: 'unknown' } }
    const error = decisions[0]?.actions[0]?.error
    assert.equal(error?.code, 'guard_refused', JSON.stringify(body))
    return { details: error.details ?? {} }
  },
}

let photoAdSquad = ''
let searchKeyword = ''

function copies(source: object): object[] {
  return ['ACTIVE', 'INHERITED'].map((initialStatus) => ({ accountId: account, ...source, initialStatus }))
}

function operationCalled(name: string): Operation {
  return operations.find((operation) => operation.name === name)!
}

async function send(name: string, input: object, key = app.key) {
  const operation = operationCalled(name)
  const given = JSON.parse(asItRuns(JSON.stringify(input), app.sandboxUrl, new Date())) as Record<string, unknown>
  const inPath = fieldsAt(operation, 'path')
  const path = inPath.reduce((url, field) => url.replace(`{${field}}`, String(given[field])), operation.rest.path)
  const body = Object.fromEntries(Object.entries(given).filter(([field]) => !inPath.includes(field)))
  return app.call(operation.rest.method, path, { body, key })
}

before(async () => {
  const first = async (path: string) => (await app.call<{ data: { id: string }[] }>('GET', path)).body.data[0]!.id
  photoAdSquad = await first(
    `/v1/manage/snapchat/adsquads?adAccountId=${demo.photoAccount}&accountId=${demo.photoAccount}`,
  )
  searchKeyword = await first(`/v1/google-ads/keywords?accountId=${searchAccount}`)
  const draft = async () => Number((await app.call('POST', '/v1/drafts', { body: asRun(exampleLaunch) })).body.id)
  drafts.toLaunch = await draft()
  drafts.toLaunchAsBatch = await draft()
  drafts.failed = await failedBatch()
  await setEnd(app, { entityType: 'ad', entityId: ad, accountId: account, endTime: inSeconds(86_400) })
  kept.end = (await endsOf(app, account))[0]!.id
  kept.post = (await postsOf(app, account))[0]!.id
  await makeRules()
})

/** A rule that switches something on, an execution that paused something, and a suggestion to switch something on. */
async function makeRules(): Promise<void> {
  const rule = (text: string, action: 'pause' | 'resume', mode: 'act' | 'suggest') =>
    makeRule(app, {
      ...{ name: text, mode, scope: { level: 'ad', accountIds: [account] }, then: [{ action }] },
      when: { field: 'name', operator: 'contains', value: text },
      protections: { minSpend: 0 },
    })
  automation.execution = (await runRule(app, await rule('Straw hat', 'pause', 'act'))).id
  automation.rule = await rule('Trail jacket', 'resume', 'act')
  await runRule(app, await rule('Canvas sneaker', 'resume', 'suggest'))
  const { body } = await app.call<{ data: { id: number }[] }>('GET', '/v1/automations/suggestions')
  automation.suggestion = body.data[0]!.id
}

function asRun(input: object): object {
  return JSON.parse(asItRuns(JSON.stringify(input), app.sandboxUrl, new Date())) as object
}

async function failedBatch(): Promise<number> {
  const fault = {
    platform: 'meta',
    match: { method: 'POST', path: '/adcreatives$' },
    fault: 'platform-error',
    code: 100,
    times: 0,
  }
  await app.control('POST', 'faults', fault)
  const { body } = await send('launch_ads', { ads: [{ ...exampleLaunch.ads[0], adName: 'Fails' }] })
  const ended = await app.finished(Number(body.adBatchId))
  await app.control('DELETE', 'faults')
  assert.equal(ended.summaryStatus, 'error', JSON.stringify(ended))
  return Number(body.adBatchId)
}

/** Everybody who plans goes by this; whatever can destroy passes here too. */
const destroying: Record<string, () => object[]> = {
  delete_comment: () => [{ accountId: account, commentId: demo.commentToDelete }],
  delete_entities: () => [{ accountId: account, entityType: 'ad', entityIds: [ad] }],
  undo_batch: () => [{ id: String(drafts.failed) }],
}

const plannable = [...Object.keys(spending), ...Object.keys(destroying)].filter(
  (name) => operationCalled(name).plannable,
)

for (const name of plannable) {
  test(`${name} is planned without anything being changed`, async () => {
    const { services } = app.app
    const company = await services.db
      .selectFrom('companies')
      .select(['id', 'slug'])
      .where('slug', '=', 'demo')
      .executeTakeFirstOrThrow()
    const caller = { company, actor: { kind: 'system', name: 'test', scopes: [] } as const }
    const operation = operationCalled(name)
    await writesTo(app)
    const batches = () => services.db.selectFrom('batches').select(['id', 'state']).orderBy('id').execute()
    const before = await batches()
    for (const input of (spending[name] ?? destroying[name])!()) {
      const given = (operation.prepare?.(asRun(input)) ?? asRun(input)) as Record<string, unknown>
      const { planId } = await makePlan({ services }, operation, {
        ...{ caller, requestId: 'req_plan', idempotencyKey: undefined, path: operation.rest.path, content: given },
        ...{ input: () => given, signal: () => new AbortController().signal, files: null },
      })
      assert.ok(planId > 0)
    }
    assert.deepEqual(await writesTo(app), [])
    assert.deepEqual(await batches(), before)
  })
}

test('whatever destroys is among those that are planned', () => {
  const able = operations.filter(
    ({ effect, tool, rest }) =>
      tool && rest.method !== 'GET' && (typeof effect === 'function' ? effect({}) : effect) === 'destroys',
  )
  assert.deepEqual(able.map(({ name }) => name).sort(), Object.keys(destroying).sort())
})

test('nothing is planned that is not tried here', () => {
  const declared = operations.filter((operation) => operation.plannable).map(({ name }) => name)
  assert.deepEqual(declared.sort(), [...plannable].sort())
})

test('what does not end at the guards is not planned, and so not done either', async () => {
  const { services } = app.app
  const company = { id: companyId(1), slug: 'demo' }
  const others = operations.filter((operation) => !operation.plannable && operation.effect !== 'reads')
  assert.ok(others.length > 20)
  for (const operation of others) {
    const asked = makePlan({ services }, operation, {
      ...{ caller: { company, actor: { kind: 'system', name: 'test', scopes: [] } }, requestId: 'req_plan' },
      ...{ idempotencyKey: undefined, path: operation.rest.path, content: {}, files: null },
      ...{ input: () => ({}), signal: () => new AbortController().signal },
    })
    await assert.rejects(asked, { code: 'unsupported_operation' }, operation.name)
  }
})

/** Inputs that bring an effect about which depends on them. */
const probes = [{}, { status: 'active' }, { status: 'ACTIVE' }, { newStatus: 'active' }, { dailyBudget: 1 }]

test('every operation that can spend is among those that are tried', () => {
  const able = operations.filter(({ effect }) =>
    typeof effect === 'function' ? probes.some((input) => effect(input) === 'spends') : effect === 'spends',
  )
  assert.deepEqual(able.map(({ name }) => name).sort(), Object.keys(spending).sort())
  for (const { name, failures = [] } of able) assert.ok(failures.includes('guard_refused'), name)
})

/** What guards are asked of all its inputs is the same: a cap of 0 tries them all, the other cases one. */
const firstOf = (name: string) => spending[name]!().slice(0, 1)

for (const name of Object.keys(spending)) {
  test(`${name} does not pass a cap of 0`, async () => {
    const [id] = await guardedBy(app, { name: 'Nothing', dailyCap: 0 })
    const check: CheckRefusal = ({ guard, cap }) => assert.deepEqual({ guard, cap }, { guard: id, cap: 0 })
    await assertNonePasses(name, spending[name]!(), check)
  })

  test(`${name} does not pass while nobody can say what was spent`, async () => {
    await guardedBy(app, { monthlyCap: 1_000_000_000 })
    await app.app.services.db.deleteFrom('spend_readings').execute()
    await app.control('POST', 'faults', {
      platform: 'meta',
      match: { path: '/insights' },
      fault: 'status',
      status: 500,
      times: 0,
    })
    await assertNonePasses(name, firstOf(name), ({ spend }) => assert.equal(spend, 'unknown'))
    await app.control('DELETE', 'faults')
  })
}

type CheckRefusal = (details: Record<string, unknown>) => void

async function assertNonePasses(name: string, inputs: object[], check: CheckRefusal): Promise<void> {
  await writesTo(app)
  const reported = refusalBy[name] ?? ((reply) => assertRefused(reply))
  for (const input of inputs) check(reported(await send(name, input)).details)
  assert.deepEqual(await writesTo(app), [])
}

/** Operations that answer what became of each thing tell there that it waits. */
const askedBy: Record<string, (body: unknown) => string | undefined> = {
  run_automation: (body) => (body as ExecutionView).decisions[0]?.outcome,
  accept_suggestion: (body) => (body as { decision: { outcome: string } }).decision.outcome,
  undo_execution: (body) =>
    ((body as ExecutionView).decisions[0]?.actions[0]?.undo?.error as { code: string } | undefined)?.code,
}

for (const name of Object.keys(spending)) {
  test(`${name} waits for a person when its key asks before it spends`, async () => {
    await guardedBy(app)
    const { db } = app.app.services
    const { id: companyId } = await db
      .selectFrom('companies')
      .select('id')
      .where('slug', '=', 'demo')
      .executeTakeFirstOrThrow()
    const scopes = ['read', 'launch', 'manage'] as const
    const { key } = await createApiKey(db, { companyId, name: 'Agent', scopes, spends: 'ask' })
    await writesTo(app)
    for (const input of firstOf(name)) {
      const reply = await send(name, input, key)
      const asked = askedBy[name]?.(reply.body)
      if (asked === undefined) assert.equal(assertRefused(reply, 'approval_required').code, 'approval_required')
      else assert.match(asked, /^(asked|approval_required)$/, JSON.stringify(reply.body))
    }
    assert.deepEqual(await writesTo(app), [])
  })
}

/** What takes away from what is spent, or adds nothing to it. */
const harmless: [name: string, input: () => object][] = [
  ['update_status', () => ({ accountId: account, entityIds: [ad], entityType: 'ad', newStatus: 'PAUSED' })],
  ['update_status', () => ({ accountId: account, entityIds: [campaign], entityType: 'campaign', newStatus: 'PAUSED' })],
  ['update_budget', () => ({ entityId: adSet, entityType: 'adset', changePercent: -10 })],
  ['update_ad_set', () => ({ accountId: account, adSetId: adSet, dailyBudget: 5, name: 'Smaller' })],
  ['update_campaign', () => ({ accountId: account, campaignId: campaign, name: 'Another name' })],
  ['create_campaign', () => ({ accountId: account, name: 'New', objective: 'OUTCOME_TRAFFIC', dailyBudget: 20 })],
  ['duplicate_ad', () => ({ accountId: account, adId: ad })],
  ['launch_ads', () => ({ ...exampleLaunch, launchPaused: true })],
  [
    'update_photo_messaging_status',
    () => ({ ...photo, entityIds: [demo.photoCampaign], entityType: 'campaign', status: 'PAUSED' }),
  ],
  [
    'update_search_status',
    () => ({ accountId: searchAccount, entityType: 'keyword', entityIds: [searchKeyword], status: 'PAUSED' }),
  ],
  [
    'update_search_budget',
    () => ({ accountId: searchAccount, campaignId: demo.searchCampaign, dailyBudget: 1, allowShared: true }),
  ],
  ['delete_entities', () => ({ accountId: account, entityType: 'ad', entityIds: [demo.adToDelete] })],
]

for (const [name, input] of harmless) {
  test(`${name} passes every guard with ${JSON.stringify(input())}`, async () => {
    await guardedBy(app, { dailyCap: 0, monthlyCap: 0 })
    const reply = await send(name, input())
    assert.ok(reply.status < 300, `${reply.status} ${JSON.stringify(reply.body)}`)
    assert.notEqual(reply.body.failCount, 1, JSON.stringify(reply.body))
  })
}

test('a rehearsal passes, and says what the guards would', async () => {
  const [id] = await guardedBy(app, { dailyCap: 0 })
  const rehearsals = [
    'create_campaign',
    'create_ad_set',
    'create_short_video_campaign',
    'update_ad_set',
    'update_budget',
    'add_search_keywords',
    'update_search_budget',
  ]
  for (const name of rehearsals) {
    const reply = await send(name, { ...spending[name]!()[0], dryRun: true })
    assert.equal(reply.status, 200, `${name}: ${JSON.stringify(reply.body)}`)
    const [note] = reply.body.guards as { guard: number; mode: string; limit: string }[]
    assert.deepEqual([note!.guard, note!.mode, note!.limit], [id, 'refuse', 'dailyCap'], name)
  }
})
