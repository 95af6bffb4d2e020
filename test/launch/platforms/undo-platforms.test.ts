import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '../../crash/kinds.ts'
import { demoFixture } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { openGraph } from '../../support/platforms/primary-graph.ts'

const app = await startTestApp()
const fixture = {
  sandboxUrl: app.sandboxUrl,
  api: async <T>(method: string, path: string) => (await app.call<T>(method, path)).body,
}

interface Undone {
  results: { adId: string; outcome: string; reason?: string }[]
}

async function launch(platform: string, name: string, more: object = {}): Promise<{ id: number; adIds: string[] }> {
  const ads = (await kinds[platform]!.ads(fixture, name, 2)).map((ad) => ({ ...ad, ...more }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  return { id: body.adBatchId, adIds: done.ads!.map((ad) => String(ad.adId)) }
}

const results = async (id: number, body = {}) =>
  (await app.call<Undone>('POST', `/v1/batches/${id}/undo`, { body })).body.results
const undo = async (id: number, body = {}) => (await results(id, body)).map(({ outcome }) => outcome)

async function statusesOf(platform: string, name: string): Promise<string[]> {
  const { ads } = await app.control<{ ads: { name: string; status: string }[] }>(
    'GET',
    `state?platform=${kinds[platform]!.sandbox}`,
  )
  return ads.filter((ad) => ad.name.startsWith(name)).map((ad) => ad.status)
}

/** The call that deletes an ad, and how many calls like it come before: the pause of a running ad may be one. */
const deletions: Record<string, { match: object; after: number; code: number; becomes: string }> = {
  primary: { match: { method: 'DELETE' }, after: 0, code: 100, becomes: 'DELETED' },
  'short-video': {
    match: { method: 'POST', path: '/ad/status/update/' },
    after: 1,
    code: 40002,
    becomes: 'DELETED',
  },
  'photo-messaging': { match: { method: 'DELETE' }, after: 0, code: 1001, becomes: 'DELETED' },
  pin: { match: { method: 'PATCH', path: '/ads$' }, after: 1, code: 1, becomes: 'ARCHIVED' },
}

for (const [platform, { match, after, code, becomes }] of Object.entries(deletions)) {
  test(`undo removes running and paused ${platform} ads`, async () => {
    const running = await launch(platform, `Running ${platform}`)
    assert.deepEqual(await undo(running.id, { dryRun: true }), ['would be removed', 'would be removed'])
    assert.deepEqual(await undo(running.id), ['done', 'done'])
    assert.deepEqual(await statusesOf(platform, `Running ${platform}`), [becomes, becomes])
    const paused = await launch(platform, `Paused ${platform}`, { launchPaused: true })
    assert.deepEqual(await undo(paused.id), ['done', 'done'])
    assert.deepEqual(await statusesOf(platform, `Paused ${platform}`), [becomes, becomes])
  })

  test(`a ${platform} ad that undo cannot delete spends nothing more`, async () => {
    const { id } = await launch(platform, `Stays ${platform}`)
    await app.control('POST', 'faults', {
      platform: kinds[platform]!.sandbox,
      match,
      after,
      fault: 'platform-error',
      code,
      times: 1,
    })
    assert.deepEqual((await undo(id)).sort(), ['cannot', 'done'])
    assert.deepEqual((await statusesOf(platform, `Stays ${platform}`)).sort(), [becomes, 'PAUSED'].sort())
  })

  test(`undo says of ${platform} ads that were removed by hand that they are gone already`, async () => {
    const { id, adIds } = await launch(platform, `By hand ${platform}`)
    const { status } = await app.call('POST', '/v1/manage/delete', { body: { entityIds: adIds, entityType: 'ad' } })
    assert.equal(status, 200)
    assert.deepEqual(await undo(id, { dryRun: true }), ['gone already', 'gone already'])
    assert.deepEqual(await undo(id), ['gone already', 'gone already'])
  })
}

test('undo waits for a moment where the platform had too many calls in one second', async () => {
  const { id } = await launch('short-video', 'Too fast')
  const match = { method: 'POST', path: '/ad/status/update/' }
  await app.control('POST', 'faults', { platform: 'tiktok', match, fault: 'throttle', times: 1 })
  const undone = await results(id)
  assert.deepEqual(
    undone.map(({ outcome }) => outcome),
    ['done', 'done'],
    JSON.stringify(undone),
  )
  assert.deepEqual(await statusesOf('short-video', 'Too fast'), ['DELETED', 'DELETED'])
})

test('where nothing can be deleted, undo pauses the ads and says so of each', async () => {
  const { id } = await launch('mobile-app', 'Kept')
  const undone = async (body: object) => (await results(id, body)).map(({ outcome, reason }) => `${outcome}: ${reason}`)
  const text = (instead: string) => [1, 2].map(() => `cannot: applovin has no way to delete an ad; it ${instead}.`)
  assert.deepEqual(await undone({ dryRun: true }), text('would only be paused'))
  assert.deepEqual(await statusesOf('mobile-app', 'Kept'), ['ACTIVE', 'ACTIVE'])
  assert.deepEqual(await undone({}), text('is paused instead'))
  assert.deepEqual(await statusesOf('mobile-app', 'Kept'), ['PAUSED', 'PAUSED'])
})

test('undo deletes what was archived by hand, where something archived can still be deleted', async () => {
  const { id, adIds } = await launch('primary', 'Archived')
  const graph = await openGraph(app, await demoFixture(app))
  for (const adId of adIds) await graph.post(adId, { status: 'ARCHIVED' })
  assert.deepEqual(await undo(id), ['done', 'done'])
  assert.deepEqual(await statusesOf('primary', 'Archived'), ['DELETED', 'DELETED'])
})

for (const platform of ['primary', 'short-video', 'pin']) {
  test(`${platform} ads that undo removed are among the deleted ads`, async () => {
    const { id, adIds } = await launch(platform, `Listed ${platform}`)
    await undo(id)
    const [ad] = await kinds[platform]!.ads(fixture, 'Account', 1)
    const { adAccountId } = ad as { adAccountId: string }
    const { body } = await app.call<{ data: { id: string }[] }>(
      'GET',
      `/v1/manage/list-ads?accountId=${adAccountId}&status=DELETED&limit=200`,
    )
    const listed = new Set(body.data.map((each) => each.id))
    assert.deepEqual(
      adIds.filter((adId) => !listed.has(adId)),
      [],
    )
  })
}
