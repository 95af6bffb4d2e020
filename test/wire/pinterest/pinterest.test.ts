import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pinterest } from '../../../src/platforms/pinterest/index.ts'
import { pinAd, pinFixture } from '../../support/pinterest/pinterest.ts'
import { changeEverything } from '../changes.ts'
import { checkCalls, unused } from '../check.ts'
import { askForFigures } from '../figures.ts'
import type { Interface } from '../interface.ts'
import known from './operations.json' with { type: 'json' }
import { startRecordedApp } from '../recorder.ts'

const recorded = await startRecordedApp()
const { app, ok, launch } = recorded
const fixture = await pinFixture(app)
const accountId = fixture.usd
const [adSetId] = fixture.adSets[accountId]!

test('pictures and videos are launched, and their receipts read', async () => {
  const url = `${app.sandboxUrl}/_assets/vertical.mp4`
  const batchId = await launch(
    pinAd(app, fixture, { adName: 'Wire picture', urlTags: 'utm_source=pin' }),
    pinAd(app, fixture, { adName: 'Wire bare', title: undefined, description: undefined, cta: 'NO_BUTTON' }),
    pinAd(app, fixture, {
      adName: 'Wire video',
      media: [{ url, thumbnail: `${app.sandboxUrl}/_assets/vertical.png` }],
      launchPaused: true,
    }),
    pinAd(app, fixture, { adName: 'Wire own cover', media: [{ url }] }),
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
  await launch(pinAd(app, fixture, { adName: 'Wire lost' }))
})

test('the account of an id that nobody has seen is looked for', async () => {
  const session = recorded.open(pinterest)
  const about = { accountId, limit: '1' }
  const { data } = await ok<{ data: { id: string }[] }>('GET', `/v1/campaigns?${new URLSearchParams(about).toString()}`)
  const entities = [
    { type: 'campaign', id: data[0]!.id },
    { type: 'adset', id: adSetId! },
  ] as const
  for (const entity of entities) assert.equal(await session.ownerOf!(entity), accountId)
})

test('campaigns, ad sets and ads are switched, ended, paid and deleted, also without naming their account', () =>
  changeEverything(recorded, accountId, adSetId!))

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
