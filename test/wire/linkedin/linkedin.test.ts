import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedin } from '../../../src/platforms/linkedin/index.ts'
import { networkAd, networkAds, networkFixture } from '../../support/linkedin/network.ts'
import { daysAgo } from '../../support/reports/totals.ts'
import { checkCalls, unused } from '../check.ts'
import { askForFigures } from '../figures.ts'
import type { Interface } from '../interface.ts'
import known from './operations.json' with { type: 'json' }
import { startRecordedApp } from '../recorder.ts'
import { plainCalls } from './restli-calls.ts'

const recorded = await startRecordedApp()
const { app, ok, launch } = recorded
const fixture = await networkFixture(app)
const { usd: accountId, adSets, organization } = fixture
await app.control('POST', 'linkedin', { imageSeconds: 0, videoSeconds: 0, documentSeconds: 0 })
const asset = (name: string) => ({ url: `${app.sandboxUrl}/_assets/${name}` })
const ad = (more: object) => networkAd(app, fixture, { launchPaused: true, ...more })

test('every kind of ad is launched, and its receipt read', async () => {
  const posts = await ok<{ data: { postId: string; eligible: boolean; type: string }[] }>(
    'GET',
    `/v1/linkedin/posts?organizationId=${organization}`,
  )
  const { postId } = posts.data.find(({ eligible, type }) => eligible && type === 'image')!
  const cards = [asset('square.png?v=1'), asset('square.png?v=2')]
  const batchId = await launch(
    ad({ adName: 'Wire picture', urlTags: 'utm_source=li' }),
    ad({ adName: 'Wire cards', adSets: [adSets['Office carousel']], media: cards, cta: undefined }),
    ad({ adName: 'Wire film', adSets: [adSets['Workshop film']], media: [asset('square.mp4')] }),
    ad({ adName: 'Wire guide', adSets: [adSets['Buying guide']], media: [asset('document.pdf')] }),
    ad({ adName: 'Wire post', media: undefined, postId }),
  )
  await ok('GET', `/v1/batches/${batchId}/receipts`)
})

test('writes whose answers were lost are looked for', async () => {
  for (const path of ['/posts$', '/creatives$'])
    await app.control('POST', 'faults', {
      ...{ platform: 'linkedin', match: { method: 'POST', path }, fault: 'drop-after', times: 1 },
    })
  await launch(ad({ adName: 'Wire lost', description: 'Lost' }))
})

test('groups, campaigns and creatives are switched, ended, paid, copied and deleted', async () => {
  const groups = await ok<{ data: { id: string; name: string }[] }>(
    'GET',
    `/v1/campaigns?accountId=${accountId}&search=always`,
  )
  const [draft] = await networkAds(app, 'Wire lost')
  const ids = { campaign: groups.data[0]!.id, adset: adSets['Workplace images']!, ad: draft!.id }
  for (const [entityType, id] of Object.entries(ids)) {
    // Nobody says whose it is, so that its owner is looked for.
    await ok('POST', '/v1/manage/update-status', { entityType, entityIds: [id], newStatus: 'PAUSED' })
    if (entityType === 'ad') continue
    const about = { accountId, entityType, entityIds: [id] }
    await ok('POST', '/v1/manage/update-status', { ...about, newStatus: 'ACTIVE' })
    await ok('POST', '/v1/manage/update-status', { ...about, endTime: '2035-01-01T00:00:00Z' })
  }
  await ok('POST', '/v1/manage/update-budget', {
    accountId,
    entityType: 'adset',
    entityId: ids.adset,
    dailyBudget: 250,
  })
  await ok('POST', '/v1/manage/update-budget', {
    accountId,
    entityType: 'adset',
    entityId: ids.adset,
    lifetimeBudget: 9000,
  })
  await ok('POST', '/v1/linkedin/duplicate', { accountId, entityType: 'campaignGroup', entityId: ids.campaign })
  const [other] = await networkAds(app, 'Wire picture')
  for (const id of [ids.ad, other!.id])
    await ok('POST', '/v1/manage/delete', { accountId, entityType: 'ad', entityIds: [id] })
  for (const status of ['ACTIVE', 'PAUSED', 'DELETED'])
    await ok('GET', `/v1/manage/list-ads?accountId=${accountId}&adSetId=${ids.adset}&status=${status}&limit=5`)
})

test('profiles, ad sets by name, the tree and every kind of figures are asked for', async () => {
  await ok('GET', `/v1/profiles?businessId=${accountId}`)
  await ok('GET', `/v1/adsets?accountId=${accountId}&search=a`)
  await ok('GET', `/v1/linkedin/manage?accountId=${accountId}&startDate=${daysAgo(8)}&endDate=${daysAgo(2)}`)
  for (const pivot of ['ACCOUNT', 'CREATIVE', 'MEMBER_INDUSTRY', 'PLACEMENT_NAME'])
    await ok(
      'GET',
      `/v1/linkedin/metrics?accountId=${accountId}&pivot=${pivot}&metrics=spend,leads,leadFormOpens,likes,videoStarts`,
    )
  await askForFigures(recorded, accountId)
})

test('a connection is checked, and its token renewed', async () => {
  const session = recorded.open(linkedin)
  await app.control('POST', 'faults', {
    ...{ platform: 'linkedin', match: { path: 'adAccountUsers' }, fault: 'platform-error', code: 65602, times: 1 },
  })
  const { identity, missingScopes } = await session.check!()
  assert.notEqual(identity, 'unknown')
  assert.deepEqual(missingScopes, [])
})

/** What there is besides, the platform's own client asks for. */
const notOurs = [
  ...['adAccounts.GET', 'adAccounts.BATCH_GET', 'adAccountUsers.FINDER-accounts', 'organizations.GET'],
  ...['adCampaignGroups.DELETE', 'adCampaigns.DELETE', 'creatives.BATCH_GET', 'creatives.BATCH_CREATE'],
  'creatives.ACTION-createInline',
]

test('whatever was sent and answered keeps to the published interface, and all of it was used', async () => {
  const findings = await checkCalls(known as unknown as Interface, plainCalls(recorded.calls))
  assert.deepEqual(findings.problems, [])
  assert.deepEqual(unused(known as unknown as Interface, findings), notOurs)
})
