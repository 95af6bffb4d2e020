import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pinterest } from '../../src/platforms/pinterest/index.ts'
import { pinAd, pinGround } from '../pinterest-ground.ts'
import { checkCalls, unused } from './check.ts'
import { askForFigures } from './figures.ts'
import type { Interface } from './interface.ts'
import known from './pinterest-operations.json' with { type: 'json' }
import { startRecordedApp } from './recorder.ts'

const recorded = await startRecordedApp()
const { app, ok, launch } = recorded
const ground = await pinGround(app)
const accountId = ground.usd
const [adSetId] = ground.adSets[accountId]!

test('pictures and videos are launched, and their receipts read', async () => {
  const url = `${app.sandboxUrl}/_assets/vertical.mp4`
  const batchId = await launch(
    pinAd(app, ground, { adName: 'Wire picture', urlTags: 'utm_source=pin' }),
    pinAd(app, ground, { adName: 'Wire bare', title: undefined, description: undefined, cta: 'NO_BUTTON' }),
    pinAd(app, ground, {
      adName: 'Wire video',
      media: [{ url, thumbnail: `${app.sandboxUrl}/_assets/vertical.png` }],
      launchPaused: true,
    }),
    pinAd(app, ground, { adName: 'Wire own cover', media: [{ url }] }),
  )
  await ok('GET', `/v1/batches/${batchId}/receipts`)
})

test('writes whose answers were lost are looked for', async () => {
  for (const path of ['/pins', '/ads$'])
    await app.control('POST', 'faults', {
      platform: 'pinterest',
      match: { method: 'POST', path },
      fault: 'drop-after',
      times: 1,
    })
  await launch(pinAd(app, ground, { adName: 'Wire lost' }))
})

test('campaigns, ad sets and ads are switched, ended, paid and deleted, also without naming their account', async () => {
  const { data: campaigns } = await ok<{ data: { id: string; dailyBudget: number | null }[] }>(
    'GET',
    `/v1/campaigns?accountId=${accountId}`,
  )
  const { data: ads } = await ok<{ data: { id: string }[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${accountId}&limit=5`,
  )
  await ok('GET', `/v1/manage/list-ads?accountId=${accountId}&adSetId=${adSetId}&status=ACTIVE&limit=5`)
  await ok('GET', `/v1/manage/list-ads?accountId=${accountId}&status=DELETED&limit=5`)
  const ids = {
    campaign: campaigns.find(({ dailyBudget }) => dailyBudget !== null)!.id,
    adset: adSetId!,
    ad: ads[0]!.id,
  }
  for (const [entityType, id] of Object.entries(ids)) {
    await ok('POST', '/v1/manage/update-status', { entityType, entityIds: [id], newStatus: 'PAUSED' })
    const about = { accountId, entityType, entityIds: [id] }
    await ok('POST', '/v1/manage/update-status', { ...about, newStatus: 'ACTIVE' })
    if (entityType === 'ad') continue
    await ok('POST', '/v1/manage/update-status', { ...about, endTime: '2035-01-01T00:00:00Z' })
    await ok('POST', '/v1/manage/update-budget', { accountId, entityType, entityId: id, dailyBudget: 42 })
  }
  await ok('POST', '/v1/manage/delete', { accountId, entityType: 'ad', entityIds: [ids.ad] })
})

test('profiles, boards, ad sets by name, and every kind of figures are asked for', async () => {
  await ok('GET', `/v1/profiles?businessId=${accountId}`)
  await ok('GET', `/v1/adsets?accountId=${accountId}&search=a`)
  await askForFigures(recorded, accountId)
})

test('a connection is checked, and its token renewed', async () => {
  const session = recorded.open(pinterest)
  await app.control('POST', 'pinterest', { tokenEndsAt: 1 })
  const { identity, missingScopes } = await session.check!()
  assert.notEqual(identity, 'unknown')
  assert.deepEqual(missingScopes, [])
})

test('whatever was sent and answered keeps to the published interface, and all of it was used', async () => {
  const findings = await checkCalls(known as Interface, recorded.calls)
  assert.deepEqual(findings.problems, [])
  assert.deepEqual(unused(known as Interface, findings), [])
})
